import type { ContactKind } from '@shirogane/contract/inputs/person'
import type { Db, Row } from '../../db/sql.ts'

export type NewContact = {
  id: string
  user_id: string | null
  name: string
  email: string | null
  kind: ContactKind
  message: string
  transaction_id: string | null
  transaction_number: string | null
  search_text: string
}

/** The number of the question; the same words sent twice under one id keep their first. Null where the id is another's. */
export async function recordContact(db: Db, contact: NewContact): Promise<string | null> {
  const made = await db.first<Row & { number: string }>(
    `insert into contacts (id, user_id, name, email, kind, message, transaction_id, transaction_number, search_text)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (id) do nothing returning number`,
    [
      contact.id,
      contact.user_id,
      contact.name,
      contact.email,
      contact.kind,
      contact.message,
      contact.transaction_id,
      contact.transaction_number,
      contact.search_text,
    ],
    'record-contact',
  )
  if (made) return made.number
  const known = await db.first<Row & { number: string }>(
    `select number from contacts where id = $1 and user_id is not distinct from $2 and message = $3`,
    [contact.id, contact.user_id, contact.message],
    'same-contact',
  )
  return known?.number ?? null
}

export type OwnSale = Row & { number: string; name: string; email: string | null }

/** A sale of this person, with whom to answer; null for a sale of anybody else. */
export function findOwnSale(db: Db, transactionId: string, userId: string): Promise<OwnSale | null> {
  return db.first<OwnSale>(
    `select t.number, coalesce(nullif(concat_ws(' ', u.last_name, u.first_name), ''), u.username) as name, u.email
     from ledger.transactions t join users u on u.id = t.customer_id where t.id = $1 and t.customer_id = $2`,
    [transactionId, userId],
    'own-sale',
  )
}
