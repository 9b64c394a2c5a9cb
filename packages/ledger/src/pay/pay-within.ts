import { recordOf, type Rows } from '../act.ts'
import type { PayRequest } from './pay-request.ts'
import {
  type PayOutcome,
  paySales,
  postSales,
  refreshPayer,
  type SaleAnswer,
  type SaleStatements,
} from './post-sales.ts'
import { type FactRow, readSales } from './read-facts.ts'

/**
 * A payment that is a part of something larger and stands or falls with it: posted in the caller's transaction, beside
 * the gathered ones. What it was decided by may have changed by the time that it is posted: then it is decided anew, by
 * rows that the first posting has locked.
 */
export async function payWithin(db: Rows, request: PayRequest): Promise<PayOutcome> {
  for (;;) {
    const [outcome] = await paySales(documentsTo(db), [request], { asksStock: true, busy: new Set() })
    if (!('waits_for' in outcome!)) return outcome!
    await refreshPayer(db, outcome, request.store_id)
  }
}

/** Batches as documents, on a connection whose caller may know nothing of the types of this database. */
export function documentsTo(db: Rows): SaleStatements {
  const list = (type: string) => `array(select x from jsonb_populate_recordset(null::ledger.${type}, $1) x)`
  return {
    read: async (asked) =>
      (
        await db.rows<{ facts: FactRow }>(readSales(list('asked_sale')), [
          JSON.stringify(asked.map(recordOf)),
        ])
      ).map(({ facts }) => facts),
    post: ({ rows, today, rare, after }) =>
      db.rows<SaleAnswer>(`${postSales}${list('decided_sale')}, $2, $3, $4)`, [
        JSON.stringify(rows.map(recordOf)),
        today,
        rare,
        after && JSON.stringify(after),
      ]),
  }
}
