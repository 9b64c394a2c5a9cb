import type { Db, Row, Tx } from '../../db/sql.ts'
import { holdNames } from '../../lib/names-store.ts'
import type { ChoicesRow } from './store.ts'

export async function getChoices(db: Db, userId: string, sessionId: string): Promise<ChoicesRow> {
  const row = await db.first<ChoicesRow>(
    `select coalesce(c.push_off, '{}') as push_off, coalesce(c.mail_off, '{}') as mail_off,
       u.email is not null and u.email_verified as mail_reaches, s.shows_amounts
     from users u
     left join notification_choices c on c.user_id = u.id
     left join push_subscriptions s on s.session_id = $2 and s.user_id = u.id
     where u.id = $1`,
    [userId, sessionId],
    'notification-choices',
  )
  if (!row) throw new Error('Somebody who is signed in exists')
  return row
}

type Switched = { on: readonly string[]; off: readonly string[] }

/** Two devices may choose at once: each changes what it named and nothing else. */
export async function recordChoices(
  db: Db,
  userId: string,
  { push, mail }: { push: Switched; mail: Switched },
): Promise<void> {
  await db.run(
    `insert into notification_choices as c (user_id, push_off, mail_off) values ($1, $2, $4)
     on conflict (user_id) do update set
       push_off = array(select unnest(c.push_off) union select unnest($2::text[]) except select unnest($3::text[])),
       mail_off = array(select unnest(c.mail_off) union select unnest($4::text[]) except select unnest($5::text[]))`,
    [userId, push.off, push.on, mail.off, mail.on],
    'notification-choices-record',
  )
}

export type NewSubscription = {
  session_id: string
  user_id: string
  /** Under each key that is given, the current one's first. */
  endpoint_names: readonly string[]
  encrypted: Uint8Array
  shows_amounts: boolean
  at: Date
}

/** A browser that another person used a moment ago shows that person's notices no more. */
export async function recordSubscription(tx: Tx, one: NewSubscription): Promise<void> {
  await holdNames(tx, 'push', one.endpoint_names)
  await tx.run(`delete from push_subscriptions where endpoint_name = any ($1) and session_id <> $2`, [
    one.endpoint_names,
    one.session_id,
  ])
  await tx.run(
    `insert into push_subscriptions (session_id, user_id, endpoint_name, encrypted, shows_amounts, created_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (session_id) do update
     set endpoint_name = excluded.endpoint_name, encrypted = excluded.encrypted, shows_amounts = excluded.shows_amounts`,
    [one.session_id, one.user_id, one.endpoint_names[0], one.encrypted, one.shows_amounts, one.at],
  )
}

export async function forgetSubscription(db: Db, sessionId: string): Promise<void> {
  await db.run(`delete from push_subscriptions where session_id = $1`, [sessionId])
}

/** The device may have given a new address since: that one stays. */
export async function forgetDevice(
  db: Db,
  { session_id, encrypted }: Pick<PushRow, 'session_id' | 'encrypted'>,
): Promise<void> {
  await db.run(
    `delete from push_subscriptions where session_id = $1 and encrypted = $2`,
    [session_id, encrypted],
    'push-device-forget',
  )
}

export type PushRow = Row & {
  notification_id: string
  session_id: string
  attempts: number
  kind: string
  facts: unknown
  topic: string
  encrypted: Buffer
  shows_amounts: boolean
  /** False once the session has ended: the device belongs to no one who may be notified. */
  alive: boolean
}

/**
 * Takes what is due, for a while, and first what a person waits for; what another process holds at this moment is
 * skipped.
 */
export function takeDuePushes(
  db: Db,
  { at, count, leaseSeconds }: { at: Date; count: number; leaseSeconds: number },
): Promise<PushRow[]> {
  return db.rows<PushRow>(
    `with due as (
       select notification_id, session_id from pushes
       where available_at <= $1 order by can_wait, available_at, notification_id limit $2
       for update skip locked
     ), taken as (
       update pushes p
       set attempts = attempts + 1, available_at = $1::timestamptz + make_interval(secs => $3)
       from due where p.notification_id = due.notification_id and p.session_id = due.session_id
       returning p.notification_id, p.session_id, p.attempts
     )
     select t.notification_id, t.session_id, t.attempts, n.kind, n.facts, n.topic, s.encrypted, s.shows_amounts,
       e.revoked_at is null and e.absolute_expires_at > $1 and u.suspended_at is null as alive
     from taken t
     join notifications n on n.id = t.notification_id
     join push_subscriptions s on s.session_id = t.session_id
     join sessions e on e.id = t.session_id
     join users u on u.id = s.user_id
     order by n.created_at, n.id`,
    [at, count, leaseSeconds],
    'pushes-take',
  )
}

type PushId = Pick<PushRow, 'notification_id' | 'session_id'>

export async function forgetPush(db: Db, { notification_id, session_id }: PushId): Promise<void> {
  await db.run(
    `delete from pushes where notification_id = $1 and session_id = $2`,
    [notification_id, session_id],
    'push-forget',
  )
}

export async function putPushOff(
  db: Db,
  { notification_id, session_id }: PushId,
  until: Date,
): Promise<void> {
  await db.run(
    `update pushes set available_at = $3 where notification_id = $1 and session_id = $2`,
    [notification_id, session_id, until],
    'push-put-off',
  )
}

export type MailRow = Row & { user_id: string; email: string }

/** Who of these has a confirmed address and has left the mails of this topic on. */
export function listMailed(db: Db, userIds: readonly string[], topic: string): Promise<MailRow[]> {
  return db.rows<MailRow>(
    `select u.id as user_id, u.email from users u left join notification_choices c on c.user_id = u.id
     where u.id = any ($1::uuid[]) and u.email is not null and u.email_verified and u.suspended_at is null
       and not ($2 = any (coalesce(c.mail_off, '{}')))`,
    [userIds, topic],
    'notifications-mailed',
  )
}
