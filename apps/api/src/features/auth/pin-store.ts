import type { Db, Row, Tx } from '../../db/sql.ts'

export type SentBefore = Row & { last_at: Date | null; in_hour: number; in_day: number }

/** How often this address was written to. Holds the address until the commit, so that two callers cannot both be first. */
export async function countSentForUpdate(tx: Tx, targetName: string, at: Date): Promise<SentBefore> {
  await tx.rows(`select pg_advisory_xact_lock(hashtextextended('pin ' || $1, 0))`, [targetName])
  const row = await tx.first<SentBefore>(
    `select max(created_at) as last_at,
       count(*) filter (where created_at > $2::timestamptz - interval '1 hour')::int as in_hour, count(*)::int as in_day
     from pins where target_name = $1 and created_at > $2::timestamptz - interval '1 day'`,
    [targetName, at],
  )
  return row!
}

export type NewPin = {
  id: string
  purpose: string
  owner: string
  target_name: string
  pin_hash: Uint8Array
  at: Date
  expires_at: Date
  /** Which numbers it went to and which network asked, for what went out as a text. */
  sms: { block: string; network: string } | null
}

export async function recordPin(tx: Tx, pin: NewPin): Promise<void> {
  await tx.run(
    `insert into pins (id, purpose, owner, target_name, pin_hash, created_at, expires_at, sms_block, sms_network)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      pin.id,
      pin.purpose,
      pin.owner,
      pin.target_name,
      pin.pin_hash,
      pin.at,
      pin.expires_at,
      pin.sms?.block ?? null,
      pin.sms?.network ?? null,
    ],
  )
}

export async function voidPins(tx: Tx, purpose: string, owners: readonly string[], at: Date): Promise<void> {
  await tx.run(
    `update pins set voided_at = $3 where purpose = $1 and owner = any ($2) and voided_at is null and used_at is null`,
    [purpose, owners, at],
  )
}

/**
 * One guess at the newest code. The same statement counts and compares, so that of a hundred guesses sent at once five
 * are looked at. Null when no code is open to guesses.
 */
export function spendTry(
  tx: Tx,
  guess: { purpose: string; owner: string; pin_hash: Uint8Array; at: Date; tries_max: number },
): Promise<{ tries: number; is_right: boolean } | null> {
  return tx.first<{ tries: number; is_right: boolean }>(
    `update pins set tries = tries + 1, used_at = case when pin_hash = $3 then $4::timestamptz end
     where id = (select id from pins where purpose = $1 and owner = $2 order by created_at desc, id desc limit 1)
       and used_at is null and voided_at is null and expires_at > $4::timestamptz and tries < $5
     returning tries, used_at is not null as is_right`,
    [guess.purpose, guess.owner, guess.pin_hash, guess.at, guess.tries_max],
  )
}

export function findNewestPin(
  db: Db,
  purpose: string,
  owner: string,
): Promise<{ tries: number; used_at: Date | null; voided_at: Date | null; expires_at: Date } | null> {
  return db.first(
    `select tries, used_at, voided_at, expires_at from pins where purpose = $1 and owner = $2
     order by created_at desc, id desc limit 1`,
    [purpose, owner],
  )
}
