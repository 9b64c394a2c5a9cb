import type { Row, Tx } from '../../db/sql.ts'

const isLow = `l.reorder_point is not null and l.shelf - l.reserved <= l.reorder_point`

/** What has risen again, or is no longer watched, is told of anew when it falls the next time. */
export async function forgetRisen(tx: Tx): Promise<void> {
  await tx.run(
    `delete from low_stock w where not exists (select from ledger.stock_levels l join skus k on k.id = l.sku_id and k.active
       where l.store_id = w.store_id and l.sku_id = w.sku_id and ${isLow})`,
    [],
    'low-stock-forget',
  )
}

export type Fallen = Row & {
  store_id: string
  store_name: string
  sku_id: string
  name: string
  available: number
  reorder_point: number
}

/** What is at its reorder point and was not before, the scarcest first. Of two processes one gets each. */
export function recordFallen(tx: Tx, at: Date): Promise<Fallen[]> {
  return tx.rows<Fallen>(
    `with told as (
       insert into low_stock (store_id, sku_id, since)
       select l.store_id, l.sku_id, $1 from ledger.stock_levels l join skus k on k.id = l.sku_id and k.active
       where ${isLow} order by l.store_id, l.sku_id
       on conflict do nothing returning store_id, sku_id)
     select l.store_id, s.name as store_name, l.sku_id, k.name, l.shelf - l.reserved as available, l.reorder_point
     from told t join ledger.stock_levels l on l.store_id = t.store_id and l.sku_id = t.sku_id
     join skus k on k.id = l.sku_id join stores s on s.id = l.store_id
     order by l.store_id, l.shelf - l.reserved, k.sku`,
    [at],
    'low-stock-record',
  )
}
