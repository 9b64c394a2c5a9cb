// What the database says of a statement: how many values it wants, and its columns with the kind of each.
import pg from 'pg'
import type { Kind } from './row-types.ts'

export interface Column {
  name: string
  /** As the database calls it. */
  type: string
  /** As the handle gives it to the program. */
  kind: Kind
  /** As a connection gives it that has the driver's own readers. */
  plainKind: Kind
}
export interface Description {
  parameters: number
  columns: Column[]
}
type Described = { error: Error } | { parameters: number; fields: { name: string; dataTypeID: number }[] }
type Parser = (text: string) => unknown

/** A value of each type whose text is no number. */
const examples: Readonly<Record<string, string>> = {
  bool: 't',
  bytea: String.raw`\x00`,
  date: '2026-01-02',
  interval: '01:00:00',
  json: '{}',
  jsonb: '{}',
  point: '(1,2)',
  timestamp: '2026-01-02 03:04:05',
  timestamptz: '2026-01-02 03:04:05+00',
}

/** Asks about statements on one connection of the handle, whose readers of values say what kind a type is. */
export async function describer(
  client: pg.ClientBase,
): Promise<(text: string) => Promise<Description | { error: Error }>> {
  const { rows } = await client.query<{ oid: number; name: string; element: string | null }>(
    `select t.oid, t.typname as name, e.typname as element
     from pg_type t left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'`,
  )
  const types = new Map(rows.map((row) => [row.oid, row]))
  function columnOf({ name, dataTypeID }: { name: string; dataTypeID: number }): Column {
    const type = types.get(dataTypeID)
    if (!type) throw new Error(`No type ${dataTypeID}`)
    const example = examples[type.element ?? type.name] ?? '1'
    const text = type.element === null ? example : `{"${example.replaceAll(/["\\]/g, String.raw`\$&`)}"}`
    const kindBy = ({ getTypeParser }: Pick<pg.ClientBase, 'getTypeParser'>): Kind =>
      // What JSON holds is the program's own business.
      /^jsonb?$/.test(type.name) ? 'json' : kindOf((getTypeParser(dataTypeID, 'text') as Parser)(text))
    return {
      name,
      type: type.element === null ? type.name : `${type.element}[]`,
      kind: kindBy({ getTypeParser: client.getTypeParser.bind(client) }),
      plainKind: kindBy(pg.types),
    }
  }
  return async (text) => {
    const described = await ask(client, text)
    if ('error' in described) return described
    return { parameters: described.parameters, columns: described.fields.map(columnOf) }
  }
}

function kindOf(value: unknown): Kind {
  if (Array.isArray(value)) return `array of ${kindOf(value[0])}`
  if (value instanceof Date) return 'date'
  return Buffer.isBuffer(value) ? 'bytes' : typeof value
}

interface Connection {
  parse(query: { name: string; text: string; types: [] }): void
  describe(what: { type: 'S'; name: string }): void
  sync(): void
  once(event: 'parameterDescription', listener: (message: { parameterCount: number }) => void): void
  removeAllListeners(event: 'parameterDescription'): void
}

/** Parsed and described, as the driver would before the first execution, and never executed. */
function ask(client: pg.ClientBase, text: string): Promise<Described> {
  return new Promise((resolve) => {
    const answer = { parameters: 0, fields: [] as { name: string; dataTypeID: number }[] }
    client.query({
      submit(connection: unknown) {
        const line = connection as Connection
        line.removeAllListeners('parameterDescription')
        line.once('parameterDescription', ({ parameterCount }) => {
          answer.parameters = parameterCount
        })
        line.parse({ name: '', text, types: [] })
        line.describe({ type: 'S', name: '' })
        line.sync()
      },
      handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }) {
        answer.fields = fields
      },
      /** The driver tells of the one or the other. */
      handleError(error: Error) {
        resolve({ error })
      },
      handleReadyForQuery() {
        resolve(answer)
      },
    } as pg.Submittable)
  })
}
