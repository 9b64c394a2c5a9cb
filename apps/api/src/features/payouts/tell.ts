import { showAccount } from '@shirogane/bank/kana'
import type { PayoutFacts } from '@shirogane/contract/resources/shapes'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { dayText } from '../../lib/dates-text.ts'
import { enqueueMessages, type NewMessage } from '../messages/index.ts'
import { mailAddresses, recordNotifications } from '../notifications/index.ts'
import { listPayoutsByIds, type OfficeRow } from './office-store.ts'
import { failureWords } from './words.ts'
import { yen } from '../../lib/amounts-text.ts'

type News = 'requested' | 'paid' | 'failed' | 'canceled'

function placeText(
  row: Pick<PayoutFacts, 'bank_name' | 'branch_name' | 'account_type'> & { account_tail: string },
): string {
  const { account_type, account_tail } = row
  return `${row.bank_name} ${row.branch_name} ${showAccount({ account_type, account_number: account_tail })}`
}

function noticeOf(row: OfficeRow, news: News): { title: string; message: string } {
  if (news === 'requested') {
    return {
      title: '振込申請を受け付けました',
      message: `${yen(row.amount)}・振込予定日 ${dayText(row.value_date)}`,
    }
  }
  if (news === 'paid')
    return {
      title: '振込が完了しました',
      message: `${yen(row.amount - row.fee - row.withheld)} ${placeText(row)}`,
    }
  if (news === 'canceled') {
    return {
      title: '振込申請が取り消されました',
      message: `${yen(row.amount)}を報酬残高に戻しました。理由：${row.cancel_reason ?? ''}`,
    }
  }
  return {
    title: '振込ができませんでした',
    message: `理由：${row.failure === null ? '' : failureWords[row.failure]}。${yen(row.amount)}を報酬残高に戻しました。口座情報をご確認ください。`,
  }
}

/** Tells members of their payouts, in the app and by mail, in the commit that made it so. */
export async function tellOfPayouts(ctx: Context, tx: Tx, ids: readonly string[], news: News): Promise<void> {
  if (ids.length === 0) return
  const rows = await listPayoutsByIds(tx, ids)
  const at = ctx.now()
  await recordNotifications(
    tx,
    rows.map((row) => ({
      id: uuidv7(at),
      user_id: row.user_id,
      ...noticeOf(row, news),
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
            account: placeText(row),
            value_date: dayText(row.value_date),
            reason:
              news === 'canceled' ? (row.cancel_reason ?? '') : row.failure && failureWords[row.failure],
          },
          dedupe_key: `payout:${news}:${row.id}:mail`,
        },
      ]
    }),
  )
}
