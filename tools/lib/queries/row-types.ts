// What a row type says of each column: its name, and what kind of value the program takes it for.
import { nameOf, type Node, type Source, type Sources } from './sources.ts'

/** `array of string` and so on for arrays. A set of them for what may be the one or the other; `any` fits everything. */
export type Kind = string
/** What a type says of one column. */
export interface Said {
  kinds: ReadonlySet<Kind>
  /** Not every statement that is read as this row answers it. */
  isOptional: boolean
}
export type RowType = ReadonlyMap<string, Said>

/** Why a type says nothing here. */
export class Unread extends Error {}

const keywords: Readonly<Record<string, Kind>> = {
  TSStringKeyword: 'string',
  TSTemplateLiteralType: 'string',
  TSNumberKeyword: 'number',
  TSBooleanKeyword: 'boolean',
  TSBigIntKeyword: 'bigint',
  TSTypeLiteral: 'object',
  TSMappedType: 'object',
  TSObjectKeyword: 'object',
  TSInterfaceDeclaration: 'object',
}
const named: Readonly<Record<string, Kind>> = {
  Date: 'date',
  Buffer: 'bytes',
  Uint8Array: 'bytes',
  Record: 'object',
  Pick: 'object',
  Omit: 'object',
}

/** The columns of a row type. Throws `Unread` where it is not spelled out in the project. */
export function rowTypeOf(sources: Sources, source: Source, node: Node): RowType {
  const of = (inner: unknown): RowType => rowTypeOf(sources, source, inner as Node)
  switch (node.type) {
    case 'TSTypeLiteral':
      return membersOf(sources, source, node['members'] as Node[])
    case 'TSInterfaceDeclaration': {
      const own = membersOf(sources, source, (node['body'] as Node)['body'] as Node[])
      const above = ((node['extends'] ?? []) as Node[]).map(({ expression, typeArguments }) =>
        of({ type: 'TSTypeReference', typeName: expression, typeArguments }),
      )
      return together([...above, own])
    }
    case 'TSIntersectionType':
      return together((node['types'] as Node[]).map(of))
    case 'TSUnionType':
      return eitherOf((node['types'] as Node[]).filter(({ type }) => type !== 'TSNullKeyword').map(of))
    case 'TSParenthesizedType':
      return of(node['typeAnnotation'])
    case 'TSTypeReference':
      return referred(sources, source, node)
    default:
      throw new Unread('its row type is not spelled out')
  }
}

function membersOf(sources: Sources, source: Source, members: readonly Node[]): RowType {
  const row = new Map<string, Said>()
  for (const member of members) {
    // A row that may have any column says nothing of those that it must have.
    if (member.type !== 'TSPropertySignature') continue
    row.set(nameOf(member['key'] as Node), {
      kinds: kindsOf(sources, source, annotated(member)),
      isOptional: member['optional'] === true,
    })
  }
  return row
}

const annotated = (node: Node): Node => (node['typeAnnotation'] as Node)['typeAnnotation'] as Node

/** What an intersection says: every part that names a column is right, so the last may speak. */
const together = (parts: readonly RowType[]): RowType => new Map(parts.flatMap((part) => [...part]))

/** What a union says: a column of some of its parts alone need not be there. */
function eitherOf(parts: readonly RowType[]): RowType {
  const names = new Set(parts.flatMap((part) => [...part.keys()]))
  return new Map(
    [...names].map((name): [string, Said] => {
      const said = parts.flatMap((part) => part.get(name) ?? [])
      return [
        name,
        {
          kinds: new Set(said.flatMap(({ kinds }) => [...kinds])),
          isOptional: said.length < parts.length || said.some(({ isOptional }) => isOptional),
        },
      ]
    }),
  )
}

const argumentsOf = (node: Node): Node[] =>
  ((node['typeArguments'] as Node | null | undefined)?.['params'] ?? []) as Node[]

function referred(sources: Sources, source: Source, node: Node): RowType {
  const name = nameOf(node['typeName'] as Node)
  const [first, second] = argumentsOf(node)
  if (first && name === 'Partial')
    return new Map(
      [...rowTypeOf(sources, source, first)].map(([column, said]) => [column, { ...said, isOptional: true }]),
    )
  if (first && (name === 'Readonly' || name === 'NonNullable')) return rowTypeOf(sources, source, first)
  if (first && second && (name === 'Pick' || name === 'Omit')) {
    const chosen = new Set(literalsOf(sources, source, second))
    const isPick = name === 'Pick'
    return new Map([...rowTypeOf(sources, source, first)].filter(([column]) => chosen.has(column) === isPick))
  }
  if (first && second && name === 'Record') {
    if (first.type === 'TSStringKeyword') return new Map()
    const said = { kinds: kindsOf(sources, source, second), isOptional: false }
    return new Map(literalsOf(sources, source, first).map((column) => [column, said]))
  }
  const found = sources.find(source, 'types', name)
  if (!found) throw new Unread('its row type follows from a schema, a library or a parameter')
  return rowTypeOf(sources, found.source, declaredAs(found.node))
}

/** What an alias stands for; an interface stands for itself. */
function declaredAs(node: Node): Node {
  if (node['typeParameters']) throw new Unread('its row type has parameters')
  return node.type === 'TSTypeAliasDeclaration' ? (node['typeAnnotation'] as Node) : node
}

/** The strings of a union, or the names of what `keyof` is asked of. */
function literalsOf(sources: Sources, source: Source, node: Node): string[] {
  if (node.type === 'TSUnionType')
    return (node['types'] as Node[]).flatMap((one) => literalsOf(sources, source, one))
  if (node.type === 'TSLiteralType') return [String((node['literal'] as Node)['value'])]
  const found =
    node.type === 'TSTypeReference' && sources.find(source, 'types', nameOf(node['typeName'] as Node))
  if (found) return literalsOf(sources, found.source, declaredAs(found.node))
  throw new Unread('its row type is picked by names that are not spelled out')
}

/** What kinds of value a type takes; null is left out, for whether a column may be null follows from more than its table. */
function kindsOf(sources: Sources, source: Source, node: Node): ReadonlySet<Kind> {
  const of = (inner: unknown): ReadonlySet<Kind> => kindsOf(sources, source, inner as Node)
  const keyword = keywords[node.type]
  if (keyword) return new Set([keyword])
  switch (node.type) {
    case 'TSNullKeyword':
    case 'TSUndefinedKeyword':
      return new Set()
    case 'TSLiteralType':
      return new Set([typeof ((node['literal'] as Node)['value'] ?? '')])
    case 'TSUnionType':
      return new Set((node['types'] as Node[]).flatMap((one) => [...of(one)]))
    case 'TSIntersectionType':
      return new Set((node['types'] as Node[]).every((one) => of(one).has('object')) ? ['object'] : ['any'])
    case 'TSParenthesizedType':
      return of(node['typeAnnotation'])
    case 'TSTypeOperator':
      return node['operator'] === 'keyof' ? new Set(['string']) : of(node['typeAnnotation'])
    case 'TSArrayType':
      return arrayOf(of(node['elementType']))
    case 'TSTupleType':
      return new Set(['array of any'])
    case 'TSIndexedAccessType':
      return indexed(sources, source, node)
    case 'TSTypeReference': {
      const name = nameOf(node['typeName'] as Node)
      const [first] = argumentsOf(node)
      if (first && /^(?:Exclude|Extract|NonNullable|Readonly)$/.test(name)) return of(first)
      if (first && /^(?:Readonly)?Array$/.test(name)) return arrayOf(of(first))
      const found = sources.find(source, 'types', name)
      if (!found) return new Set([named[name] ?? 'any'])
      if (found.node['typeParameters']) return new Set(['any'])
      return kindsOf(sources, found.source, declaredAs(found.node))
    }
    default:
      return new Set(['any'])
  }
}

const arrayOf = (kinds: ReadonlySet<Kind>): ReadonlySet<Kind> =>
  new Set([...kinds].map((kind) => `array of ${kind}`))

/** `Whole['part']`, or one of a constant list: `(typeof list)[number]`. */
function indexed(sources: Sources, source: Source, node: Node): ReadonlySet<Kind> {
  const [whole, part] = [unwrapped(node['objectType'] as Node), node['indexType'] as Node]
  if (whole.type === 'TSTypeQuery' && part.type === 'TSNumberKeyword') {
    const list = sources.find(source, 'values', nameOf(whole['exprName'] as Node))?.node
    const literal = list?.type === 'TSAsExpression' ? (list['expression'] as Node) : list
    if (literal?.type !== 'ArrayExpression') return new Set(['any'])
    const elements = literal['elements'] as Node[]
    return new Set(elements.map((one) => (one.type === 'Literal' ? typeof one['value'] : 'any')))
  }
  try {
    const row = rowTypeOf(sources, source, whole)
    const parts = literalsOf(sources, source, part).map((name) => row.get(name)?.kinds ?? new Set(['any']))
    return new Set(parts.flatMap((kinds) => [...kinds]))
  } catch (error) {
    if (error instanceof Unread) return new Set(['any'])
    throw error
  }
}

const unwrapped = (node: Node): Node =>
  node.type === 'TSParenthesizedType' ? unwrapped(node['typeAnnotation'] as Node) : node
