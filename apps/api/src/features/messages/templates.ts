import { accountTemplates } from './templates/account.ts'
import { type Brand, contactUs, type Mail, type Reader, type Sms } from './templates/letter.ts'
import { membershipTemplates } from './templates/membership.ts'
import { officeTemplates } from './templates/office.ts'
import { paymentTemplates } from './templates/payments.ts'
import { payoutTemplates } from './templates/payouts.ts'

const contactUsAnyTime = 'お心当たりのない場合は、お問い合わせ窓口までご連絡ください。'
const contactHeadOffice = 'お心当たりのない場合は、ただちに本部までご連絡ください。'

/**
 * Every mail and SMS, by name. No address of a page stands in them, so that customers do not learn to tap one; a code
 * alone opens nothing on another host. Money and a full name never share an SMS.
 */
export const templates = {
  ...accountTemplates,
  ...paymentTemplates,
  ...payoutTemplates,
  ...membershipTemplates,
  ...officeTemplates,
} as const

export type TemplateName = keyof typeof templates
export type DataOf<Name extends TemplateName> = Parameters<(typeof templates)[Name]['write']>[0]

export type Written = { channel: 'mail'; subject: string; text: string } | { channel: 'sms'; text: string }

type AnyTemplate = Mail<unknown> | Sms<unknown>

/** The finished text. */
export function writeMessage(
  name: string,
  data: unknown,
  { brand, addressee, is_staff }: { brand: Brand } & Reader,
): Written {
  if (!Object.hasOwn(templates, name)) throw new Error(`No template is called ${name}`)
  const template: AnyTemplate = templates[name as TemplateName]
  if (template.channel === 'sms') return { channel: 'sms', text: template.write(data, brand) }

  const { subject, fact, details = [], next, unexpected, isToAnother } = template.write(data)
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
  return { channel: 'mail', subject: `【${brand.short}】${subject}`, text: `${paragraphs.join('\n\n')}\n` }
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
