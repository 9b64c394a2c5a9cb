import { readMigrations, readSchema } from '@shirogane/api/db/schema-files'
import pg from 'pg'

type Column = { table: string; name: string; definition: string }
type Part = { table: string; definition: string }
type Key = { table: string; target: string; columns: string }

/** The tables as a new database has them, and a drawing of which refers to which: both by the subjects of the schema files. */
export async function schemaPages(url: string): Promise<Record<string, string>> {
  const subjects = await readSubjects()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set search_path = public')
    const columns = await rowsOf<Column>(client, columnsSql)
    const parts = {
      constraints: await rowsOf<Part>(client, constraintsSql),
      indexes: await rowsOf<Part>(client, indexesSql),
      triggers: await rowsOf<Part>(client, triggersSql),
      grants: await rowsOf<Part>(client, grantsSql),
    }
    const keys = await rowsOf<Key>(client, keysSql)
    return {
      'docs/schema.sql': sqlPage(subjects, columns, parts),
      'docs/schema.md': drawingPage(subjects, keys),
    }
  } finally {
    await client.end()
  }
}

type Subject = { file: string; tables: { name: string; what: string }[] }

/** Which tables stand in which file, and what the comment above each says it is. */
async function readSubjects(): Promise<Subject[]> {
  const migrations = (await readMigrations()).map(({ name, sql }) => ({
    name: `apps/api/migrations/${name}`,
    sql,
  }))
  return [...(await readSchema()), ...migrations]
    .map(({ name, sql }) => ({
      file: name,
      tables: [...sql.matchAll(/((?:^--[^\n]*\n)*)^create (?:unlogged )?table ([\w.]+)/gm)].map(
        ([, comment = '', table = '']) => ({ name: table, what: comment.replaceAll(/^-- ?/gm, '').trim() }),
      ),
    }))
    .filter(({ tables }) => tables.length > 0)
}

function sqlPage(
  subjects: Subject[],
  columns: Column[],
  {
    constraints,
    indexes,
    triggers,
    grants,
  }: Record<'constraints' | 'indexes' | 'triggers' | 'grants', Part[]>,
): string {
  const of = (table: string, parts: Part[]) =>
    parts.filter((part) => part.table === table).map(({ definition }) => definition)
  const table = (name: string) => {
    const lines = [
      ...columns.filter((column) => column.table === name).map(({ definition }) => definition),
      ...of(name, constraints),
    ]
    return [
      `create table ${name} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n);`,
      ...[...of(name, indexes), ...of(name, triggers), ...of(name, grants)].map(
        (definition) => `${definition};`,
      ),
    ].join('\n')
  }
  return `-- Every table as a new database has it, by npm run gen. To read, never to load: the sources are named above each subject.

${subjects
  .map(({ file, tables }) => `-- ${file}\n\n${tables.map(({ name }) => table(name)).join('\n\n')}`)
  .join('\n\n')}
`
}

function drawingPage(subjects: Subject[], keys: Key[]): string {
  const sections = subjects.map(({ file, tables }) => {
    const names = new Set(tables.map(({ name }) => name))
    const lines = keys
      .filter(({ table }) => names.has(table))
      .map(({ table, target, columns }) => `  "${table}" }o--|| "${target}" : "${columns}"`)
    const rows = tables.map(({ name, what }) => `| \`${name}\` | ${what.replaceAll('\n', ' ')} |`)
    const drawing = lines.length === 0 ? [] : ['```mermaid', 'erDiagram', ...lines, '```', '']
    return [
      `## [${file}](../${file})`,
      '',
      ...drawing,
      '| table | what it is |',
      '| --- | --- |',
      ...rows,
    ].join('\n')
  })
  return `# Tables

Which table refers to which, by subject: a line leads from the table that refers to the one that it names, and bears the
columns. Written by \`npm run gen\`; every column is in [schema.sql](schema.sql), and how a table is changed in
[the guide](guides/database.md).

${sections.join('\n\n')}
`
}

async function rowsOf<T extends pg.QueryResultRow>(client: pg.Client, sql: string): Promise<T[]> {
  return (await client.query<T>(sql)).rows
}

const own = `in ('public'::regnamespace, 'ledger'::regnamespace)`

const columnsSql = `
  select a.attrelid::regclass::text as table, a.attname as name,
    concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then 'not null' end,
      case when a.attidentity = 'a' then 'generated always as identity' end,
      case when a.attgenerated = 's' then 'generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
        when d.adbin is not null then 'default ' || pg_get_expr(d.adbin, d.adrelid) end) as definition
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid and c.relkind = 'r' and c.relnamespace ${own}
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attnum > 0 and not a.attisdropped
  order by a.attrelid, a.attnum`

const constraintsSql = `
  select conrelid::regclass::text as table,
    format('constraint %I %s', conname, pg_get_constraintdef(oid)) as definition
  from pg_constraint
  where connamespace ${own} and contype in ('p', 'u', 'f', 'c') and conrelid <> 0
  order by conrelid, array_position(array['p', 'u', 'f', 'c'], contype::text), conname collate "C"`

const indexesSql = `
  select i.indrelid::regclass::text as table, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i
  join pg_class c on c.oid = i.indexrelid and c.relnamespace ${own}
  where not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
  order by c.relname collate "C"`

const triggersSql = `
  select t.tgrelid::regclass::text as table, pg_get_triggerdef(t.oid) as definition
  from pg_trigger t
  join pg_class c on c.oid = t.tgrelid and c.relnamespace ${own}
  where not t.tgisinternal
  order by t.tgname collate "C"`

/** What the application may do, of which some is of a few columns. */
const grantsSql = `
  with granted as (
    select c.oid, acl.privilege_type as act, '' as columns
    from pg_class c, aclexplode(c.relacl) acl
    where c.relkind = 'r' and c.relnamespace ${own} and acl.grantee = 'shirogane_app'::regrole
    union all
    select c.oid, acl.privilege_type, format(' (%s)', string_agg(quote_ident(a.attname), ', ' order by a.attnum))
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid,
      aclexplode(a.attacl) acl
    where c.relkind = 'r' and c.relnamespace ${own} and acl.grantee = 'shirogane_app'::regrole
    group by c.oid, acl.privilege_type
  )
  select oid::regclass::text as table,
    format('grant %s on %s to shirogane_app', string_agg(lower(act) || columns, ', '
      order by array_position(array['SELECT', 'INSERT', 'UPDATE', 'DELETE'], act)), oid::regclass) as definition
  from granted
  group by oid`

const keysSql = `
  select k.conrelid::regclass::text as table, k.confrelid::regclass::text as target,
    (select string_agg(a.attname, ', ' order by o.place)
     from unnest(k.conkey) with ordinality o (number, place)
     join pg_attribute a on a.attrelid = k.conrelid and a.attnum = o.number) as columns
  from pg_constraint k
  where k.connamespace ${own} and k.contype = 'f'
  order by k.conrelid::regclass::text collate "C", k.conname collate "C"`
