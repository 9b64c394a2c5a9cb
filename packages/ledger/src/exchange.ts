import type { Rows } from './act.ts'

/**
 * Takes hold of all that both halves of an exchange touch, before the first of them, until the transaction of whoever
 * calls ends. `scanned` is the hash of the code whose member buys, as picture or digits; null for a sale without one.
 */
export async function holdExchange(
  db: Rows,
  {
    sale_id,
    ...next
  }: { sale_id: string; transaction_id: string; scanned: Uint8Array | null; sku_ids: string[] },
): Promise<void> {
  await db.rows('select ledger.hold_exchange($1, $2, $3, $4)', [
    sale_id,
    next.transaction_id,
    next.scanned,
    next.sku_ids,
  ])
}
