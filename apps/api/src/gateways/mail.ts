import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'

export type Mail = { id: string; to: string; subject: string; text: string }

/**
 * What came of handing a message over. `refused` is final, because the address takes no mail; `failed` is worth another
 * try; `unclear` means that it may have gone out although no answer came.
 */
export type Delivery = { outcome: 'sent' } | { outcome: 'refused' | 'failed' | 'unclear'; reason: string }

export type MailGateway = { send(mail: Mail): Promise<Delivery>; close(): void }

/** A mail server likes no crowd. */
export const mailsAtOnce = 2

type MailServer = NonNullable<Config['mail']>

export function openMailGateway({ url, from, needsTls }: MailServer): MailGateway {
  const transport = createTransport(
    {
      url: url.href,
      requireTLS: needsTls,
      pool: true,
      maxConnections: mailsAtOnce,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      // Nothing of a letter may make this process read a file or call an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  const host = from.replace(/^.*@/, '').replace(/>$/, '')
  return {
    async send({ id, to, subject, text }) {
      try {
        await transport.sendMail({
          // As an object the address is never parsed: a comma in it cannot make two of one.
          to: { name: '', address: to },
          subject,
          text,
          // The same for every try, so that a mailbox that got it twice shows it once.
          messageId: `<${id}@${host}>`,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        })
        return { outcome: 'sent' }
      } catch (error) {
        const { responseCode = 0, code = '' } = error as { responseCode?: number; code?: string }
        const reason = `${code || 'SMTP'} ${responseCode || ''}`.trim()
        return { outcome: responseCode >= 500 && code !== 'EAUTH' ? 'refused' : 'failed', reason }
      }
    },
    close: () => transport.close(),
  }
}
