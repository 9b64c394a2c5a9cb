// The text of a statement, as far as the source alone says it.
import { constantsOf, nameOf, type Node, type Source, type Sources } from './sources.ts'

/** A value that the source says, or undefined where only a running program knows it. */
type Value = string | number | readonly string[] | undefined

interface Place {
  source: Source
  /** The nodes around the expression, from the outermost. */
  within: readonly Node[]
  /** What the parameters of a function are that is worked out here. */
  given: ReadonlyMap<string, Value>
}

/**
 * What an expression says: literals, constants of this file or of another one, and functions of one expression over them.
 * Undefined where it depends on more.
 */
export function textOf(
  sources: Sources,
  source: Source,
  node: Node,
  within: readonly Node[],
): string | undefined {
  const value = valueOf(sources, node, { source, within, given: new Map() })
  return typeof value === 'string' ? value : undefined
}

function valueOf(sources: Sources, node: Node, place: Place): Value {
  const of = (inner: unknown): Value => valueOf(sources, inner as Node, place)
  switch (node.type) {
    case 'Literal': {
      const value = node['value']
      return typeof value === 'string' || typeof value === 'number' ? value : undefined
    }
    case 'TemplateLiteral':
      return joined(
        (node['quasis'] as Node[]).map((part) => (part['value'] as { cooked: string }).cooked),
        (node['expressions'] as Node[]).map(of),
      )
    case 'BinaryExpression': {
      const [left, right] = [of(node['left']), of(node['right'])]
      if (node['operator'] !== '+') return undefined
      return typeof left === 'number' && typeof right === 'number'
        ? left + right
        : joined(['', '', ''], [left, right])
    }
    case 'ArrayExpression': {
      const parts = (node['elements'] as Node[]).map(of)
      return parts.every((part) => typeof part === 'string') ? parts : undefined
    }
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return of(node['expression'])
    case 'Identifier':
      return valueOfName(sources, nameOf(node), place)
    case 'MemberExpression':
      return memberOf(sources, node, place)
    case 'CallExpression':
      return called(sources, node, place)
    default:
      return undefined
  }
}

function joined(texts: readonly string[], values: readonly Value[]): Value {
  if (!values.every((value) => typeof value === 'string' || typeof value === 'number')) return undefined
  return texts.map((text, index) => text + String(values[index] ?? '')).join('')
}

function valueOfName(sources: Sources, name: string, place: Place): Value {
  if (place.given.has(name)) return place.given.get(name)
  for (const [index, around] of [...place.within.entries()].toReversed()) {
    // What a caller gives, or a loop: not what the source says, and it hides a constant of the same name.
    if (isBound(around, name)) return undefined
    for (const statement of around.type === 'BlockStatement' ? (around['body'] as Node[]) : []) {
      const init = constantsOf(statement).find(([declared]) => declared === name)?.[1]
      if (init) return valueOf(sources, init, { ...place, within: place.within.slice(0, index + 1) })
      if (statement.type === 'VariableDeclaration' && declares(statement, name)) return undefined
    }
  }
  const found = sources.find(place.source, 'values', name)
  return found
    ? valueOf(sources, found.node, { source: found.source, within: [], given: new Map() })
    : undefined
}

const mentions = (node: Node, name: string): boolean =>
  Object.values(node).some((value) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).some(
      (child) =>
        typeof child === 'object' &&
        child !== null &&
        ((child as Node)['name'] === name || mentions(child as Node, name)),
    ),
  )

const declares = (statement: Node, name: string): boolean =>
  (statement['declarations'] as Node[]).some((one) => mentions({ ...one, init: null }, name))

function isBound(around: Node, name: string): boolean {
  if (Array.isArray(around['params']))
    return (around['params'] as Node[]).some((one) => nameOf(one) === name || mentions(one, name))
  const loop = around['left'] as Node | undefined
  return (
    /^For(?:Of|In)Statement$/.test(around.type) &&
    loop?.type === 'VariableDeclaration' &&
    declares(loop, name)
  )
}

/** A field of a constant object, or of all that a file exports. */
function memberOf(sources: Sources, node: Node, place: Place): Value {
  const object = node['object'] as Node
  if (object.type !== 'Identifier' || node['computed'] === true) return undefined
  // A parameter of the same name is none of the file's constants.
  if (place.within.some((around) => isBound(around, nameOf(object)))) return undefined
  const key = nameOf(node['property'] as Node)
  const whole = sources.findWhole(place.source, nameOf(object))
  if (whole) return valueOfName(sources, key, { source: whole, within: [], given: new Map() })
  const found = sources.find(place.source, 'values', nameOf(object))
  const literal = found && bare(found.node)
  if (literal?.type !== 'ObjectExpression') return undefined
  const field = (literal['properties'] as Node[]).find(
    (one) => one.type === 'Property' && nameOf(one['key'] as Node) === key,
  )
  return (
    field && valueOf(sources, field['value'] as Node, { source: found!.source, within: [], given: new Map() })
  )
}

const bare = (node: Node): Node =>
  /^TS(?:As|Satisfies)Expression$/.test(node.type) ? bare(node['expression'] as Node) : node

/** `columns.join(', ')`, or a function whose body is one expression. */
function called(sources: Sources, node: Node, place: Place): Value {
  const callee = node['callee'] as Node
  const values = (node['arguments'] as Node[]).map((one) => valueOf(sources, one, place))
  if (callee.type === 'MemberExpression' && nameOf(callee['property'] as Node) === 'join') {
    const parts = valueOf(sources, callee['object'] as Node, place)
    return Array.isArray(parts) && typeof values[0] === 'string' ? parts.join(values[0]) : undefined
  }
  if (callee.type !== 'Identifier') return undefined
  const found = sources.find(place.source, 'values', nameOf(callee))
  const body = found && bodyOf(found.node)
  if (!body) return undefined
  const given = new Map<string, Value>()
  for (const [index, parameter] of (found.node['params'] as Node[]).entries()) {
    const isSet = parameter.type === 'AssignmentPattern'
    const name = isSet ? (parameter['left'] as Node) : parameter
    if (name.type !== 'Identifier') return undefined
    const usual = isSet
      ? valueOf(sources, parameter['right'] as Node, { ...place, source: found.source })
      : undefined
    given.set(nameOf(name), index < values.length ? values[index] : usual)
  }
  return valueOf(sources, body, { source: found.source, within: [], given })
}

/** What a function answers that does nothing else. */
function bodyOf(node: Node): Node | undefined {
  if (!/Function/.test(node.type)) return undefined
  const body = node['body'] as Node
  if (body.type !== 'BlockStatement') return body
  const [only, ...more] = body['body'] as Node[]
  return only?.type === 'ReturnStatement' && more.length === 0 ? (only['argument'] as Node) : undefined
}
