import { Client } from 'pg'
import { hashOf, migrationNames, readBaseline, readMigrations } from './schema-files.ts'

const baselineName = 'baseline'
const functionsName = 'functions'
/** One migrator at a time, however many processes start together. */
const lockKey = 7_165_001
/** A circle of waiting, and a lock that did not come in time. */
const waits = ['40P01', '55P03']
const attemptsMax = 20

export class MigrationTrouble extends Error {}

/** The names under which a database of this version has recorded its tables. */
export const namesOfShape = (): string[] => [baselineName, ...migrationNames()]

/**
 * Brings the database to the newest shape: the baseline where it is empty, numbered migrations once each and in order, then
 * the functions whenever their text has changed. Each is one commit. Refuses a database that belongs to something else, that
 * a newer version has already changed, or that is older than the baseline, with one sentence.
 *
 * @param folder of the migrations, for a test that has its own
 */
export async function migrate(
  url: string,
  log: (line: string) => void = () => {},
  folder?: URL,
): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await refuseForeignDatabase(client)
    await client.query(`create table if not exists schema_migrations (
      name text primary key, hash text not null, applied_at timestamptz not null default now())`)
    for (const step of await findPending(client, folder)) {
      log(step.says)
      await apply(client, step)
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
    const first = rows[0]?.exists ? (await findPending(client))[0]?.name : 'it is empty'
    if (first !== undefined) {
      throw new MigrationTrouble(
        `The database is not of this version yet (${first}): run "npm run db:migrate" with DATABASE_OWNER_URL first.`,
      )
    }
  } finally {
    await client.end()
  }
}

/** One commit, and the texts that are recorded with it. */
type Step = { name: string; says: string; sql: string; records: { name: string; hash: string }[] }

/** What has not been applied yet, in its order. */
async function findPending(client: Client, folder?: URL): Promise<Step[]> {
  const { rows } = await client.query<{ name: string; hash: string }>(
    'select name, hash from schema_migrations',
  )
  const applied = new Map(rows.map((row) => [row.name, row.hash]))
  const baseline = await readBaseline()
  const functions = { name: functionsName, hash: hashOf(baseline.functions) }
  const pending: Step[] = []
  if (applied.size === 0) {
    const records = [{ name: baselineName, hash: baseline.hash }, functions]
    const sql = `${baseline.sql}\ngrant select on schema_migrations to shirogane_app;`
    pending.push({ name: baselineName, says: 'Making the tables', sql, records })
  } else if (!applied.has(baselineName)) {
    throw new MigrationTrouble(
      'The database is older than the baseline of this version, of which no version was ever released: make it anew, with "npm run db:reset" where it is the embedded one.',
    )
  } else if (applied.get(baselineName) !== baseline.hash) {
    throw new MigrationTrouble(
      'A schema file was edited after the database had been made from it. Undo the edit and write a migration instead; before the first release, make the database anew ("npm run db:reset").',
    )
  }
  const migrations = await readMigrations(folder)
  const unknown = [...applied.keys()].find(
    (name) => /^\d{4}-/.test(name) && !migrations.some((one) => one.name === name),
  )
  if (unknown) {
    throw new MigrationTrouble(
      `The database was changed by a newer version (${unknown}). Start that version, or restore a backup from before it.`,
    )
  }
  for (const { name, sql } of migrations) {
    const hash = hashOf(sql)
    const known = applied.get(name)
    if (known === hash) continue
    if (known !== undefined) {
      throw new MigrationTrouble(
        `Migration ${name} was edited after it had been applied. Undo the edit and write a new migration instead.`,
      )
    }
    pending.push({ name, says: `Applying ${name}`, sql, records: [{ name, hash }] })
  }
  if (applied.size > 0 && applied.get(functionsName) !== functions.hash) {
    const says = 'Loading the functions of the database'
    pending.push({ name: functionsName, says, sql: baseline.functions, records: [functions] })
  }
  return pending
}

/**
 * Where payments go on meanwhile, PostgreSQL may end this side of a circle of waiting, and a check of the books holds what
 * it reads for minutes. Nothing has been done yet, so it begins again instead of ending the start of the server.
 */
async function apply(client: Client, step: Step): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await applyOnce(client, step)
    } catch (error) {
      if (!waits.includes((error as { code?: string }).code ?? '') || attempt >= attemptsMax) throw error
    }
  }
}

async function applyOnce(client: Client, { sql, records }: Step): Promise<void> {
  await client.query('begin')
  try {
    await client.query("set local lock_timeout = '10s'")
    await client.query(sql)
    for (const { name, hash } of records) {
      await client.query(
        `insert into schema_migrations (name, hash) values ($1, $2)
         on conflict (name) do update set hash = excluded.hash, applied_at = now()`,
        [name, hash],
      )
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function refuseForeignDatabase(client: Client): Promise<void> {
  const { rows } = await client.query<{ ours: boolean; tables: number }>(
    // Other programs have a table of that name too, but not with what was applied in it. What an extension brings does not count.
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
