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
