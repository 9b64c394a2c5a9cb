import { readMigrations, readSchema, type SqlFile } from '@shirogane/api/db/schema-files'

/** How tables that are kept alike are kept, and which part of the brand sees to it. */
type Class = { what: string; kept: string; by: string }

/** What a table may be kept as: `-- Keep wallets as books`. */
const classes = {
  books: {
    what: 'The books: movements, balances and papers by number. They name a person by an account whose name is gone after the withdrawal.',
    kept: 'at least 10 years; nothing removes them',
    by: 'the ledger, which takes nothing back',
  },
  documents: {
    what: 'Papers that bear a name because the law wants it: whom a 領収書 is made out to, the holder of an account that was paid, why balance was paid back, who sold or bought a used piece, a signature under a deferred sale.',
    kept: 'at least 10 years; nothing removes them',
    by: 'triggers that let nothing change',
  },
  member: {
    what: 'What names a member. Login, telephone and mail address go with the withdrawal.',
    kept: 'the membership, and 90 days; 7 days for a person who never proves a telephone',
    by: '`eraseClosed`, `forgetUnverified`',
  },
  login: {
    what: 'What a login needs.',
    kept: 'until the withdrawal, or the end of the login',
    by: '`closeOwnAccount`, the end of a session',
  },
  account: {
    what: 'Of an account, without anything that names its person: choices, invitations and what became of them, when a password changed.',
    kept: 'with the account, which names no person after the withdrawal',
    by: '`eraseClosed`, by emptying the account',
  },
  'identity-pictures': {
    what: 'Pictures of papers and faces.',
    kept: 'the membership, and 7 years; 24 hours where they were never sent in',
    by: '`erasePrivateFiles`: the key first, then the file',
  },
  moment: {
    what: 'What waits for seconds to be told.',
    kept: 'until it is told',
    by: 'the process that tells it',
  },
  staff: {
    what: 'Who works here, by name and number: each paper says who made it.',
    kept: 'with the books',
    by: 'head office, which closes an account',
  },
  demo: {
    what: 'The cards of the demo, which belong to no person.',
    kept: 'with the demo',
    by: 'the demo',
  },
  brand: {
    what: 'The brand itself: shops, goods, prices, texts and the work of the service. Only staff are in it.',
    kept: 'as long as the brand',
    by: 'head office',
  },
} as const satisfies Record<string, Class>
type ClassName = keyof typeof classes

/** What no application may remove: a table that is kept so gives it no right to. */
const unremoved: readonly ClassName[] = ['books', 'documents']

/** A table that keeps its rows for a time of its own. */
type Timed = {
  table: string
  what: string
  kept: string
  source: string
  /** Which rows are over, said of a row `r`; nothing where a function of the ledger says it. */
  over?: string
  /** What is emptied of a row that stays; without it the row goes. */
  emptied?: string
  /** The function of the ledger that empties them, so many rows at most. */
  emptiedBy?: string
  /** The function of the ledger that removes them in a round of its own. */
  removedBy?: string
}

type Keeping =
  | { table: string; as: ClassName }
  /** Its rows go when those of the other table do. */
  | { table: string; with: string }
  | Timed

type Statement = { file: string; table: string; says: string; parts: Record<string, string> }

/** The migrator makes this one before any file is read. */
const byMigrator: Keeping = { table: 'schema_migrations', as: 'brand' }

/** What is written from what the schema files say of their tables, by its path. Reads sources alone. */
export async function retentionFiles(): Promise<Record<string, string>> {
  const keepings = readKeepings([...(await readSchema()), ...(await readMigrations())])
  return {
    'apps/api/src/generated/retention.ts': retentionTable(keepings),
    'docs/data-kept.md': retentionPage(keepings),
  }
}

/**
 * How long each table keeps its rows, as the schema files say it: `-- Keep TABLE as CLASS`, `with TABLE` or
 * `for TIME [from COLUMN] [by FUNCTION] (SOURCE): WHAT`, with lines `over:`, `emptied:` or `emptied by:` beneath. What
 * hangs on a row stands after it in the files, and so before it here. A migration that says it anew is what holds.
 */
function readKeepings(files: readonly SqlFile[]): Keeping[] {
  const said = new Map<string, Keeping>([[byMigrator.table, byMigrator]])
  for (const statement of statementsOf(files)) {
    const keeping = keepingOf(statement)
    if (keeping) said.set(statement.table, keeping)
  }
  return [...said.values()].toReversed()
}

/** What the schema files do not say, or say wrongly, of how long rows are kept and what the application may do to them. */
export function keepingOffences(schema: readonly SqlFile[], migrations: readonly SqlFile[]): string[] {
  const files = [...schema, ...migrations]
  const statements = statementsOf(files)
  const keepings = readKeepings(files)
  const grants = grantsOf(files)
  const homes = new Map(
    files.flatMap(({ name, sql }) =>
      [...sql.matchAll(/^create (?:unlogged )?table ([\w.]+)/gm)].map(([, table = '']) => [table, name]),
    ),
  )
  const known = (table: string) => keepings.some((keeping) => keeping.table === table)
  return [
    ...[...homes]
      .filter(([table]) => !known(table))
      .map(
        ([table, file]) =>
          `${file} does not say how long ${table} keeps its rows: write "-- Keep ${table} as ..." (${Object.keys(classes).join(', ')}) or "-- Keep ${table} for ..." above its grant, and run npm run gen`,
      ),
    ...[...homes]
      .filter(([table]) => !grants.has(table))
      .map(
        ([table, file]) =>
          `${file} does not say what the application may do to ${table}: write "grant select on ${table} to shirogane_app;", with what else it needs, beside the table`,
      ),
    ...statements
      .filter((statement) => !keepingOf(statement))
      .map(
        ({ file, table, says }) =>
          `${file} says "Keep ${table} ${says}", which is none of the forms of tools/lib/schema/retention.ts`,
      ),
    ...statements
      .filter(({ file, table }) =>
        migrations.some(({ name }) => name === file) ? !homes.has(table) : homes.get(table) !== file,
      )
      .map(
        ({ file, table }) =>
          `${file} says how long ${table} keeps its rows, which stands elsewhere: say it there`,
      ),
    ...statements
      .filter(({ file, table }, at) =>
        statements.some((other, before) => before < at && other.file === file && other.table === table),
      )
      .map(({ file, table }) => `${file} says twice how long ${table} keeps its rows: keep one`),
    ...keepings.flatMap((keeping) => {
      const granted = grants.get(keeping.table) ?? ''
      const mayRemove = /\bdelete\b/.test(granted)
      if ('as' in keeping)
        return unremoved.includes(keeping.as) && mayRemove
          ? [
              `${keeping.table} is kept as ${keeping.as}, which nothing removes: take "delete" out of its grant`,
            ]
          : []
      if ('with' in keeping)
        return known(keeping.with) ? [] : [`${keeping.table} is kept with ${keeping.with}, which is no table`]
      const isRemoved = keeping.over !== undefined && keeping.emptied === undefined
      return isRemoved && !mayRemove
        ? [`${keeping.table} loses its rows in the round of each day: add "delete" to its grant`]
        : []
    }),
  ]
}

/** What the round of each day does, as the server reads it. */
function retentionTable(keepings: readonly Keeping[]): string {
  const entries = dailyOf(keepings).map(({ table, kept, over, emptied, emptiedBy }) => {
    const values = { table, kept, ...(emptiedBy ? { by: emptiedBy } : { due: over, empty: emptied }) }
    const lines = Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [`    ${name}: ${value.includes("'") ? `\`${value}\`` : `'${value}'`},`],
    )
    return `  {\n${lines.join('\n')}\n  },`
  })
  return `// Written by \`npm run gen\` from the lines "-- Keep" of the schema files.
import type { Term } from '../features/retention/store.ts'

/** What the round of each day removes or empties, in its order: what hangs on a row goes before it. */
export const terms: readonly Term[] = [
${entries.join('\n')}
]
`
}

/** The page of what is kept. */
function retentionPage(keepings: readonly Keeping[]): string {
  const times = dailyOf(keepings).map(
    ({ table, what, kept, emptied, emptiedBy, source }) =>
      `| \`${table}\` | ${what} | ${kept} | ${emptied || emptiedBy ? 'emptied' : 'removed'} | ${source} |`,
  )
  const short = keepings
    .filter((keeping): keeping is Timed => 'removedBy' in keeping)
    .map(({ table, what, kept, removedBy }) => `| \`${table}\` | ${what} | ${kept} | \`${removedBy}\` |`)
  const places = (Object.keys(classes) as ClassName[]).map((name) => {
    const tables = keepings.filter((keeping) => 'as' in keeping && keeping.as === name)
    const { what, kept, by } = classes[name]
    const names = tables.map(({ table }) => `\`${table}\``).toSorted()
    return `| ${name} | ${what} | ${kept} | ${by} | ${names.join(', ')} |`
  })
  return `# What is kept, and for how long

What the page on privacy promises, table by table, written by \`npm run gen\` from the lines \`-- Keep\` of the schema files.
The reasons are in [guides/retention.md](guides/retention.md).

## Times of their own

The round of each day at 03:30 does these, in this order.

| table | what | kept | then | source |
| --- | --- | --- | --- | --- |
${times.join('\n')}

The ledger removes these by itself, every ten minutes.

| table | what | kept | by |
| --- | --- | --- | --- |
${short.join('\n')}

## Every other table

| as | what | kept | by | tables |
| --- | --- | --- | --- | --- |
${places.join('\n')}
`
}

function dailyOf(keepings: readonly Keeping[]): Timed[] {
  return keepings.filter((keeping): keeping is Timed => 'kept' in keeping && keeping.removedBy === undefined)
}

function statementsOf(files: readonly SqlFile[]): Statement[] {
  return files.flatMap(({ name, sql }) =>
    [...sql.matchAll(/^-- Keep (\S+) ([^\n]*(?:\n-- {3,}\S[^\n]*)*)/gm)].map(([, table = '', text = '']) => {
      const [says = '', ...rest] = text
        .replaceAll(/\n-- {3,}(over|emptied|emptied by): /g, '\0$1\0')
        .replaceAll(/\n-- +/g, ' ')
        .split('\0')
      const parts = Object.fromEntries(
        rest.flatMap((part, at) => (at % 2 === 0 ? [[part, rest[at + 1] ?? '']] : [])),
      )
      return { file: name, table, says, parts }
    }),
  )
}

function keepingOf({ table, says, parts }: Statement): Keeping | undefined {
  const [, name] = /^as ([a-z-]+)$/.exec(says) ?? []
  if (name !== undefined) return name in classes ? { table, as: name as ClassName } : undefined
  const [, other] = /^with ([\w.]+)$/.exec(says) ?? []
  if (other !== undefined) return { table, with: other }
  const [, kept = '', column, removedBy, source = '', what = ''] =
    /^for ([^(]+?)(?: from (\w+))?(?: by ([\w.]+))? \(([^)]+)\): (.+)$/.exec(says) ?? []
  if (!kept) return undefined
  const timed = { table, what, kept, source }
  if (removedBy !== undefined) return { ...timed, removedBy }
  const emptiedBy = parts['emptied by']
  if (emptiedBy !== undefined) return { ...timed, emptiedBy }
  const over = column === undefined ? parts.over : `r.${column} < ledger.now() - interval '${kept}'`
  if (over === undefined) return undefined
  return parts.emptied === undefined ? { ...timed, over } : { ...timed, over, emptied: parts.emptied }
}

function grantsOf(files: readonly SqlFile[]): Map<string, string> {
  return new Map(
    files.flatMap(({ sql }) =>
      [...sql.matchAll(/^grant ([^;]*?)\son\s+([\w.]+)\s+to\s+shirogane_app;/gm)].map(
        ([, what = '', table = '']) => [table, what],
      ),
    ),
  )
}
