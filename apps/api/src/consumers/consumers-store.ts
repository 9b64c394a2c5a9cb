import type { Db, Row, Tx } from '../db/sql.ts'

export type ConsumerName = 'mails' | 'gifts'

/** A movement as its consumers see it first; one that needs more of it reads it by its id. */
export type Followed = {
  xid: string
  id: string
  kind: string
  customer_id: string | null
  spent_total: number
  refunded_total: number
  voided_by: string | null
  level_before: number | null
  level_after: number | null
  completed_at: string
}

/** A place in the order of the database's own transactions. */
export type Position = { xid: string; id: string }

export type Ahead = {
  from: Position
  movements: Followed[]
  /** Something is posted that a transaction which still runs keeps behind itself. */
  waits: boolean
  /** Something that was set aside is due. */
  aside: boolean
}

/** What is ahead of a consumer's cursor. Takes nothing in hand: two processes may see the same. */
export async function lookAhead(db: Db, consumer: ConsumerName, count: number): Promise<Ahead> {
  type Found = Row & { from_xid: string; from_id: string } & Omit<Ahead, 'from'>
  const { from_xid, from_id, movements, waits, aside } = (await db.first<Found>(
    'select * from ledger.look_ahead($1, $2)',
    [consumer, count],
    'consumer-looks',
  ))!
  return { from: { xid: from_xid, id: from_id }, movements, waits, aside }
}

/**
 * Moves the cursor in the caller's commit. Answers false where another process has moved it since it was looked at. What
 * the caller goes on to write waits a second for a lock and no longer: while it waits, no cursor passes it.
 */
export async function passMovements(
  tx: Tx,
  consumer: ConsumerName,
  from: Position,
  to: Position,
): Promise<boolean> {
  const row = await tx.first<{ passed: boolean }>(
    `select ledger.pass_movements($1, $2, $3, $4, $5) as passed, set_config('lock_timeout', '1s', true)`,
    [consumer, from.xid, from.id, to.xid, to.id],
    'consumer-passes',
  )
  return row!.passed
}

/**
 * The same over movements that nothing follows from, in a commit of its own that does not wait for the disk: where a
 * power cut takes it away, they are looked at once more.
 */
export async function passIdly(
  db: Db,
  consumer: ConsumerName,
  from: Position,
  to: Position,
): Promise<boolean> {
  const row = await db.first<{ passed: boolean }>(
    `select set_config('synchronous_commit', 'off', true), ledger.pass_movements($1, $2, $3, $4, $5) as passed`,
    [consumer, from.xid, from.id, to.xid, to.id],
    'consumer-passes-idly',
  )
  return row!.passed
}

export async function setAside(tx: Tx, consumer: ConsumerName, movementId: string): Promise<void> {
  await tx.rows('select ledger.set_movement_aside($1, $2)', [consumer, movementId], 'consumer-sets-aside')
}

/** What was set aside and is due, with how often it is being tried now. */
export function takeSetAside(
  db: Db,
  consumer: ConsumerName,
  count: number,
): Promise<{ attempts: number; movement: Followed }[]> {
  return db.rows('select * from ledger.take_set_aside($1, $2)', [consumer, count], 'consumer-takes-aside')
}

/** Answers false where another process has dealt with it since it was taken. Locks are waited for as above. */
export async function endSetAside(tx: Tx, consumer: ConsumerName, movementId: string): Promise<boolean> {
  const row = await tx.first<{ ended: boolean }>(
    `select ledger.end_set_aside($1, $2) as ended, set_config('lock_timeout', '1s', true)`,
    [consumer, movementId],
    'consumer-ends-aside',
  )
  return row!.ended
}

export async function giveUpSetAside(db: Db, consumer: ConsumerName, movementId: string): Promise<void> {
  await db.rows('select ledger.give_up_set_aside($1, $2)', [consumer, movementId], 'consumer-gives-up')
}

/** For how many seconds the oldest movement has waited for the live screens and for each consumer. */
export function listLags(db: Db): Promise<{ consumer: string; seconds: number }[]> {
  return db.rows('select * from ledger.consumer_lags()', [], 'consumer-lags')
}
