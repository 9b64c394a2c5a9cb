import type { SqlFile } from '@shirogane/api/db/schema-files'

export type SchemaSources = { schema: SqlFile[]; functions: SqlFile[]; migrations: SqlFile[] }

/** What the files of the schema must not do, each as a sentence that says what to do instead. */
export function offencesOf({ schema, functions, migrations }: SchemaSources): string[] {
  const tables = placesOf(schema, /\bcreate (?:unlogged )?table ([\w.]+)/g)
  const defined = placesOf(functions, /\bcreate (?:or replace )?function ([\w.]+)/g)
  return [
    ...[...tables, ...defined]
      .filter(([, files]) => files.size > 1)
      .map(([name, files]) => `${name} stands in ${[...files].join(' and ')}: keep one of them`),
    ...found(schema, /\b(?:drop \w+|alter table [\w.]+ drop|if (?:not )?exists [\w.]+)/).map(
      ({ file, text }) =>
        `${file} says "${text}": a schema file makes a new database, so write what is there in the end`,
    ),
    ...found(schema, /\bcreate (?:or replace )?(?:function|procedure)/).map(
      ({ file }) =>
        `${file} defines a function: put it into a file of functions, which is loaded with each version`,
    ),
    ...found(
      functions,
      /^\s*(?:create (?:or replace )?(?:constraint )?trigger|create table|alter table|lock table)/m,
    ).map(
      ({ file, text }) =>
        `${file} says "${text}", which takes its table with each version: put it into the file of the table, or into a migration`,
    ),
    ...found(migrations, /\bcreate (?:or replace )?(?:function|procedure)(?: [\w.]+)?/).map(
      ({ file, text }) =>
        `${file} says "${text}": a function stands in its file alone, which is loaded after the migrations`,
    ),
    ...migrations
      .filter(({ sql }) => !sql.startsWith('--'))
      .map(({ name }) => `${name} has no reason: begin it with a comment that says why`),
  ]
}

function placesOf(files: SqlFile[], pattern: RegExp): Map<string, Set<string>> {
  const places = new Map<string, Set<string>>()
  for (const { name, sql } of files) {
    for (const [, what = ''] of plain(sql).matchAll(pattern)) {
      places.set(what, (places.get(what) ?? new Set()).add(name))
    }
  }
  return places
}

function found(files: SqlFile[], pattern: RegExp): { file: string; text: string }[] {
  return files.flatMap(({ name, sql }) => {
    const text = pattern.exec(plain(sql))?.[0].trim()
    return text === undefined ? [] : [{ file: name, text }]
  })
}

/** Without comments and the bodies of functions, in which other statements stand. */
const plain = (sql: string) => sql.replace(/--[^\n]*/g, '').replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '')
