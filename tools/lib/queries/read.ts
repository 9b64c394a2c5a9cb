// Every statement that the source sends to the database, with the row type that it is read as.
import { rowTypeOf, type RowType, Unread } from './row-types.ts'
import { nameOf, type Node, type Source, type Sources, walk } from './sources.ts'
import { textOf } from './statement-text.ts'

export interface Query {
  /** "file:line". */
  where: string
  /** `rows`, `first` and `run` are the handle's, `query` is a connection's, which may read values its own way. */
  method: string
  text: string
  /** How many values go with it, where the source says so. */
  values: number | undefined
  /** Null where no column is read by name; a string says why it could not be read. */
  row: RowType | string | null
}
export interface Reading {
  queries: Query[]
  /** Statements whose text only the running program knows. */
  built: string[]
}

const methods = new Set(['rows', 'first', 'run', 'query'])
/** What the database plans. The rest (`begin`, `create database` …) answers no rows. */
const isPlanned = (text: string): boolean =>
  /^\s*(?:select|with|insert|update|delete|merge|values)\b/i.test(text)

export function readQueries(sources: Sources, files: readonly string[]): Reading {
  const reading: Reading = { queries: [], built: [] }
  for (const file of files) {
    const source = sources.get(file)
    walk(source.program, (node, within) => {
      const callee = node['callee'] as Node | undefined
      if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression') return
      const method = nameOf(callee['property'] as Node)
      const [asked, values] = node['arguments'] as Node[]
      if (!methods.has(method) || !asked) return
      const text = textIn(asked)
      const where = `${file}:${source.text.slice(0, text.start).split('\n').length}`
      const said = textOf(sources, source, text, within)
      if (said === undefined) {
        if (begins(text)) reading.built.push(where)
      } else if (isPlanned(said))
        reading.queries.push({
          where,
          method,
          text: said,
          values: text === asked ? countOf(values) : undefined,
          row: rowOf(sources, source, method, node, within),
        })
    })
  }
  return reading
}

/** The text of `{ name, text, values }`, or of `{ ...statement, values }`. */
function textIn(asked: Node): Node {
  if (asked.type !== 'ObjectExpression') return asked
  for (const one of asked['properties'] as Node[]) {
    if (one.type === 'SpreadElement')
      return {
        ...one,
        type: 'MemberExpression',
        object: one['argument'],
        property: { ...one, type: 'Identifier', name: 'text' },
      }
    if (nameOf(one['key'] as Node) === 'text') return one['value'] as Node
  }
  return asked
}

/** Whether an expression that could not be read is a statement all the same: it begins as one, or is a name or a call. */
function begins(node: Node): boolean {
  if (node.type !== 'TemplateLiteral')
    return /^(?:Identifier|CallExpression|MemberExpression)$/.test(node.type)
  return isPlanned(((node['quasis'] as Node[])[0]!['value'] as { cooked: string }).cooked)
}

function countOf(values: Node | undefined): number | undefined {
  if (!values) return 0
  if (values.type !== 'ArrayExpression') return undefined
  const elements = values['elements'] as Node[]
  return elements.some(({ type }) => type === 'SpreadElement') ? undefined : elements.length
}

function rowOf(
  sources: Sources,
  source: Source,
  method: string,
  call: Node,
  within: readonly Node[],
): Query['row'] {
  if (method === 'run') return null
  const own = (call['typeArguments'] as { params: Node[] } | null | undefined)?.params[0]
  const type = own ?? (method === 'query' ? undefined : answered(method, within))
  if (!type) return null
  try {
    const row = rowTypeOf(sources, source, type)
    return row.size === 0 ? null : row
  } catch (error) {
    if (error instanceof Unread) return error.message
    throw error
  }
}

/** The row type that follows from what the function around the call answers, where it answers what the call does. */
function answered(method: string, within: readonly Node[]): Node | undefined {
  const parent = within.at(-1)
  const isAnswer = parent?.type === 'ReturnStatement' || parent?.type === 'ArrowFunctionExpression'
  const around = within.findLast(({ type }) => /Function/.test(type))
  const promise =
    isAnswer && ((around?.['returnType'] as Node | null | undefined)?.['typeAnnotation'] as Node)
  if (!promise || promise.type !== 'TSTypeReference' || nameOf(promise['typeName'] as Node) !== 'Promise')
    return undefined
  const [whole] = (promise['typeArguments'] as { params: Node[] }).params
  if (method === 'first') return whole
  return whole?.type === 'TSArrayType' ? (whole['elementType'] as Node) : undefined
}
