import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { ledgerFunctions } from '@shirogane/ledger/functions'
import { Client } from 'pg'

const migrationsDir = new URL('../../migrations/', import.meta.url)
/** One migrator at a time, however many processes start together. */
const lockKey = 7_165_001
/** A circle of waiting, and a lock that did not come in time. */
const waits = ['40P01', '55P03']
const attemptsMax = 20

export class MigrationTrouble extends Error {}

/**
 * Brings the database to the newest shape: numbered migrations once each and in order, then the ledger's functions
 * whenever their text has changed. Each file is one commit. Refuses a database that belongs to something else, or that
 * a newer version has already changed, with one sentence.
 */
export async function migrate(url: string, log: (line: string) => void = () => {}): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await refuseForeignDatabase(client)
    await client.query(`create table if not exists schema_migrations (
      name text primary key, hash text not null, applied_at timestamptz not null default now())`)
    const { isNew, pending } = await findPending(client)
    if (isNew) log('Making the tables')
    for (const file of pending) {
      // Whoever upgrades wants to know what changes; on a first start everything does.
      if (!isNew)
        log(file.name === functionsName ? 'Loading the functions of the ledger' : `Applying ${file.name}`)
      await apply(client, file)
    }
  } finally {
    await client.end()
  }
}

/** Refuses a database that is not of this version, for a start that may not change it. */
export async function refuseOutdated(url: string): Promise<void> {
  const client = new Client({ connectionString: url, options: '-c role=shirogane_app' })
  await client.connect()
  try {
    const { rows } = await client.query<{ exists: boolean }>(
      `select to_regclass('public.schema_migrations') is not null as exists`,
    )
    const first = rows[0]?.exists ? (await findPending(client)).pending[0]?.name : 'it is empty'
    if (first !== undefined) {
      throw new MigrationTrouble(
        `The database is not of this version yet (${first}): run "npm run db:migrate" with DATABASE_OWNER_URL first.`,
      )
    }
  } finally {
    await client.end()
  }
}

const functionsName = 'ledger-functions'
type File = { name: string; hash: string; sql: string }

/** What has not been applied yet, in its order. */
async function findPending(client: Client): Promise<{ isNew: boolean; pending: File[] }> {
  const { rows } = await client.query<{ name: string; hash: string }>(
    'select name, hash from schema_migrations',
  )
  const applied = new Map(rows.map((row) => [row.name, row.hash]))
  const names = (await readdir(migrationsDir)).filter((name) => /^\d{4}-.*\.sql$/.test(name)).toSorted()
  const unknown = [...applied.keys()].find((name) => /^\d{4}-/.test(name) && !names.includes(name))
  if (unknown) {
    throw new MigrationTrouble(
      `The database was changed by a newer version (${unknown}). Start that version, or restore a backup from before it.`,
    )
  }
  const pending: File[] = []
  for (const name of names) {
    const sql = await readFile(new URL(name, migrationsDir), 'utf8')
    const hash = hashOf(sql)
    const known = applied.get(name)
    if (known === hash) continue
    if (known !== undefined) {
      throw new MigrationTrouble(
        `Migration ${name} was edited after it had been applied. Undo the edit and write a new migration instead.`,
      )
    }
    pending.push({ name, hash, sql })
  }
  const sql = (await ledgerFunctions()).map((file) => file.sql).join('\n')
  const hash = hashOf(sql)
  if (applied.get(functionsName) !== hash) pending.push({ name: functionsName, hash, sql })
  return { isNew: applied.size === 0, pending }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Where payments go on meanwhile, PostgreSQL may end this side of a circle of waiting, and a check of the books holds what
 * it reads for minutes. Nothing has been done yet, so it begins again instead of ending the start of the server.
 */
async function apply(client: Client, file: File): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await applyOnce(client, file)
    } catch (error) {
      if (!waits.includes((error as { code?: string }).code ?? '') || attempt >= attemptsMax) throw error
    }
  }
}

async function applyOnce(client: Client, { name, hash, sql }: File): Promise<void> {
  await client.query('begin')
  try {
    await client.query("set local lock_timeout = '10s'")
    await client.query(sql)
    await client.query(
      `insert into schema_migrations (name, hash) values ($1, $2)
       on conflict (name) do update set hash = excluded.hash, applied_at = now()`,
      [name, hash],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function refuseForeignDatabase(client: Client): Promise<void> {
  const { rows } = await client.query<{ ours: boolean; tables: number }>(
    // Other programs have a table of that name too, but not with what was applied in it. What an extension brings is nobody's.
    `select exists (select from pg_attribute
         where attrelid = to_regclass('public.schema_migrations') and attname = 'hash' and not attisdropped) as ours,
       (select count(*)::int from pg_class c
         where c.relkind in ('r', 'p') and c.relnamespace::regnamespace::text !~ '^(pg_|information_schema$)'
           and not exists (select from pg_depend d
             where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')) as tables`,
  )
  const row = rows[0]
  if (row && !row.ours && row.tables > 0) {
    throw new MigrationTrouble(
      'The database already holds tables of something else. Point DATABASE_URL at an empty database.',
    )
  }
}
