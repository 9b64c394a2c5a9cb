import { randomBytes } from 'node:crypto'
import type { TestDatabase } from '../database.ts'

const fillers: Record<string, unknown> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  text: 'x',
  smallint: 1,
  integer: 1,
  bigint: 1,
  boolean: false,
  date: '2000-01-01',
  'timestamp with time zone': '2000-01-01T00:00:00Z',
  jsonb: '{}',
  ARRAY: '{x}',
}

/** Puts a row down without the rules of how it comes about: its time and its person are all that matters here. */
export async function plant(db: TestDatabase, table: string, values: Record<string, unknown>): Promise<void> {
  const [schema, name] = table.includes('.') ? table.split('.') : ['public', table]
  const needed = await db.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = $1 and table_name = $2 and is_nullable = 'NO' and column_default is null and is_identity = 'NO'`,
    [schema, name],
  )
  const row = {
    ...Object.fromEntries(
      needed.map((column) => [column.name, column.type === 'bytea' ? randomBytes(32) : fillers[column.type]]),
    ),
    ...values,
  }
  const columns = Object.keys(row)
  const literal = (value: unknown): string => {
    if (value === null) return 'null'
    if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
    return `'${String(value).replaceAll("'", "''")}'`
  }
  await db.query(
    `do $$
     declare
       v_check text;
     begin
       set local session_replication_role = replica;
       for v_check in select conname from pg_constraint where contype = 'c' and conrelid = '${table}'::regclass loop
         execute format('alter table ${table} drop constraint %I', v_check);
       end loop;
       insert into ${table} (${columns.join(', ')}) values (${Object.values(row).map(literal).join(', ')});
     end $$`,
  )
}
