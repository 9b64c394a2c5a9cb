import { dirname, join, normalize } from 'node:path'

/** Where the packages of the project lie that export their files under `./*`. */
const packages: Readonly<Record<string, string>> = {
  '@shirogane/api/': 'apps/api/src/',
  '@shirogane/bank/': 'packages/bank/src/',
  '@shirogane/contract/': 'packages/contract/src/',
  '@shirogane/domain/': 'packages/domain/src/',
  '@shirogane/embedded-postgres/': 'tools/embedded-postgres/src/',
  '@shirogane/ledger/': 'packages/ledger/src/',
  '@shirogane/receipt/': 'packages/receipt/src/',
  '@shirogane/testkit/': 'tools/testkit/src/',
  '@shirogane/tools/': 'tools/',
  '@shirogane/ui/': 'packages/ui/src/',
}

/** The file of the project that an import names, or null for a library. */
export function fileOf(from: string, name: string, files: ReadonlySet<string>): string | null {
  const named = name.startsWith('.') ? normalize(join(dirname(from), name)) : inPackage(name)
  return [named, `${named}.ts`, `${named}.tsx`, `${named}/index.ts`].find((file) => files.has(file)) ?? null
}

function inPackage(name: string): string {
  const prefix = Object.keys(packages).find((each) => `${name}/`.startsWith(each))
  return prefix === undefined ? name : join(packages[prefix]!, name.slice(prefix.length))
}

/**
 * Groups of files of which each imports the others, by however many steps; imports of types and those for later count as well. A file of such a
 * group cannot be read, moved or tried without the rest of it.
 *
 * @param sources text of each file by its path from the root
 */
export function importCircles(sources: ReadonlyMap<string, string>): string[][] {
  const files = new Set(sources.keys())
  const importing =
    /(?:import|export)\s+(?:type\s+)?[^'"`;]*?from\s*['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm
  const graph = new Map<string, string[]>()
  for (const [file, text] of sources) {
    const names = [...text.matchAll(importing)].map(([, from, bare, lazy]) => from ?? bare ?? lazy ?? '')
    graph.set(
      file,
      names.flatMap((name) => fileOf(file, name, files) ?? []).filter((target) => target !== file),
    )
  }
  return connectedGroups(graph)
}

/** Tarjan's strongly connected components that have more than one member, each sorted. */
function connectedGroups(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const groups: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const path: string[] = []
  const visit = (node: string): void => {
    const place = order.size
    order.set(node, place)
    lowest.set(node, place)
    path.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) {
        visit(next)
        lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!))
      } else if (path.includes(next)) lowest.set(node, Math.min(lowest.get(node)!, order.get(next)!))
    }
    if (lowest.get(node) !== place) return
    const group = path.splice(path.indexOf(node))
    if (group.length > 1) groups.push(group.toSorted())
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return groups
}
