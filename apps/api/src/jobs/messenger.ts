import type { Context } from '../context.ts'
import { deliverDue } from '../features/messages/index.ts'
import { type Rounds, startRounds } from './rounds.ts'

/**
 * Carries mails and SMS to where they are sent. It works beside the calls: no customer waits for a mail server, nor a code
 * by SMS for a mail.
 */
export function startMessenger(ctx: Context): Rounds {
  const { mail, sms } = ctx.gateways
  if (!mail) ctx.log.warn({ event: 'no_mail_server' }, 'mails wait: SMTP_URL is not set')
  if (!sms) ctx.log.warn({ event: 'no_sms_carrier' }, 'SMS wait: SMS_ACCOUNT is not set')
  const both = [
    startRounds(ctx, 'mails', () => deliverDue(ctx, 'mail')),
    startRounds(ctx, 'sms', () => deliverDue(ctx, 'sms')),
  ]
  return {
    wake: () => both.forEach((rounds) => rounds.wake()),
    async rest() {
      for (const rounds of both) await rounds.rest()
    },
    async stop() {
      await Promise.all(both.map((rounds) => rounds.stop()))
    },
  }
}
