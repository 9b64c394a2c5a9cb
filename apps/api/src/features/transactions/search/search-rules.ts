import { readPhone } from '@shirogane/contract/inputs/read-fields'
import { holds } from '@shirogane/contract/wire/rights'
import { shortenedName } from '@shirogane/contract/inputs/person'
import { searchCopy } from '@shirogane/contract/rules/variants'
import type { FoundTransaction } from '@shirogane/contract/resources/sales/search'
import { waysOf } from '@shirogane/contract/rules/ways'
import type { Actor } from '../../../context.ts'
import { type Cell, csvDate, csvTime } from '../../../lib/csv.ts'
import { movementNames } from '../../../lib/movement-names-text.ts'
import type { MemberName } from './search-store.ts'

export type Word =
  /** The number of one receipt, as it is printed. */
  | { kind: 'number'; number: string }
  /** The running part of a number, as a customer reads it out: the day says the rest. */
  | { kind: 'number_end'; end: string }
  | { kind: 'member'; name: string; username: string; phone: string | null }

/** What the clerk typed, or a scanner read, into the one field of the search. */
export function readWord(typed: string, hasDate: boolean): Word {
  const word = typed.normalize('NFKC').trim()
  const number = /^(\d{8})-?([A-Za-z]{3}\d{1,3})-?(\d{4,10})$/.exec(word)
  if (number) return { kind: 'number', number: `${number[1]}-${number[2]!.toUpperCase()}-${number[3]}` }
  if (hasDate && /^\d{1,7}$/.test(word)) return { kind: 'number_end', end: word.padStart(4, '0') }
  const phone = readPhone(word)
  return {
    kind: 'member',
    name: searchCopy(word),
    username: word.toLowerCase(),
    phone: 'e164' in phone ? phone.e164 : null,
  }
}

/** Register staff tell two customers apart; who they are is for those who look after customers. */
export const mayReadNames = ({ employee }: Pick<Actor, 'employee'>): boolean =>
  employee !== undefined && holds(employee.type, 'customer.read')

/**
 * The name as a list shows it. Staff who may not read customers see enough to tell two of them apart at the counter.
 */
export function memberName(member: MemberName, mayRead: boolean): string {
  const parts = [member.last_name, member.first_name].filter((part) => part !== null && part !== '')
  if (mayRead) return parts.join(' ') || member.username
  return parts.length > 0
    ? parts.map((part) => shortenedName(part!)).join(' ')
    : shortenedName(member.username)
}

const statuses: Readonly<Record<FoundTransaction['status'], string>> = {
  open: 'お会計中',
  saved: '保留中',
  pending: '処理中',
  failed: '失敗',
  completed: '完了',
  cancelled: 'キャンセル',
  partially_refunded: '一部返金済み',
  refunded: '返金済み',
  deleted: '取消済み',
}

const columns: readonly (readonly [string, (row: FoundTransaction) => Cell])[] = [
  ['営業日', (row) => csvDate(row.business_date)],
  ['日時', (row) => csvTime(new Date(row.completed_at ?? row.created_at))],
  ['取引番号', (row) => row.number],
  ['種類', (row) => movementNames[row.refund?.kind ?? row.type ?? 'payment']],
  ['状態', (row) => (row.type === undefined ? statuses[row.status] : null)],
  ['店舗', (row) => row.store?.name ?? null],
  ['レジ', (row) => row.register?.number ?? null],
  ['社員番号', (row) => row.employee?.number ?? null],
  ['担当', (row) => row.employee?.name ?? null],
  ['会員', (row) => row.member?.name ?? null],
  ['商品', (row) => row.items.map(({ name, quantity }) => `${name}×${quantity}`).join('、')],
  ['合計（円）', (row) => (row.refund ? null : row.spent_total)],
  ['返金・取消（円）', (row) => (row.refund ? row.spent_total : null)],
  ['うちポイント（pt）', (row) => waysOf(row).points],
  ['うち残高（円）', (row) => waysOf(row).balance],
  ['うち現金（円）', (row) => waysOf(row).cash],
  ['うちカード（円）', (row) => waysOf(row).card],
  ['うち後払い（円）', (row) => waysOf(row).later],
  ['うち付与ポイント不足分（円）', (row) => row.refund?.points_deducted ?? 0],
]

export function rowsOfCsv(found: readonly FoundTransaction[]): Cell[][] {
  return [columns.map(([title]) => title), ...found.map((row) => columns.map(([, read]) => read(row)))]
}
