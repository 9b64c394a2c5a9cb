import type { Context } from '../context.ts'
import { deliverDue, tidyOld } from '../features/messages/index.ts'

const pollMs = 1_000
const tidyMs = 60 * 60_000

export type Messenger = {
  /** Looks at once instead of at the next tick. */
  nudge(): void
  stop(): Promise<void>
}

/** Carries mails and SMS to where they are sent. It works beside the calls: no customer waits for a mail server. */
export function startMessenger(ctx: Context): Messenger {
  const { mail, sms } = ctx.gateways
  if (!mail) ctx.log.warn({ event: 'no_mail_server' }, 'mails wait: SMTP_URL is not set')
  if (!sms) ctx.log.warn({ event: 'no_sms_carrier' }, 'SMS wait: SMS_ACCOUNT is not set')
  let isStopped = false
  let isAsked = false
  let running: Promise<void> | null = null

  function nudge(): void {
    if (isStopped) return
    isAsked = true
    running ??= work().finally(() => {
      running = null
      if (isAsked) nudge()
    })
  }

  async function work(): Promise<void> {
    while (isAsked && !isStopped) {
      isAsked = false
      try {
        if (await deliverDue(ctx)) isAsked = true
      } catch (error) {
        // The database is away; what was taken comes up again when its lease ends.
        ctx.log.warn({ err: error, event: 'messenger' })
        return
      }
    }
  }

  const polling = setInterval(nudge, pollMs)
  const tidying = setInterval(() => {
    tidyOld(ctx).catch((error: unknown) => ctx.log.warn({ err: error, event: 'messenger' }))
  }, tidyMs)
  tidying.unref()
  nudge()
  return {
    nudge,
    async stop() {
      isStopped = true
      clearInterval(polling)
      clearInterval(tidying)
      await running
    },
  }
}
