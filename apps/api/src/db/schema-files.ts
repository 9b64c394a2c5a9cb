import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { ledgerFunctions } from '@shirogane/ledger/functions'
import { ledgerSchema } from '@shirogane/ledger/schema-files'

const migrationsFolder = new URL('../../migrations/', import.meta.url)

export type SqlFile = { name: string; sql: string }

/** The tables outside the ledger by subject. Each file may refer to those before it; what refers to a later one is added at its foot. */
const tables = [
  'people/roles.sql',
  'brand/stores.sql',
  'people/users.sql',
  'people/employees.sql',
  'people/sessions.sql',
  'people/credentials.sql',
  'brand/settings.sql',
  'operation/approvals.sql',
  'operation/audit-log.sql',
  'operation/messages.sql',
  'operation/live.sql',
  'brand/legal-documents.sql',
  'people/contacts.sql',
  'people/kyc.sql',
  'people/members.sql',
  'brand/levels.sql',
  'brand/campaigns.sql',
  'brand/articles.sql',
  'money/counter.sql',
  'money/receipts.sql',
  'money/cards.sql',
  'money/buybacks.sql',
  'money/affiliators.sql',
  'money/payouts.sql',
  'money/prepaid.sql',
  'money/deferred.sql',
  'operation/operation.sql',
] as const

/** Their functions, which triggers call. */
const functions = [
  'holds.sql',
  'setting-defaults.sql',
  'rows-stay.sql',
  'users.sql',
  'sessions.sql',
  'staff.sql',
  'kyc.sql',
  'members.sql',
  'documents.sql',
  'levels.sql',
  'articles.sql',
  'buybacks.sql',
  'affiliators.sql',
  'payouts.sql',
] as const

/** Stands in a schema file above what needs the functions: their triggers, checks that call one, keys to tables of later files. */
const divider = '\n-- After the functions\n'

/** Every file that tables stand in, in the order of loading. */
export async function readSchema(): Promise<SqlFile[]> {
  return [...(await Promise.all(tables.map((name) => read(name)))), ...(await ledgerSchema())]
}

/** Every function. Loading them twice is harmless: each one replaces what was there. */
export async function readFunctions(): Promise<SqlFile[]> {
  return [
    ...(await Promise.all(functions.map((name) => read(`functions/${name}`)))),
    ...(await ledgerFunctions()).map(({ name, sql }) => ({ name: `packages/ledger/src/${name}`, sql })),
  ]
}

/** What an empty database is given: all tables, then all functions, then what stands after the functions. */
export async function readBaseline(): Promise<{ hash: string; sql: string; functions: string }> {
  const schema = await readSchema()
  const parts = schema.map(({ sql }) => sql.split(divider))
  const functions = textOf(await readFunctions())
  return {
    hash: hashOf(textOf(schema)),
    sql: [...parts.map(([before]) => before), functions, ...parts.flatMap(([, after]) => after ?? [])].join(
      '\n',
    ),
    functions,
  }
}

/** What was changed since the baseline, in its order. */
export async function readMigrations(folder: URL = migrationsFolder): Promise<SqlFile[]> {
  return Promise.all(
    migrationNames(folder).map(async (name) => ({
      name,
      sql: await readFile(new URL(name, folder), 'utf8'),
    })),
  )
}

export const migrationNames = (folder: URL = migrationsFolder): string[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}-.*\.sql$/.test(name))
    .toSorted()

export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

const textOf = (files: readonly SqlFile[]) => files.map(({ sql }) => sql).join('\n')

async function read(path: string): Promise<SqlFile> {
  return {
    name: `apps/api/schema/${path}`,
    sql: await readFile(new URL(`../../schema/${path}`, import.meta.url), 'utf8'),
  }
}
