import type pg from 'pg'
import { documentsTo } from '../pay/pay-within.ts'
import type { PayRequest } from '../pay/pay-request.ts'
import { type BatchOutcome, paySales } from '../pay/post-sales.ts'
import { rowsOf } from '../within.ts'

/** Pays a batch on this connection, within its transaction where it is in one. */
export function payAll(
  client: pg.ClientBase | pg.Pool,
  requests: readonly PayRequest[],
): Promise<BatchOutcome[]> {
  return paySales(documentsTo(rowsOf(client)), requests, { asksStock: true, busy: new Set() })
}
