import type { Db, Row, Tx } from '../../../db/sql.ts'
import { holdNames } from '../../../lib/names-store.ts'

export type SentBefore = Row & {
  last_at: Date | null
  in_hour: number
  in_day: number
  /** Wrong guesses of a day at the codes of the first of these shares. */
  wrong: number
}

const wrongOf = (share: string) =>
  `coalesce(sum(tries - case when used_at is null then 0 else 1 end) filter (where share = ${share}), 0)::int`

/**
 * How often this address was written to by these shares of its codes. Holds the address until the commit, so that two
 * callers cannot both be first.
 */
export async function countSentForUpdate(
  tx: Tx,
  targetNames: readonly string[],
  shares: readonly string[],
  at: Date,
): Promise<SentBefore> {
  await holdNames(tx, 'pin', targetNames)
  const row = await tx.first<SentBefore>(
    `select max(created_at) as last_at,
       count(*) filter (where created_at > $2::timestamptz - interval '1 hour')::int as in_hour,
       count(*)::int as in_day, ${wrongOf('($3::text[])[1]')} as wrong
     from pins where target_name = any ($1) and created_at > $2::timestamptz - interval '1 day'
       and share = any ($3::text[])`,
    [targetNames, at, shares],
  )
  return row!
}

/** Whether a member has shown that they read what goes to this number. */
export async function isProvedNumber(db: Db, phoneNumber: string): Promise<boolean> {
  const row = await db.first(
    'select 1 as yes from users where phone_number = $1 and phone_verified',
    [phoneNumber],
    'proved-number',
  )
  return row !== null
}

export type NewPin = {
  id: string
  purpose: string
  owner: string
  target_name: string
  pin_hash: Uint8Array
  /** One of the shares, or `unsent`: what looks like a code and went nowhere. */
  share: string
  to_proved: boolean
  at: Date
  expires_at: Date
  /** Which numbers it went to and which network asked, for what went out as a text. */
  sms: { block: string; network: string } | null
}

export async function recordPin(tx: Tx, pin: NewPin): Promise<void> {
  await tx.run(
    `insert into pins (id, purpose, owner, target_name, pin_hash, created_at, expires_at, sms_block, sms_network,
       share, to_proved)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
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
      pin.share,
      pin.to_proved,
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
 * One guess at a code. The same statement counts and compares, so that of a hundred guesses sent at once five are looked
 * at. Where as many were wrong today as its share allows, none is right: codes that were asked for side by side give a
 * guesser no more tries. Null when it is not open to guesses.
 */
export async function spendTry(
  tx: Tx,
  pin: NewestPin,
  guess: {
    /** Of the code, and of the address that it went to, under each key that is given. */
    pin_hashes: readonly Uint8Array[]
    target_names: readonly string[]
    at: Date
    tries_max: number
    wrong_max: number
  },
): Promise<{ tries: number; is_right: boolean } | null> {
  await holdNames(tx, 'pin', guess.target_names)
  return tx.first<{ tries: number; is_right: boolean }>(
    `update pins set tries = tries + 1, used_at = case when pin_hash = any ($2::bytea[]) and $5 >
         (select ${wrongOf('$7')} from pins where target_name = any ($6) and share = $7
            and created_at > $3::timestamptz - interval '1 day')
       then $3::timestamptz end
     where id = $1 and used_at is null and voided_at is null and expires_at > $3::timestamptz and tries < $4
     returning tries, used_at is not null as is_right`,
    [pin.id, guess.pin_hashes, guess.at, guess.tries_max, guess.wrong_max, guess.target_names, pin.share],
  )
}

export type NewestPin = Row & {
  id: string
  target_name: string
  share: string
  tries: number
  used_at: Date | null
}

export function findNewestPin(db: Db, purpose: string, owner: string): Promise<NewestPin | null> {
  return db.first<NewestPin>(
    `select id, target_name, share, tries, used_at from pins where purpose = $1 and owner = $2
     order by created_at desc, id desc limit 1`,
    [purpose, owner],
  )
}
