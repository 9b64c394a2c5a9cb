import type { ReceiptContent } from '@shirogane/contract/receipts'
import type { Db, Tx } from '../../../db/sql.ts'

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

/** Whoever asks first fixes the document; whoever comes second finds it. */
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

/**
 * What of a sale was given back by now. What a return took from the debt was never received, so nothing of it went back.
 */
export async function givenBack(db: Db, saleId: string): Promise<number> {
  const row = await db.first<{ given_back: number }>(
    `select t.refunded_total - coalesce((select sum(r.tender_later) from ledger.transactions r
         where r.related_id = t.id and r.kind = 'refund'), 0)::bigint as given_back
     from ledger.transactions t where t.id = $1`,
    [saleId],
    'receipt-given-back',
  )
  return row!.given_back
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
