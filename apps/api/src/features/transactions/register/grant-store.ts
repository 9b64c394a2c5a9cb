import type { Db } from '../../../db/sql.ts'

export type ShownCode = {
  id: string
  user_id: string
  state: 'live' | 'claimed' | 'spent' | 'void'
  /** It could still be scanned. */
  lives: boolean
  /** The shop whose register holds it at this moment; null where none does. */
  held_by: string | null
}

/** Whose code this is, and how it stands. To look takes nothing: the act that it is shown for spends it. */
export function findShownCode(db: Db, hash: Uint8Array): Promise<ShownCode | null> {
  return db.first(
    `select c.id, c.user_id, c.state, c.expires_at > ledger.now() as lives,
       case when c.state = 'claimed' and c.claimed_until > ledger.now() then r.store_id end as held_by
     from ledger.pay_codes c left join registers r on r.id = c.claimed_by
     where c.token_hash = $1 or c.code_hash = $1`,
    [hash],
    'shown-code',
  )
}

/** The code of a customer whom a register of this shop is serving. */
export async function findHeldCode(db: Db, userId: string, storeId: string): Promise<string | null> {
  const row = await db.first<{ id: string }>(
    `select c.id from ledger.checkouts k join ledger.pay_codes c on c.id = k.pay_code_id
     where k.customer_id = $1 and k.store_id = $2 and k.status = 'open'
       and c.state = 'claimed' and c.claimed_until > ledger.now()
     order by k.opened_at desc limit 1`,
    [userId, storeId],
    'held-code',
  )
  return row?.id ?? null
}

/** One character of what a member is called: enough for the other side of a move. */
export async function findInitials(db: Db, userIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.rows<{ id: string; initial: string }>(
    `select id, left(coalesce(nullif(last_name, ''), username), 1) as initial from users where id = any ($1)`,
    [userIds],
    'initials',
  )
  return new Map(rows.map(({ id, initial }) => [id, `${initial}＊＊`]))
}
