import type { Rows } from '../act.ts'

type Exchange = {
  /** What comes back is of this sale. */
  sale_id: string
  /** The sale that is to be. */
  transaction_id: string
  /** The hash of the code whose member buys, as picture or digits; null for a sale without one. */
  scanned: Uint8Array | null
  sku_ids: readonly string[]
}

/**
 * Takes hold of all that both halves of an exchange touch, before the first of them, until the caller's transaction
 * ends.
 */
export async function holdExchange(db: Rows, exchange: Exchange): Promise<void> {
  const { sale_id, transaction_id, scanned, sku_ids } = exchange
  await db.rows('select ledger.hold_exchange($1, $2, $3, $4)', [sale_id, transaction_id, scanned, sku_ids])
}
