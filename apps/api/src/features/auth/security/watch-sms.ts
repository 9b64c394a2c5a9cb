import { limits } from '@shirogane/contract/rules/limits'
import type { Context } from '../../../context.ts'
import { notifyHeadOffice } from '../../notifications/index.ts'
import { countSms, pauseUnconfirmed } from './sms-store.ts'

/**
 * Numbers that are texted and never confirm earn a fraudster money at our cost. Where the share of confirmed ones falls
 * below the limit, texts pause there, and the owners are notified.
 */
export async function watchSms(ctx: Context): Promise<void> {
  const at = ctx.now()
  const until = new Date(at.getTime() + limits.smsPauseSeconds * 1000)
  const paused = await ctx.transact(async (tx) => {
    const rows = await pauseUnconfirmed(tx, at, until)
    await notifyHeadOffice(
      ctx,
      tx,
      rows.map(({ scope, name, asked, confirmed }) => {
        const facts = { scope, name, asked, confirmed }
        return {
          kind: 'sms_unconfirmed',
          facts,
          key: `sms-pause:${scope}:${name}:${at.toISOString()}`,
          topic: 'security',
          mail: { template: 'sms_unconfirmed', data: facts },
        }
      }),
      { right: 'settings' },
    )
    return rows
  })
  for (const { scope, asked, confirmed } of paused)
    ctx.log.warn({ event: 'sms_unconfirmed', scope, asked, confirmed }, 'too few texted codes are confirmed')
  if (paused.length > 0) ctx.wakeMessenger()
}

/** How the last hour's texts fare. */
export function textFigures(ctx: Context): Promise<{ asked: number; confirmed: number; pauses: number }> {
  return countSms(ctx.db, ctx.now())
}
