import type { Db, Row } from '../../db/sql.ts'

export type MessageRow = Row & {
  id: string
  channel: 'mail' | 'sms'
  template: string
  encrypted: Buffer
  attempts: number
  addressee: string | null
  is_staff: boolean
  user_id: string | null
  /** Where else this person can be told. */
  email: string | null
}

export type RecordedMessage = {
  id: string
  user_id: string | null
  channel: 'mail' | 'sms'
  template: string
  dedupe_key: string
  recipient_name: string
  encrypted: Uint8Array
  can_wait: boolean
  at: Date
}

export async function recordMessages(db: Db, messages: readonly RecordedMessage[]): Promise<number> {
  if (messages.length === 0) return 0
  const column = <Key extends keyof RecordedMessage>(key: Key): RecordedMessage[Key][] =>
    messages.map((one) => one[key])
  return db.run(
    `insert into messages (id, user_id, channel, template, dedupe_key, recipient_name, encrypted, can_wait, created_at,
       available_at)
     select *, m.at from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bytea[],
       $8::boolean[], $9::timestamptz[]) m (id, user_id, channel, template, dedupe_key, recipient_name, encrypted, can_wait, at)
     on conflict (dedupe_key) do nothing`,
    [
      column('id'),
      column('user_id'),
      column('channel'),
      column('template'),
      column('dedupe_key'),
      column('recipient_name'),
      column('encrypted'),
      column('can_wait'),
      column('at'),
    ],
    'messages-record',
  )
}

/** Staff have their name from their employee record, not from their login. */
const reader = `coalesce(e.name, nullif(concat_ws(' ', u.last_name, u.first_name), ''), u.username) as addressee,
  e.user_id is not null as is_staff`
const readers = `left join users u on u.id = m.user_id left join employees e on e.user_id = m.user_id`

/**
 * Takes what is due, for a while, and first what a person waits for: a process that dies with it in hand leaves it to
 * be taken again. A message that another process holds at this moment is skipped.
 */
export function takeDueMessages(
  db: Db,
  {
    channels,
    at,
    count,
    leaseSeconds,
  }: { channels: readonly string[]; at: Date; count: number; leaseSeconds: number },
): Promise<MessageRow[]> {
  return db.rows<MessageRow>(
    `with due as (
       select id from messages
       where sent_at is null and failure is null and available_at <= $1 and channel = any ($2)
       order by can_wait, available_at, id limit $3
       for update skip locked
     ), taken as (
       update messages m set attempts = attempts + 1, available_at = $1::timestamptz + make_interval(secs => $4)
       from due where m.id = due.id
       returning m.id, m.user_id, m.channel, m.template, m.encrypted, m.attempts
     )
     select m.id, m.channel, m.template, m.encrypted, m.attempts, ${reader}, m.user_id, u.email
     from taken m ${readers} order by m.id`,
    [at, channels, count, leaseSeconds],
    'messages-take',
  )
}

export async function recordMessageSent(db: Db, id: string, at: Date, keepContents: boolean): Promise<void> {
  await db.run(
    `update messages set sent_at = $2, encrypted = case when $3 then encrypted end where id = $1`,
    [id, at, keepContents],
    'message-sent',
  )
}

export async function putMessageOff(db: Db, id: string, until: Date): Promise<void> {
  await db.run(`update messages set available_at = $2 where id = $1`, [id, until], 'message-put-off')
}

export async function recordMessageFailure(db: Db, id: string, reason: string): Promise<void> {
  await db.run(
    `update messages set failure = $2, encrypted = null where id = $1`,
    [id, reason.slice(0, 200)],
    'message-failed',
  )
}

export type KeptMessage = Row & {
  id: string
  channel: 'mail' | 'sms'
  template: string
  encrypted: Buffer
  created_at: Date
  addressee: string | null
  is_staff: boolean
}

export function listKeptMessages(
  db: Db,
  recipients: readonly string[] | null,
  count: number,
): Promise<KeptMessage[]> {
  return db.rows<KeptMessage>(
    `select m.id, m.channel, m.template, m.encrypted, m.created_at, ${reader}
     from messages m ${readers}
     where m.encrypted is not null and m.failure is null and ($1::text[] is null or m.recipient_name = any ($1))
     order by m.created_at desc, m.id desc limit $2`,
    [recipients, count],
    'messages-kept',
  )
}

/** Where the installation is, in one line; null before it has a shop. */
export async function findBrandAddress(db: Db): Promise<string | null> {
  const row = await db.first<{ address: string | null }>(
    `select '〒' || left(postcode, 3) || '-' || right(postcode, 4) || ' ' || address as address
     from stores where id = ledger.home_store()`,
    [],
    'brand-address',
  )
  return row?.address ?? null
}
