import type { Db } from '../../db/sql.ts'

export type NewCounterCode = {
  id: string
  user_id: string
  session_id: string
  token_hash: Uint8Array
  code_hash: Uint8Array
  at: Date
  expires_at: Date
  overlap_until: Date
}

/** The code before it ends after a short overlap, because it may be under a scanner. */
export async function recordCounterCode(db: Db, code: NewCounterCode): Promise<void> {
  await db.run(
    `with former as (
       update counter_codes set expires_at = $8
       where user_id = $2 and expires_at > $8 and read_at is null
     )
     insert into counter_codes (id, user_id, session_id, token_hash, code_hash, issued_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      code.id,
      code.user_id,
      code.session_id,
      code.token_hash,
      code.code_hash,
      code.at,
      code.expires_at,
      code.overlap_until,
    ],
  )
}
