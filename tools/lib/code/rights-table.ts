import { endpoints } from '@shirogane/contract'
import type { Endpoint } from '@shirogane/contract/wire/endpoint'
import { cellsOf, columns, otherRoles, socketRows } from '@shirogane/contract/wire/reach'
import { holds } from '@shirogane/contract/wire/rights'
import { readEndpoints } from './registries.ts'

/** The table of rights, `packages/contract/authz.tsv`: each call and socket, and what each kind of caller is answered. */
export function rightsTable(): string {
  const calls = readEndpoints().map(({ name }) => {
    const { call, right, reach, note = '' }: Endpoint = endpoints[name as keyof typeof endpoints]
    const cells = cellsOf(right, call, reach)
    const others = otherRoles.filter((role) => holds(role, right)).join(', ')
    return [right, call, ...columns.map((column) => cells[column]), others, note]
  })
  const sockets = socketRows().map(({ call, cells }) => [
    '',
    call,
    ...columns.map((column) => cells[column]),
    '',
    '',
  ])
  const head = ['right', 'call', ...columns, 'others who are served', 'note']
  return `${[head, ...calls, ...sockets].map((row) => row.join('\t')).join('\n')}\n`
}
