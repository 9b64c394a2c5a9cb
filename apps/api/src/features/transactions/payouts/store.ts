import type { PayoutFacts } from '@shirogane/contract/resources/shapes'
import type { Db, Row } from '../../../db/sql.ts'

export type PayoutFactsRow = Row &
  Pick<
    PayoutFacts,
    | 'status'
    | 'amount'
    | 'fee'
    | 'withheld'
    | 'bank_name'
    | 'branch_name'
    | 'account_type'
    | 'holder_kana'
    | 'value_date'
    | 'failure'
    | 'automatic'
    | 'cancelable'
  > & { id: string; account_tail: string; cutoff_at: Date }

/** What is shown of a payout everywhere; the file knows better than the plan on which day the money arrives. */
export const payoutFactColumns = `o.id, o.status, o.amount, o.fee, o.withheld, o.bank_name, o.branch_name, o.account_type, o.account_tail,
  o.holder_kana, o.cutoff_at, o.failure, o.automatic,
  coalesce((select b.value_date from payout_batches b where b.id = o.batch_id), o.value_date) as value_date,
  (o.status = 'requested' and o.cutoff_at > ledger.now()) as cancelable`

export function listPayoutFacts(db: Db, ids: readonly string[]): Promise<PayoutFactsRow[]> {
  return db.rows<PayoutFactsRow>(
    `select ${payoutFactColumns} from payouts o where o.id = any ($1)`,
    [ids],
    'payout-facts',
  )
}
