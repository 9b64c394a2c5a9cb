import { limits } from '@shirogane/contract/rules/limits'
import type { NoticeTopic } from '@shirogane/contract/resources/members/notifications'
import type { Db, Row } from '../../db/sql.ts'
import type { NoticeFacts } from '../../notices/notices.ts'

export type NotificationRow = Row & {
  id: string
  kind: string
  facts: unknown
  read_at: Date | null
  transaction_id: string | null
  picture: string | null
  action_path: string | null
  created_at: Date
}

/** `shows_amounts` is null where the device of the session is told nothing. */
export type ChoicesRow = Row & {
  push_off: string[]
  mail_off: string[]
  mail_reaches: boolean
  shows_amounts: boolean | null
}

const columns = 'id, kind, facts, read_at, transaction_id, picture, action_path, created_at'

export async function countUnread(db: Db, userId: string): Promise<number> {
  const row = await db.first<{ count: number }>(
    `select count(*)::int as count from (
       select 1 from notifications where user_id = $1 and read_at is null limit ${limits.listTotalCap}) unread`,
    [userId],
    'notifications-unread',
  )
  return row?.count ?? 0
}

export async function countNotifications(db: Db, userId: string): Promise<number> {
  const row = await db.first<{ count: number }>(
    `select count(*)::int as count from (
       select 1 from notifications where user_id = $1 limit ${limits.listTotalCap + 1}) counted`,
    [userId],
    'notifications-count',
  )
  return row?.count ?? 0
}

export function listNotifications(
  db: Db,
  userId: string,
  offset: number,
  limit: number,
): Promise<NotificationRow[]> {
  return db.rows<NotificationRow>(
    `select ${columns} from notifications where user_id = $1 order by created_at desc, id desc offset $2 limit $3`,
    [userId, offset, limit],
    'notifications-page',
  )
}

/** Null where the notice is not this person's. */
export function findNotification(db: Db, userId: string, id: string): Promise<NotificationRow | null> {
  return db.first<NotificationRow>(
    `select ${columns} from notifications where id = $2 and user_id = $1`,
    [userId, id],
    'notification',
  )
}

/** Reading twice keeps the first moment. Null where the notice is not this person's. */
export function markRead(db: Db, userId: string, id: string, at: Date): Promise<NotificationRow | null> {
  return db.first<NotificationRow>(
    `update notifications set read_at = coalesce(read_at, $3) where id = $2 and user_id = $1 returning ${columns}`,
    [userId, id, at],
    'notification-read',
  )
}

export async function markAllRead(db: Db, userId: string, at: Date): Promise<void> {
  await db.run(`update notifications set read_at = $2 where user_id = $1 and read_at is null`, [userId, at])
}

export type NewNotification = NoticeFacts & {
  id: string
  user_id: string
  /** What the reader may switch off; news unless it is said. */
  topic?: NoticeTopic | 'security'
  /** The page of the app to which its button leads. */
  path?: string
  dedupe_key: string
  transaction_id: string | null
  created_at: Date
  /** What many are told at once reaches devices behind what one person waits for. */
  can_wait?: boolean
}

/**
 * An event may be delivered twice; its notice is written once, and with it what the reader's devices are to be told. A
 * caller that wants that at once says `ctx.wakePusher()` after the commit; it goes out within a second without.
 *
 * @returns how many times a device is to be told of them
 */
export async function recordNotifications(db: Db, notices: readonly NewNotification[]): Promise<number> {
  if (notices.length === 0) return 0
  const column = <Key extends keyof NewNotification>(key: Key): NewNotification[Key][] =>
    notices.map((one) => one[key])
  return db.run(
    `with written as (
       insert into notifications (id, user_id, kind, facts, topic, dedupe_key, transaction_id, created_at,
         action_path)
       select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::jsonb[], $5::text[], $6::text[], $7::uuid[],
         $8::timestamptz[], $9::text[])
       on conflict (dedupe_key) do nothing
       returning id, user_id, topic
     )
     insert into pushes (notification_id, session_id, can_wait)
     select w.id, s.session_id, n.can_wait
     from written w join unnest($1::uuid[], $10::boolean[]) n (id, can_wait) using (id)
     join push_subscriptions s on s.user_id = w.user_id
     left join notification_choices c on c.user_id = w.user_id
     where not (w.topic = any (coalesce(c.push_off, '{}')))`,
    [
      column('id'),
      column('user_id'),
      column('kind'),
      notices.map(({ facts }) => JSON.stringify(facts)),
      notices.map(({ topic }) => topic ?? 'news'),
      column('dedupe_key'),
      column('transaction_id'),
      column('created_at'),
      notices.map(({ path }) => path ?? null),
      notices.map(({ can_wait }) => can_wait ?? false),
    ],
    'notifications-record',
  )
}
