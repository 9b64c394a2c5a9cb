import type { Db, Row } from '../../db/sql.ts'
import { staffOf } from './store.ts'

export type DocumentLine = {
  sku_id: string
  sku: string
  name: string
  planned: number | null
  quantity: number
}
export type DocumentRow = Row & {
  id: string
  store_id: string
  store_name: string
  supplier: string | null
  slip_number: string | null
  note: string | null
  at: Date
  staff: string
  lines: DocumentLine[]
}
const documentLines = `(select jsonb_agg(jsonb_build_object('sku_id', k.id, 'sku', k.sku, 'name', k.name,
    'planned', l.planned, 'quantity', l.quantity) order by l.line)
  from ledger.stock_document_lines l join skus k on k.id = l.sku_id where l.document_id = d.id) as lines`

export function listDeliveries(
  db: Db,
  store: string | null,
  offset: number,
  limit: number,
): Promise<DocumentRow[]> {
  return db.rows(
    `select d.id, d.store_id, s.name as store_name, d.supplier, d.slip_number, d.note, d.at, ${staffOf('d.actor_id')} as staff,
       ${documentLines}
     from ledger.stock_documents d join stores s on s.id = d.store_id
     where d.kind in ('receive', 'opening') and ($1::uuid is null or d.store_id = $1)
     order by d.at desc, d.id desc offset $2 limit $3`,
    [store, offset, limit],
    'stock-deliveries',
  )
}

export async function countDeliveries(db: Db, store: string | null): Promise<number> {
  const row = await db.first<{ n: number }>(
    `select count(*) as n from (select from ledger.stock_documents d
       where d.kind in ('receive', 'opening') and ($1::uuid is null or d.store_id = $1) limit 10001) x`,
    [store],
    'stock-deliveries-count',
  )
  return row!.n
}

export type TransferRow = Row & {
  id: string
  store_id: string
  store_name: string
  to_store_id: string
  to_store_name: string
  note: string | null
  at: Date
  staff: string
  lines: DocumentLine[]
  end_kind: 'arrival' | 'recall' | null
  ended_at: Date | null
  ended_by: string | null
  received: { sku_id: string; quantity: number }[] | null
}
const transfersOf = `from ledger.stock_documents d
  left join ledger.stock_documents e on e.related_id = d.id
  where d.kind = 'transfer' and ($1::uuid is null or d.store_id = $1 or d.to_store_id = $1)
    and ($2 = 'all' or e.id is null)`

export function listTransfers(
  db: Db,
  store: string | null,
  state: string,
  offset: number,
  limit: number,
): Promise<TransferRow[]> {
  return db.rows(
    `select d.id, d.store_id, f.name as store_name, d.to_store_id, g.name as to_store_name, d.note, d.at,
       ${staffOf('d.actor_id')} as staff, ${documentLines}, e.kind as end_kind, e.at as ended_at,
       case when e.id is not null then ${staffOf('e.actor_id')} end as ended_by,
       (select jsonb_agg(jsonb_build_object('sku_id', l.sku_id, 'quantity', l.quantity))
         from ledger.stock_document_lines l where l.document_id = e.id) as received
     from (select d.*, e.id as end_id ${transfersOf} order by d.at desc, d.id desc offset $3 limit $4) d
     join stores f on f.id = d.store_id join stores g on g.id = d.to_store_id
     left join ledger.stock_documents e on e.id = d.end_id
     order by d.at desc, d.id desc`,
    [store, state, offset, limit],
    'stock-transfers',
  )
}

export async function countTransfers(db: Db, store: string | null, state: string): Promise<number> {
  const row = await db.first<{ n: number }>(
    `select count(*) as n from (select 1 ${transfersOf} limit 10001) x`,
    [store, state],
    'stock-transfers-count',
  )
  return row!.n
}
