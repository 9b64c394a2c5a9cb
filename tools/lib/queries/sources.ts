// The source as trees: what a name means where it is used, in its file or in the file that it is imported from.
import { parseSync } from 'oxc-parser'
import { fileOf } from '../code/import-circles.ts'

/** A node of the tree. Which fields it has beside these follows from its type; what is read of them is asked for each time. */
export interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

export interface Source {
  file: string
  text: string
  program: Node
  /** Types and values that the file declares itself, by name. */
  types: ReadonlyMap<string, Node>
  values: ReadonlyMap<string, Node>
  /** What it imports from the project, by the name that it has here; `*` is all of a file. */
  imports: ReadonlyMap<string, { file: string; name: string }>
}

export class Sources {
  readonly #files: ReadonlySet<string>
  readonly #read: (file: string) => string
  readonly #parsed = new Map<string, Source>()

  /**
   * @param files all that may be imported, relative to the root
   * @param read the text of one of them
   */
  constructor(files: readonly string[], read: (file: string) => string) {
    this.#files = new Set(files)
    this.#read = read
  }

  get(file: string): Source {
    const known = this.#parsed.get(file)
    if (known) return known
    const text = this.#read(file)
    const { program, errors } = parseSync(file, text)
    if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
    const source = { file, text, ...this.#declared(file, program as unknown as Node) }
    this.#parsed.set(file, source)
    return source
  }

  /** Where a name of this kind is declared: here, or in the file that it is imported from. */
  find(source: Source, kind: 'types' | 'values', name: string): { node: Node; source: Source } | null {
    const node = source[kind].get(name)
    if (node) return { node, source }
    const imported = source.imports.get(name)
    return imported ? this.find(this.get(imported.file), kind, imported.name) : null
  }

  /** The file whose exports this name holds: `limits` of `export * as limits from …`. */
  findWhole(source: Source, name: string): Source | null {
    const imported = source.imports.get(name)
    if (!imported) return null
    const target = this.get(imported.file)
    return imported.name === '*' ? target : this.findWhole(target, imported.name)
  }

  #declared(file: string, program: Node): Pick<Source, 'program' | 'types' | 'values' | 'imports'> {
    const types = new Map<string, Node>()
    const values = new Map<string, Node>()
    const imports = new Map<string, { file: string; name: string }>()
    for (const statement of program['body'] as Node[]) {
      if (statement['source']) {
        const target = fileOf(file, String((statement['source'] as Node)['value']), this.#files)
        if (target)
          for (const [local, name] of importedBy(statement)) imports.set(local, { file: target, name })
        continue
      }
      const declared = (statement['declaration'] as Node | null | undefined) ?? statement
      if (declared.type === 'TSTypeAliasDeclaration' || declared.type === 'TSInterfaceDeclaration')
        types.set(nameOf(declared['id'] as Node), declared)
      if (declared.type === 'FunctionDeclaration') values.set(nameOf(declared['id'] as Node), declared)
      for (const [name, init] of constantsOf(declared)) values.set(name, init)
    }
    return { program, types, values, imports }
  }
}

/** Names that a statement brings into the file, or hands on from it, each with its name where it comes from. */
function importedBy(statement: Node): [string, string][] {
  if (statement.type === 'ExportAllDeclaration')
    return statement['exported'] ? [[nameOf(statement['exported'] as Node), '*']] : []
  return ((statement['specifiers'] ?? []) as Node[]).map((one): [string, string] => {
    const local = nameOf(one['local'] as Node)
    if (one['exported']) return [nameOf(one['exported'] as Node), local]
    if (one.type === 'ImportNamespaceSpecifier') return [local, '*']
    return [local, one['imported'] ? nameOf(one['imported'] as Node) : 'default']
  })
}

export const nameOf = (node: Node): string => String(node['name'] ?? node['value'])

/** Names of a declaration of constants, each with what it is set to. */
export function constantsOf(statement: Node): [string, Node][] {
  if (statement.type !== 'VariableDeclaration' || statement['kind'] !== 'const') return []
  return (statement['declarations'] as Node[]).flatMap((one): [string, Node][] => {
    const [id, init] = [one['id'] as Node, one['init'] as Node | null]
    return id.type === 'Identifier' && init ? [[nameOf(id), init]] : []
  })
}

/** Looks at every node beneath this one, each with those that it stands in, from the outermost; they change afterwards. */
export function walk(
  node: Node,
  look: (node: Node, within: readonly Node[]) => void,
  within: Node[] = [],
): void {
  look(node, within)
  within.push(node)
  for (const key in node) {
    const value = node[key]
    if (Array.isArray(value)) {
      for (const child of value as unknown[]) if (isNode(child)) walk(child, look, within)
    } else if (isNode(value)) walk(value, look, within)
  }
  within.pop()
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
