import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { enqueueMessages, type NewMessage } from '../messages/index.ts'
import { mailAddresses, recordNotifications } from '../notifications/index.ts'
import { listPayoutsByIds, type OfficeRow } from './office-store.ts'
import type { Account } from '../../lib/account-text.ts'
import type { NoticeFacts } from '../../notices/notices.ts'

type News = 'requested' | 'paid' | 'failed' | 'canceled'

function factsOf(row: OfficeRow, news: News): NoticeFacts<`payout_${News}`> {
  const { amount, fee, withheld, value_date, cancel_reason, failure } = row
  if (news === 'requested') return { kind: 'payout_requested', facts: { amount, value_date } }
  if (news === 'paid')
    return { kind: 'payout_paid', facts: { amount: amount - fee - withheld, account: accountOf(row) } }
  if (news === 'canceled') return { kind: 'payout_canceled', facts: { amount, reason: cancel_reason ?? '' } }
  return { kind: 'payout_failed', facts: { amount, failure } }
}

const accountOf = ({ bank_name, branch_name, account_type, account_tail }: OfficeRow): Account => ({
  bank_name,
  branch_name,
  account_type,
  tail: account_tail,
})

/** Tells members of their payouts, in the app and by mail, in the commit that made it so. */
export async function notifyOfPayouts(
  ctx: Context,
  tx: Tx,
  ids: readonly string[],
  news: News,
): Promise<void> {
  if (ids.length === 0) return
  const rows = await listPayoutsByIds(tx, ids)
  const at = ctx.now()
  await recordNotifications(
    tx,
    rows.map((row) => ({
      id: uuidv7(at),
      user_id: row.user_id,
      ...factsOf(row, news),
      topic: 'affiliate' as const,
      dedupe_key: `payout:${news}:${row.id}`,
      transaction_id: row.id,
      created_at: at,
    })),
  )
  // Asked within the transaction: the requests that wait for it hold every other connection.
  const addresses = await mailAddresses(
    { db: tx },
    rows.map(({ user_id }) => user_id),
    'affiliate',
  )
  await enqueueMessages(
    ctx,
    tx,
    rows.flatMap((row): NewMessage[] => {
      const to = addresses.get(row.user_id)
      if (to === undefined) return []
      return [
        {
          user_id: row.user_id,
          to,
          template: `payout_${news}`,
          data: {
            number: row.number,
            amount: row.amount,
            fee: row.fee,
            withheld: row.withheld,
            account: accountOf(row),
            value_date: row.value_date,
            failure: row.failure,
            cancel_reason: row.cancel_reason,
          },
          dedupe_key: `payout:${news}:${row.id}:mail`,
        },
      ]
    }),
  )
}
