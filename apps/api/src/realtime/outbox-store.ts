import type { Db, Row } from '../db/sql.ts'

export type OutboxRow = Row & { id: number; topic: string; transaction_id: string; attempts: number }

/**
 * Takes what is due, for a while: a process that dies with it in hand leaves it to be taken again. Rows that another
 * process holds at this moment are skipped, not waited for. A row that has not been tried yet is due at any time: a
 * clock that was set back, or another database's after a failover, must not silence what has happened. The lease is in
 * no index, so that a row which is taken changes in its place.
 */
export function takeDue(db: Db, count: number, leaseSeconds: number): Promise<OutboxRow[]> {
  return db.rows<OutboxRow>(
    `with due as (
       select id from ledger.outbox
       where sent_at is null and not dead and (attempts = 0 or coalesce(leased_until, available_at) <= ledger.now())
       order by available_at, id limit $1
       for update skip locked
     ), taken as (
       update ledger.outbox o
       set attempts = attempts + 1, leased_until = ledger.now() + make_interval(secs => $2)
       from due where o.id = due.id
       returning o.id, o.topic, o.transaction_id, o.attempts
     )
     select * from taken order by id`,
    [count, leaseSeconds],
    'outbox-take',
  )
}

export async function recordSent(db: Db, ids: readonly number[]): Promise<void> {
  await db.run(
    `update ledger.outbox set sent_at = ledger.now(), leased_until = null where id = any ($1)`,
    [ids],
    'outbox-sent',
  )
}

/** Due again at once. As these were not tried, they have not used up one of their tries. */
export async function giveBack(db: Db, ids: readonly number[]): Promise<void> {
  await db.run(
    `update ledger.outbox set available_at = ledger.now(), leased_until = null, attempts = attempts - 1
     where id = any ($1) and sent_at is null and not dead`,
    [ids],
    'outbox-give-back',
  )
}

export async function putOff(db: Db, id: number, seconds: number): Promise<void> {
  await db.run(
    `update ledger.outbox set available_at = ledger.now() + make_interval(secs => $2), leased_until = null where id = $1`,
    [id, seconds],
    'outbox-put-off',
  )
}

export async function giveUp(db: Db, id: number): Promise<void> {
  await db.run(`update ledger.outbox set dead = true where id = $1`, [id], 'outbox-give-up')
}
