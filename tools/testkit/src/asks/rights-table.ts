import { readFileSync } from 'node:fs'
import { callOf, type CallName } from '@shirogane/contract/wire/calls'
import { type Column, columns } from '@shirogane/contract/wire/reach'
import type { CastName } from '../cast.ts'

type Row = { call: string; cells: Record<Column, string> }

/** The table of rights as it is written: each call, and its outcome for each kind of caller. */
export const rows: readonly Row[] = readFileSync(
  new URL('../../../../packages/contract/authz.tsv', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [, call = '', ...cells] = line.split('\t')
    return {
      call,
      cells: Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])) as Row['cells'],
    }
  })
export const rowOf = (name: CallName): Row | undefined => {
  const { method, path } = callOf(name)
  return rows.find((row) => row.call === `${method} ${path}`)
}

/** Who of the cast stands in which column. The affiliator becomes one where a call needs it. */
export const players: Record<Exclude<Column, 'anonymous'>, CastName> = {
  unverified: 'taro',
  customer: 'hanako',
  other_customer: 'kyoko',
  affiliator: 'takasaki',
  register: 'clerk',
  manager: 'manager',
  admin: 'owner',
}
