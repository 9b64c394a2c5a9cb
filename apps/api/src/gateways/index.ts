import type { Config } from '../config.ts'
import type { CardDesk } from './card-desk.ts'
import { type MailGateway, openMailGateway } from './mail.ts'
import { openPushGateway, type PushGateway } from './push.ts'
import { openCarrier, type SmsGateway } from './sms.ts'

export type Gateways = {
  /** Null where none is configured: in production its messages wait, in the demo the outbox page takes them. */
  readonly mail: MailGateway | null
  readonly sms: SmsGateway | null
  /** The services that ring people's devices; null without a key of our own. */
  readonly push: PushGateway | null
  /** The gateway that takes cards, and the form in which they are typed in; null where none are taken. */
  readonly cards: CardDesk | null
  close(): void
}

export function openGateways(config: Config, cards: CardDesk | null): Gateways {
  const kept = config.demo ? demoOutbox : null
  const mail = config.mail ? openMailGateway(config.mail) : kept
  const sms = config.sms ? openCarrier(config.sms) : kept
  const push = config.push ? openPushGateway(config.push) : null
  return { mail, sms, push, cards, close: () => config.mail && mail?.close() }
}

/** The demo's sandbox: every message that is handed over has arrived, and can be read at /demo. */
const demoOutbox = {
  send: async () => ({ outcome: 'sent' }) as const,
  close: () => undefined,
}
