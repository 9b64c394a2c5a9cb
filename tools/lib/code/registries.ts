import { globSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../environment.ts'
import { readSource } from './sources.ts'

/** One endpoint as its file declares it: which call it is, and what its constant is called. */
type Declared = {
  name: string
  /** Method and path, as `POST /v1/transactions/refund`. */
  call: string
  /** The table of the client that knows it. */
  table: Table
  constant: string
  /** Where it stands, under the folder of the contract and, with its handler, under the server's features; without `.ts`. */
  place: string
}

const contractFolder = 'packages/contract/src'
const featureFolder = 'apps/api/src/features'

const tables = {
  first: 'What home, the session and the pay code ask: the part that a phone fetches before home.',
  customer: 'What the other pages of customers and of people who are not signed in ask.',
  reward:
    'Calls about money that leaves, which no page before them makes: the pages that make them bring this table along.',
  staff: 'What only the pages of staff ask, and calls that no page makes.',
} as const
type Table = keyof typeof tables

const writtenBy = '// Written by `npm run gen` from the endpoints under packages/contract/src.'

/** The registries that are written from the files of the endpoints, by their path. Reads sources alone, so that they may be missing. */
export function registryFiles(): Record<string, string> {
  const endpoints = readEndpoints()
  return {
    'packages/contract/src/generated/endpoints.ts': endpointIndex(endpoints),
    ...Object.fromEntries(
      (Object.keys(tables) as Table[]).map((table) => [
        `packages/contract/src/generated/${table}-calls.ts`,
        callTable(table, endpoints),
      ]),
    ),
    'apps/api/src/generated/operations.ts': operationIndex(endpoints),
  }
}

/** Every endpoint of the contract, in the order of their places. */
export function readEndpoints(): Declared[] {
  const shape =
    /^export const (\w+) = endpoint\(\{\n {2}name: '([\w.]+)',\n {2}call: '([^']+)',\n {2}table: '(\w+)',/gm
  return globSync('**/*.ts', { cwd: join(root, contractFolder) })
    .toSorted()
    .flatMap((file) =>
      [...readSource(`${contractFolder}/${file}`).matchAll(shape)].map(
        ([, constant = '', name = '', call = '', table = '']) => ({
          name,
          call,
          table: table as Table,
          constant,
          place: file.slice(0, -'.ts'.length),
        }),
      ),
    )
}

/**
 * Where a call belongs: the fixed parts of its path, and, where several calls share them, the call's own name. The
 * path of a call leads to its contract and to its handler.
 */
export function placeOf(
  endpoint: Pick<Declared, 'name' | 'call'>,
  all: readonly Pick<Declared, 'call'>[],
): string {
  const folder = fixedParts(endpoint.call)
  const shared = all.filter(({ call }) => fixedParts(call) === folder).length > 1
  const [, verb = ''] = endpoint.name.split('.')
  return shared || !folder.includes('/') ? `${folder}/${inKebab(verb)}` : folder
}

function fixedParts(call: string): string {
  const [, path = ''] = call.split(' ')
  return path
    .split('/')
    .slice(2)
    .filter((part) => !part.startsWith('{'))
    .map(inKebab)
    .join('/')
}

const inKebab = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()

/** `transactions.refund` becomes `transactionsRefund`, which is unique among all calls. */
const aliasOf = (name: string): string =>
  name.replaceAll(/\.(.)/g, (_, letter: string) => letter.toUpperCase())

function endpointIndex(endpoints: readonly Declared[]): string {
  return `${writtenBy}
import type { CallName } from '../wire/calls.ts'
import type { Endpoint } from '../wire/endpoint.ts'
${endpoints.map(({ constant, name, place }) => `import { ${constant} as ${aliasOf(name)} } from '../${place}.ts'`).join('\n')}

/** The whole contract: read by the routes, the API page, the generated tests and, as types, by the web client. */
export const endpoints = {
${endpoints.map(({ name }) => `  '${name}': ${aliasOf(name)},`).join('\n')}
} satisfies { [Name in CallName]: Endpoint & { name: Name } }

export type Endpoints = typeof endpoints
`
}

function callTable(table: Table, endpoints: readonly Declared[]): string {
  const rows = endpoints.filter((endpoint) => endpoint.table === table)
  return `${writtenBy}
/** ${tables[table]} */
export const ${table}Calls = {
${rows.map(({ name, call }) => `  '${name}': '${call}',`).join('\n')}
} as const
`
}

function operationIndex(endpoints: readonly Declared[]): string {
  const imports = endpoints.map(
    ({ name, place }) =>
      `import { ${handlerOf(name, place)} as ${aliasOf(name)} } from '../features/${place}.ts'`,
  )
  return `${writtenBy}
import type { Operations } from '../http/operation.ts'
${imports.join('\n')}

/** Every call of the contract and the function that answers it. */
export const operations: Operations = {
${endpoints.map(({ name }) => `  '${name}': ${aliasOf(name)},`).join('\n')}
}
`
}

/** What answers a call is the first function that its file exports. */
function handlerOf(name: string, place: string): string {
  const source = readSource(`${featureFolder}/${place}.ts`)
  const [, found] =
    /^export (?:async )?function (\w+)/m.exec(source) ?? /^export const (\w+)/m.exec(source) ?? []
  if (!found) throw new Error(`${place}.ts exports no function that answers ${name}.`)
  return found
}
