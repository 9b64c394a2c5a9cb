import { limits } from '@shirogane/contract/rules/limits'
import type { Context } from '../../../context.ts'
import { tellHeadOffice } from '../../notifications/index.ts'
import { countTexts, type PauseRow, pauseUnconfirmed } from './sms-store.ts'

/**
 * Numbers that are texted and never confirm earn a fraudster money at our cost. Where the share of confirmed ones falls
 * below the limit, texts pause there, and the owners are notified.
 */
export async function watchTexts(ctx: Context): Promise<void> {
  const at = ctx.now()
  const until = new Date(at.getTime() + limits.smsPauseSeconds * 1000)
  const paused = await ctx.transact(async (tx) => {
    const rows = await pauseUnconfirmed(tx, at, until)
    await tellHeadOffice(
      ctx,
      tx,
      rows.map((row) => {
        const notice = noticeOf(row)
        return {
          ...notice,
          key: `sms-pause:${row.scope}:${row.name}:${at.toISOString()}`,
          topic: 'security',
          mail: {
            template: 'sms_unconfirmed',
            data: { ...notice, asked: row.asked, confirmed: row.confirmed },
          },
        }
      }),
      { right: 'settings' },
    )
    return rows
  })
  for (const { scope, asked, confirmed } of paused)
    ctx.log.warn({ event: 'sms_unconfirmed', scope, asked, confirmed }, 'too few texted codes are confirmed')
  if (paused.length > 0) ctx.nudgeMessenger()
}

function noticeOf({ scope, name, asked, confirmed }: PauseRow): { title: string; message: string } {
  const figures = `直近1時間の認証コードは、${asked}件中${confirmed}件の確認にとどまっています。`
  if (scope === 'all')
    return {
      title: 'SMSの確認率が低下しています',
      message: `${figures}SMSの送信は続けています。`,
    }
  const where = scope === 'block' ? `${domestic(name)}で始まる電話番号への` : `ネットワーク（${name}）からの`
  return { title: 'SMSの送信を一時停止しました', message: `${where}SMSの送信を1時間停止しました。${figures}` }
}

/** `+81901234` as people write it. */
function domestic(block: string): string {
  return block.replace(/^\+81(\d\d)(\d+)$/, '0$1-$2')
}

/** How the last hour's texts fare. */
export function textFigures(ctx: Context): Promise<{ asked: number; confirmed: number; pauses: number }> {
  return countTexts(ctx.db, ctx.now())
}
