import type { Db, Row } from '../../db/sql.ts'
import { encryptionMark } from '../auth/index.ts'
import { type Place, type PlaceRow, places } from './places.ts'

export type KeyRow = Row & {
  id: string
  is_first: boolean
  started_at: Date
  used_at: Date
  used_ms_ago: number
  encrypted_pepper: Buffer | null
}

/** The keys that processes of this installation have worked with, the one that started last first. */
export function listKeys(db: Db): Promise<KeyRow[]> {
  return db.rows<KeyRow>(
    `select id, is_first, started_at, used_at, encrypted_pepper,
       (extract(epoch from clock_timestamp() - used_at) * 1000)::float8 as used_ms_ago
     from secret_keys order by started_at desc, id`,
    [],
    'secret-keys',
  )
}

/** Notes the key of the first values, once: of two processes that begin at once one does. */
export async function recordFirstKey(db: Db, id: string): Promise<void> {
  await db.run(
    `insert into secret_keys (id, is_first, started_at, used_at) values ($1, true, now(), now())
     on conflict do nothing`,
    [id],
  )
}

/**
 * A process makes things with this key from now on. Where another one was the newest so far, that was in use until now, and
 * its processes say themselves for how long they go on.
 */
export async function recordStart(db: Db, id: string): Promise<void> {
  await db.run(
    `with newest as (select k.id from secret_keys k order by k.started_at desc, k.id limit 1),
     before as (
       update secret_keys k set used_at = now() from newest n where k.id = n.id and n.id <> $1 returning k.id)
     insert into secret_keys (id, started_at, used_at) values ($1, now(), now())
     on conflict (id) do update set used_at = now(),
       started_at = case when exists (select from before) then now() else secret_keys.started_at end`,
    [id],
  )
}

/** Says that this key is still in use although another one is the newest; without another one there is nothing to say. */
export async function recordUse(db: Db, id: string): Promise<void> {
  await db.run(
    `update secret_keys set used_at = now()
     where id = $1 and started_at < (select max(started_at) from secret_keys)`,
    [id],
    'secret-key-use',
  )
}

export async function recordPepper(
  db: Db,
  { id, encrypted, before }: { id: string; encrypted: Buffer; before: Buffer | null },
): Promise<void> {
  await db.run(
    `update secret_keys set encrypted_pepper = $2 where id = $1 and encrypted_pepper is not distinct from $3`,
    [id, encrypted, before],
  )
}

const mark = `'\\x${encryptionMark.toString('hex')}'::bytea`

/** The key that a encrypted value names; `$1` is that of the first values. */
const keyOf = (column: string): string =>
  `case when substring(${column} from 1 for 4) = ${mark} then encode(substring(${column} from 5 for 4), 'hex')
   else $1::text end`

/** Likewise of a hashed password. */
const keyOfHash = (column: string): string =>
  `case when ${column} like '$%' then $1::text else left(${column}, 8) end`

const hashes = [
  { table: 'users', column: 'password_hash' },
  { table: 'employees', column: 'pin_hash' },
] as const

/** The next values of a place that another key encrypted than this one, in the order of their ids. */
export function listOlder(
  db: Db,
  place: Place,
  { first, current, after, count }: { first: string; current: string; after: string | null; count: number },
): Promise<PlaceRow[]> {
  const columns = (place.columns ?? []).map((column) => `, ${column}`).join('')
  return db.rows<PlaceRow>(
    `select ${place.id}::text as id, ${place.encrypted} as encrypted${columns} from ${place.table}
     where ${place.encrypted} is not null and ($2::${place.type} is null or ${place.id} > $2::${place.type})
       and ${keyOf(place.encrypted)} <> $3 order by ${place.table}.${place.id} limit $4`,
    [first, after, current, count],
  )
}

export type Anew = { id: string; before: Buffer; encrypted: Buffer; names: readonly string[] }

/** Writes values anew, but for those that another request has changed meanwhile. Answers how many it wrote. */
export function writeAnew(db: Db, place: Place, rows: readonly Anew[]): Promise<number> {
  const set = [
    `${place.encrypted} = x.encrypted`,
    ...(place.name ? [`${place.name} = split_part(x.names, ' ', 1)`] : []),
    ...(place.others ? [`${place.others} = (string_to_array(x.names, ' '))[2:]`] : []),
  ]
  return db.run(
    `update ${place.table} t set ${set.join(', ')}
     from unnest($1::text[], $2::bytea[], $3::bytea[], $4::text[]) x (id, before, encrypted, names)
     where t.${place.id} = x.id::${place.type} and t.${place.encrypted} = x.before`,
    [
      rows.map(({ id }) => id),
      rows.map(({ before }) => before),
      rows.map(({ encrypted }) => encrypted),
      rows.map(({ names }) => names.join(' ')),
    ],
  )
}

export type Count = Row & { place: string; key: string; count: number }

/** How many values of each place each key encrypted. */
export async function countEncrypted(db: Db, first: string): Promise<Count[]> {
  const parts = places.map(
    ({ table, encrypted }) =>
      `select '${table}' as place, ${keyOf(encrypted)} as key, count(*)::int as count from ${table}
       where ${encrypted} is not null group by 2`,
  )
  return db.rows<Count>(`${parts.join(' union all ')} order by 1, 2`, [first])
}

/** How many passwords and PINs have the pepper of each key. */
export async function countHashes(db: Db, first: string): Promise<Count[]> {
  const parts = hashes.map(
    ({ table, column }) =>
      `select '${table}' as place, ${keyOfHash(column)} as key, count(*)::int as count from ${table}
       where ${column} is not null group by 2`,
  )
  return db.rows<Count>(`${parts.join(' union all ')} order by 1, 2`, [first])
}

/** Whether anything was written with this key that cannot be read without it. */
export async function isNamed(
  db: Db,
  { id, first, hasPepper }: { id: string; first: string; hasPepper: boolean },
): Promise<boolean> {
  const encrypted = places.map(
    (place) =>
      `select from ${place.table} where ${place.encrypted} is not null and ${keyOf(place.encrypted)} = $2`,
  )
  const hashed = hashes.map(
    ({ table, column }) => `select from ${table} where ${column} is not null and ${keyOfHash(column)} = $2`,
  )
  const row = await db.first<{ is_named: boolean }>(
    `select ${[...encrypted, ...(hasPepper ? [] : hashed)].map((one) => `exists (${one})`).join(' or ')} as is_named`,
    [first, id],
  )
  return row!.is_named
}

/** One encrypted value that carries no id, wherever there is one: it says whether a key is that of the first values. */
export async function findFirstEncrypted(db: Db): Promise<{ place: Place; row: PlaceRow } | null> {
  for (const place of places) {
    const columns = (place.columns ?? []).map((column) => `, ${column}`).join('')
    const row = await db.first<PlaceRow>(
      `select ${place.id}::text as id, ${place.encrypted} as encrypted${columns} from ${place.table}
       where ${place.encrypted} is not null and substring(${place.encrypted} from 1 for 4) <> ${mark} limit 1`,
    )
    if (row) return { place, row }
  }
  return null
}

export type Open = { codes: number; sessions: number }

/** What was made until this moment, is looked up by a hash alone and has not ended: it counts under the key of then. */
export async function countOpen(db: Db, { until, at }: { until: Date; at: Date }): Promise<Open> {
  const row = await db.first<Open>(
    `select (select count(*) from ledger.pay_codes where issued_at <= $1 and expires_at > $2 and state in ('live', 'claimed'))::int
       + (select count(*) from counter_codes where issued_at <= $1 and expires_at > $2)::int
       + (select count(*) from kyc_visits where issued_at <= $1 and expires_at > $2 and used_at is null)::int
       + (select count(*) from pins
          where created_at <= $1 and expires_at > $2 and used_at is null and voided_at is null)::int
       + (select count(*) from handoffs where created_at <= $1 and expires_at > $2 and used_at is null)::int
       + (select count(*) from reset_flows where created_at <= $1 and expires_at > $2 and state <> 'used')::int as codes,
       (select count(*) from sessions
        where revoked_at is null and absolute_expires_at > $2 and rotated_at <= $1)::int as sessions`,
    [until, at],
  )
  return row!
}
