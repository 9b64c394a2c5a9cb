import type { NotReturnable } from '@shirogane/contract/terms/sku-terms'
import type { Db, Row } from '../../../db/sql.ts'

/** What holds for the return of a sale: its last day, its lines that come back only by the brand's fault, and a wallet. */
export async function findReturnRules(
  db: Db,
  saleId: string,
  windowDays: number,
): Promise<{ until: string; kept: ReadonlyMap<number, NotReturnable>; has_wallet: boolean }> {
  const row = await db.first<
    Row & { until: string; kept: { line: number; why: NotReturnable }[]; has_wallet: boolean }
  >(
    `select ((t.completed_at at time zone 'Asia/Tokyo')::date
         + $2::int)::text as until,
       (t.customer_id is not null and exists (
         select from users u where u.id = t.customer_id and u.closed_at is null)) as has_wallet,
       (select coalesce(jsonb_agg(jsonb_build_object('line', l.line, 'why', k.not_returnable)), '[]')
        from ledger.transaction_lines l join skus k on k.id = l.sku_id and k.not_returnable is not null
        where l.transaction_id = t.id) as kept
     from ledger.transactions t where t.id = $1`,
    [saleId, windowDays],
    'return-rules',
  )
  if (!row) throw new Error(`The sale ${saleId} is gone`)
  return {
    until: row.until,
    kept: new Map(row.kept.map(({ line, why }) => [line, why])),
    has_wallet: row.has_wallet,
  }
}

/** What the books say is in the drawer of a store now. */
export async function drawerNow(db: Db, storeId: string): Promise<number> {
  const row = await db.first<{ held: number }>(
    `select ledger.drawer_now($1) as held`,
    [storeId],
    'drawer-now',
  )
  return row!.held
}
