import { accountTemplates } from './templates/account-text.ts'
import { type Brand, type Mail, type Reader, type Sms, writeLetter } from './templates/letter-text.ts'
import { membershipTemplates } from './templates/membership-text.ts'
import { officeTemplates } from './templates/office-text.ts'
import { paymentTemplates } from './templates/payments-text.ts'
import { payoutTemplates } from './templates/payouts-text.ts'

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

  return { channel: 'mail', ...writeLetter(template.write(data), { brand, addressee, is_staff }) }
}
