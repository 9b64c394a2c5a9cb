import type pg from 'pg'

/** One thing that plpgsql_check says of a function. */
interface Remark {
  lineno: number | null
  sqlstate: string
  message: string
  level: string
  context: string | null
}
interface Checked {
  /** With the types of its arguments. */
  name: string
  source: string
}

/** What it says and what is right all the same, each with its reason. One that it says no more is to be struck from here. */
const accepted: readonly { says: (remark: Remark, of: Checked) => boolean; because: string }[] = [
  {
    says: ({ sqlstate, context }, { source }) => {
      const variable = /local variable "(\w+)" initialization/.exec(context ?? '')?.[1]
      return (
        sqlstate === '42804' &&
        new RegExp(`\\b${variable} (?:constant )?[\\w.]+(?:\\[\\])* := '`).test(source)
      )
    },
    because: 'a variable begins as a literal, which is read as its type when the function begins',
  },
  {
    says: ({ message }, { name }) =>
      name.startsWith('ledger.check_as_committed(') && message === 'the expression is not SQL injection safe',
    because: 'the names that it puts together come quoted from the catalogue',
  },
]

/**
 * Has plpgsql_check read the functions of a database, a trigger's function for each table that it serves. The function that
 * is answered reads them all, and names what is wrong in a sentence each. Null where the server does not have the extension.
 */
export async function functionChecker(
  client: pg.ClientBase,
): Promise<(() => Promise<{ checked: number; wrong: string[] }>) | null> {
  const { rowCount } = await client.query(`select from pg_available_extensions where name = 'plpgsql_check'`)
  if (!rowCount) return null
  await client.query('create extension if not exists plpgsql_check')
  return async () => {
    const { rows } = await client.query<
      Checked & { id: number; served: number; before: string | null; after: string | null }
    >(
      `select distinct p.oid as id, p.oid::regprocedure::text as name, p.prosrc as source, coalesce(t.tgrelid, 0) as served,
         t.tgoldtable as before, t.tgnewtable as after
       from pg_proc p join pg_language l on l.oid = p.prolang and l.lanname = 'plpgsql'
       left join pg_trigger t on t.tgfoid = p.oid
       where p.pronamespace in ('ledger'::regnamespace, 'public'::regnamespace)
         -- What no trigger calls has no rows to be read with.
         and (p.prorettype <> 'trigger'::regtype or t.oid is not null)
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
       order by name`,
    )
    const wrong = new Set<string>()
    const met = new Set<unknown>()
    for (const one of rows) {
      // One by one: several in one statement bring its server down.
      const { rows: remarks } = await client.query<Remark>(
        `select lineno, sqlstate, message, level, context from plpgsql_check_function_tb($1::oid::regprocedure,
           $2::oid::regclass, oldtable => $3, newtable => $4, fatal_errors => false, security_warnings => true)`,
        [one.id, one.served, one.before, one.after],
      )
      for (const remark of remarks) {
        const exception = accepted.find(({ says }) => says(remark, one))
        if (exception) met.add(exception)
        else wrong.add(`${one.name} line ${remark.lineno ?? '?'}: ${remark.level}: ${remark.message}`)
      }
    }
    for (const exception of accepted)
      if (!met.has(exception)) wrong.add(`nothing is accepted any more because ${exception.because}`)
    return { checked: new Set(rows.map(({ id }) => id)).size, wrong: [...wrong] }
  }
}
