import type { ReceiptContent } from '@shirogane/contract/resources/sales/receipts'
import type { Db, Row, Tx } from '../../../db/sql.ts'

export type Issuer = ReceiptContent['issuer']

/** Who gave out documents of this shop at that moment. */
export async function findIssuer(db: Db, storeId: string, at: Date): Promise<Issuer | null> {
  const row = await db.first<{ content: Issuer }>(
    `select content from receipt_issuers where store_id = $1 and effective_at <= $2
     order by effective_at desc limit 1`,
    [storeId, at],
    'receipt-issuer',
  )
  return row?.content ?? null
}

/** One character of the name that a receipt may carry. */
export async function findFirstCharacter(db: Db, userId: string): Promise<string> {
  const row = await db.first<{ name: string }>(
    `select left(coalesce(nullif(last_name, ''), username), 1) as name from users where id = $1`,
    [userId],
    'receipt-member',
  )
  return row?.name ?? ''
}

export type ReceiptRow = {
  id: string
  content: ReceiptContent
  addressee: string | null
  proviso: string | null
  issued_at: Date
  copies: number
}

export function findReceipt(
  db: Db,
  transactionId: string,
  kind: 'movement' | 'formal',
): Promise<ReceiptRow | null> {
  return db.first(
    `select r.id, r.content, r.addressee, r.proviso, r.issued_at,
       (select count(*)::int from receipt_copies c where c.receipt_id = r.id) as copies
     from receipts r where r.transaction_id = $1 and r.kind = $2`,
    [transactionId, kind],
    'receipt',
  )
}

export type NewReceipt = {
  id: string
  kind: 'movement' | 'formal'
  transaction_id: string
  content: ReceiptContent
  addressee: string | null
  proviso: string | null
  issued_by: string
}

/** The first request fixes the document; a later one finds it. */
export async function recordReceipt(db: Db, receipt: NewReceipt): Promise<boolean> {
  const count = await db.run(
    `insert into receipts (id, kind, transaction_id, content, addressee, proviso, issued_at, issued_by)
     values ($1, $2, $3, $4, $5, $6, ledger.now(), $7) on conflict (transaction_id, kind) do nothing`,
    [
      receipt.id,
      receipt.kind,
      receipt.transaction_id,
      JSON.stringify(receipt.content),
      receipt.addressee,
      receipt.proviso,
      receipt.issued_by,
    ],
    'record-receipt',
  )
  return count === 1
}

export type ReturnsRow = {
  /** Yen that went back by any way. */
  money: number
  /** Yen of what came back that were kept for points which it had earned and which were spent already. */
  kept: number
  /** What of `money` had come in by paying the debt. */
  collected: number
  /** Yen that were taken off what was still owed: they were never received. */
  later: number
  points: number
}

/**
 * What the returns of a sale gave back by now; nothing of any other movement. What goes back of a debt that was paid is what was collected of it first, and
 * only then what had been paid at once and was set against the debt by an earlier return.
 */
export async function sumReturns(db: Db, saleId: string): Promise<ReturnsRow> {
  const row = await db.first<ReturnsRow>(
    `select case when t.kind = 'payment' then t.refunded_total - coalesce(t.back_points, 0) - r.later - r.kept else 0 end as money, r.kept, r.later, r.points,
       least(coalesce((select d.collected from ledger.deferred_sales d where d.sale_id = t.id), 0), r.returned)::bigint
         as collected
     from ledger.transactions t cross join lateral (
       select coalesce(sum(b.tender_later), 0)::bigint as later, coalesce(sum(b.points_deducted), 0)::bigint as kept,
         coalesce(sum(b.received_point_regular + b.received_point_limited), 0)::bigint as points,
         coalesce(sum(m.returned), 0)::bigint as returned
       from ledger.transactions b left join ledger.deferred_moves m on m.transaction_id = b.id and m.sale_id = t.id
       where b.related_id = t.id and b.kind = 'refund'
     ) r where t.id = $1`,
    [saleId],
    'receipt-returns',
  )
  return row!
}

export type CollectedRow = {
  number: string
  amount: number
  /** What of it went back: of several collections the last one gives back first. */
  given_back: number
  /** A formal receipt of earlier days was made out for the whole sale, this money included. */
  is_covered: boolean
}

/** Which sales a collection paid, the oldest first, and what became of the money. */
export function listCollected(db: Db, collectionId: string): Promise<CollectedRow[]> {
  return db.rows<CollectedRow & Row>(
    `select t.number, x.amount, least(x.amount, greatest(0, x.returned - x.newer))::bigint as given_back,
       exists (select from receipts f where f.transaction_id = x.sale_id and f.kind = 'formal' and not f.content ? 'due_on')
         as is_covered
     from (
       select m.sale_id, m.transaction_id, m.collected as amount,
         coalesce(sum(m.collected) over (partition by m.sale_id order by p.completed_at desc, p.id desc
           rows between unbounded preceding and 1 preceding), 0) as newer,
         sum(m.returned) over (partition by m.sale_id) as returned
       from ledger.deferred_moves m join ledger.transactions p on p.id = m.transaction_id
       where m.sale_id in (select o.sale_id from ledger.deferred_moves o where o.transaction_id = $1)
     ) x join ledger.transactions t on t.id = x.sale_id
     where x.transaction_id = $1 order by t.completed_at, t.id`,
    [collectionId],
    'receipt-collected',
  )
}

export type CopyRow = { receipt_id: string; copy: number; refunded_total: number; voided: boolean }

export function findCopy(db: Db, receiptId: string, copy: number): Promise<CopyRow | null> {
  return db.first(
    'select receipt_id, copy, refunded_total, voided from receipt_copies where receipt_id = $1 and copy = $2',
    [receiptId, copy],
    'receipt-copy',
  )
}

/** The next copy; the one that this id already has when the answer to it was lost. */
export async function recordCopy(
  tx: Tx,
  copy: {
    receipt_id: string
    id: string
    refunded_total: number
    voided: boolean
    on_paper: boolean
    made_by: string
  },
): Promise<CopyRow> {
  // One after the other: two that count at once would both be the same copy.
  await tx.run(
    `select pg_advisory_xact_lock(hashtextextended($1, 85))`,
    [copy.receipt_id],
    'receipt-copies-lock',
  )
  const known = await tx.first<CopyRow>(
    'select receipt_id, copy, refunded_total, voided from receipt_copies where id = $1',
    [copy.id],
    'receipt-copy-by-id',
  )
  if (known) return known
  const made = await tx.first<CopyRow>(
    `insert into receipt_copies (receipt_id, copy, id, refunded_total, voided, made_at, made_by, on_paper)
     select $1, coalesce(max(copy), 0) + 1, $2, $3, $4, ledger.now(), $5, $6 from receipt_copies where receipt_id = $1
     returning receipt_id, copy, refunded_total, voided`,
    [copy.receipt_id, copy.id, copy.refunded_total, copy.voided, copy.made_by, copy.on_paper],
    'record-receipt-copy',
  )
  return made!
}

/** Where a member has said, and shown, that mail reaches them. */
export async function findConfirmedEmail(db: Db, userId: string): Promise<string | null> {
  const row = await db.first<{ email: string | null }>(
    `select case when email_verified then email end as email from users where id = $1 and closed_at is null`,
    [userId],
    'confirmed-email',
  )
  return row?.email ?? null
}
