/** What stands around every text: the brand as the settings have it. */
export type Brand = {
  /** In the brackets of every subject. */
  short: string
  company: string
  /** Postcode and address in one line. */
  address: string
  /** Where customers ask; each only where it is set. */
  phone: string | null
  email: string | null
}

/** Whom a mail greets. */
export type Reader = {
  /** The name before 様; null leaves the greeting out, for people whom we do not know. */
  addressee: string | null
  /** Staff are not thanked for their custom, and ask head office. */
  is_staff: boolean
}

export type Letter = {
  /** At most thirty letters together with the brand in front. */
  subject: string
  fact: string
  /** One line each: item and value. */
  details?: readonly (readonly [item: string, value: string])[]
  /** What to do now, where there is something to do. */
  next?: string
  /** It goes to another address than that of the account concerned: no reader is greeted by a stranger's name. */
  isToAnother?: boolean
  /** For acts that another person could have done in this person's name. */
  unexpected?: string
}

export type Mail<Data> = { readonly channel: 'mail'; write(data: Data): Letter }
export type Sms<Data> = { readonly channel: 'sms'; write(data: Data, brand: Brand): string }

export const mail = <Data>(write: (data: Data) => Letter): Mail<Data> => ({ channel: 'mail', write })
export const sms = <Data>(write: (data: Data, brand: Brand) => string): Sms<Data> => ({
  channel: 'sms',
  write,
})

export type Nothing = Record<string, never>

export const contactUs = 'お心当たりのない場合は、ただちにお問い合わせ窓口までご連絡ください。'
const contactUsAnyTime = 'お心当たりのない場合は、お問い合わせ窓口までご連絡ください。'
const contactHeadOffice = 'お心当たりのない場合は、ただちに本部までご連絡ください。'

/** The finished mail, with what stands around every one. */
export function writeLetter(
  { subject, fact, details = [], next, unexpected, isToAnother }: Letter,
  { brand, addressee, is_staff }: { brand: Brand } & Reader,
): { subject: string; text: string } {
  const paragraphs = [
    ...(addressee === null || isToAnother ? [] : [`${addressee} 様`]),
    is_staff ? fact : `いつも${brand.short}をご利用いただきありがとうございます。\n${fact}`,
    ...(details.length > 0 ? [details.map(([item, value]) => `${item}：${value}`).join('\n')] : []),
    ...(next ? [next] : []),
    ...(is_staff ? closingForStaff(unexpected) : [unexpected ?? contactUsAnyTime]),
    ['※このメールは送信専用です。ご返信いただいてもお答えできません。', ...signature(brand, is_staff)].join(
      '\n',
    ),
  ]
  return { subject: `【${brand.short}】${subject}`, text: `${paragraphs.join('\n\n')}\n` }
}

/** What head office is notified of is expected; what another person may have done in their name is not. */
function closingForStaff(unexpected: string | undefined): string[] {
  if (unexpected === undefined) return []
  return [unexpected === contactUs ? contactHeadOffice : unexpected]
}

function signature({ company, address, phone, email }: Brand, isStaff: boolean): string[] {
  const contact = [phone, email].filter(Boolean).join('／')
  return [company, address, ...(isStaff || contact === '' ? [] : [`お問い合わせ：${contact}`])]
}
