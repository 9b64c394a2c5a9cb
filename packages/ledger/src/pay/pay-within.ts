import { recordOf, type Rows } from '../act.ts'
import type { PayRequest } from './pay-request.ts'
import { type PayOutcome, paySales, postSales, refreshPayer, type SaleStatements } from './post-sales.ts'
import type { FactRow } from './read-facts.ts'

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
  const list = (type: string, place: number) =>
    `array(select x from jsonb_populate_recordset(null::ledger.${type}, $${place}) x)`
  return {
    // Numbers of documents are numbers on every connection.
    read: async (asked) =>
      (
        await db.rows<{ facts: FactRow }>(
          `select to_jsonb(f) as facts from ledger.read_sales(${list('asked_sale', 1)}) f`,
          [JSON.stringify(asked.map(recordOf))],
        )
      ).map(({ facts }) => facts),
    post: ({ rows, today, rare, after }) =>
      db.rows(`${postSales}${list('decided_sale', 1)}, $2, $3, $4)`, [
        JSON.stringify(rows.map(recordOf)),
        today,
        rare,
        after && JSON.stringify(after),
      ]),
  }
}
