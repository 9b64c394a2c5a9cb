import { limits } from '@shirogane/contract/rules/limits'
import { tokyoDate } from '@shirogane/domain/time/tokyo'
import { giveGift } from '@shirogane/ledger'
import type { Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { enqueueMessage } from '../messages/index.ts'
import { mailAddresses } from '../notifications/index.ts'
import { listBirthdays } from './birthdays-store.ts'

const atOnce = 200

/**
 * Points for the month of birth, by rank, from the month's first day on. The ledger gives them once a year, so a night
 * that was missed is made up for, and any process may run this, twice or beside another.
 */
export async function giveBirthdayPoints(
  ctx: Context,
  today: string,
  hold: () => Promise<void>,
): Promise<number> {
  const year = today.slice(0, 4)
  let given = 0
  const asked = {
    year,
    month: Number(today.slice(5, 7)),
    since: new Date(`${today.slice(0, 8)}01T00:00:00+09:00`),
    count: atOnce,
  }
  const last = tokyoDate(new Date(Date.parse(`${today}T00:00:00+09:00`) + limits.birthdayDays * 86_400_000))
  const expires_at = new Date(`${last}T23:59:59+09:00`).toISOString()
  for (;;) {
    const due = await listBirthdays(ctx.db, asked)
    const ids = due.map(({ user_id }) => user_id)
    const addresses = await mailAddresses(ctx, ids, 'offer')
    for (const { user_id, points } of due) {
      await ctx.transact(async (tx) => {
        const isGiven = await giveGift(tx, {
          transaction_id: uuidv7(ctx.now()),
          user_id,
          occasion: { campaign: 'birthday', period: year },
          points,
          expires_at,
          message: { code: 'birthday' },
        })
        const to = addresses.get(user_id)
        if (isGiven) given += 1
        if (!isGiven || to === undefined) return
        await enqueueMessage(ctx, tx, {
          user_id,
          to,
          template: 'birthday_points',
          data: { points, until: last },
          dedupe_key: `birthday:${user_id}:${year}:mail`,
          can_wait: true,
        })
      })
    }
    ctx.wakeOutbox()
    ctx.wakeMessenger()
    if (due.length < atOnce) return given
    await hold()
  }
}
