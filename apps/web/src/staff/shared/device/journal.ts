import type { CallName } from '@shirogane/contract/wire/calls'
import { limits } from '@shirogane/contract/rules/limits'
import type { RegisterState } from '@shirogane/contract/resources/sales/transactions'
import type { Output } from '../../../shell/api/api.ts'
import { keysOf } from './kept-keys.ts'

/** A movement that the server acknowledged, as this device remembers it. Nothing of the customer is in it. */
export type Entry = {
  id: string
  number: string
  /** Null for a sale. */
  type: string | null
  amount: number
  unit: '¥' | 'pt'
  store_id: string | null
  at: string
}

type Transaction = RegisterState['transaction']

/** One name per day, so that a sale rewrites only its own day. */
const prefix = 'shirogane.journal.'
/** What was lost is named for as long again as it may have been remembered. */
const keptMs = 2 * limits.journalDays * 24 * 60 * 60_000
const dayOf = (at: number | string): string => new Date(at).toISOString().slice(0, 10)

const finishedStatuses: ReadonlySet<RegisterState['status']> = new Set([
  'completed',
  'partially_refunded',
  'refunded',
])
const ofSale = ({ status, transaction }: RegisterState): Transaction[] =>
  finishedStatuses.has(status) ? [transaction] : []
/** What still waits for a confirmation has moved nothing. */
const itself = (transaction: Transaction): Transaction[] =>
  transaction.status === 'open' ? [] : [transaction]

/** What each act at a register moved, as its answer says it. */
const movementsOf: { [N in CallName]?: (answer: Output<N>) => Transaction[] } = {
  'transactions.pay': ofSale,
  'transactions.payUpdate': ofSale,
  'transactions.registerState': ofSale,
  'transactions.refund': itself,
  'transactions.delete': itself,
  'transactions.exchange': ({ refund, sale }) => [refund, sale],
  'transactions.chargeCash': itself,
  'transactions.laterCollect': itself,
  'transactions.transferPoint': itself,
}

/**
 * Writes down what an answer acknowledged. Should the books ever be led back to an earlier moment, the registers still
 * know what was sold after it.
 */
export function keepMovements(name: CallName, answer: unknown): void {
  const read = movementsOf[name] as ((answer: unknown) => Transaction[]) | undefined
  for (const transaction of read?.(answer) ?? []) keep(entryOf(transaction))
}

function entryOf({ id, number, type, store, completed_at, ...moved }: Transaction): Entry {
  const yen = moved.spent_total || moved.received_wallet || moved.tenders.balance
  return {
    id,
    number,
    type: type ?? null,
    amount: yen || Math.abs(moved.point_amount),
    unit: yen > 0 ? '¥' : 'pt',
    store_id: store?.id ?? null,
    at: completed_at ?? new Date().toISOString(),
  }
}

function keep(entry: Entry): void {
  const key = prefix + dayOf(entry.at)
  const entries = read(key)
  if (entries.some(({ id }) => id === entry.id)) return
  if (entries.length === 0) forgetBefore(Math.min(Date.parse(entry.at), Date.now()) - keptMs)
  write(key, [...entries, entry])
}

/** Everything that is still remembered, oldest first. */
export const readJournal = (): Entry[] => keysOf(prefix).toSorted().flatMap(read)

function forgetBefore(at: number): void {
  for (const key of keysOf(prefix)) if (key < prefix + dayOf(at)) localStorage.removeItem(key)
}

function read(key: string): Entry[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(found) ? found.filter(isEntry) : []
  } catch {
    return []
  }
}

function write(key: string, entries: readonly Entry[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(entries))
  } catch {
    // A device without room still sells.
  }
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false
  const { id, number, type, amount, unit, store_id, at } = value as Record<keyof Entry, unknown>
  return (
    [id, number, unit, at].every((one) => typeof one === 'string') &&
    [type, store_id].every((one) => one === null || typeof one === 'string') &&
    typeof amount === 'number'
  )
}
