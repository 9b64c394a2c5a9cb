import type { Db, Row, Tx } from '../../../db/sql.ts'

/** Says that a return and a sale of this commit belong together; a repeat finds it said. */
export async function recordExchange(tx: Tx, refundId: string, saleId: string): Promise<void> {
  await tx.run('insert into exchanges (refund_id, sale_id) values ($1, $2) on conflict do nothing', [
    refundId,
    saleId,
  ])
}

/** The other half of an exchange; null where the movement is none of one. */
export function findOtherHalf(db: Db, id: string): Promise<(Row & { id: string; number: string }) | null> {
  return db.first(
    `select t.id, t.number from exchanges e
     join ledger.transactions t on t.id = case when e.refund_id = $1 then e.sale_id else e.refund_id end
     where e.refund_id = $1 or e.sale_id = $1`,
    [id],
    'other-half',
  )
}
