import type { CallName } from '@shirogane/contract/calls'
import { limits } from '@shirogane/contract/limits'
import type { RegisterState } from '@shirogane/contract/transactions'
import type { Output } from '../../lib/api.ts'
import { keysOf } from './kept-keys.ts'

/** A movement that the server acknowledged, as this device remembers it. Nothing of the customer is in it. */
export type Entry = {
  id: string
  number: string
  /** Null for a sale. */
  type: string | null
  /** Yen; of points that were handed over, points. */
  amount: number
  at: string
}

type Transaction = RegisterState['transaction']

/** Of a day each, so that a sale writes down again what is of its day alone. */
const prefix = 'shirogane.journal.'
const dayMs = 24 * 60 * 60_000
const dayOf = (at: number | string): string => new Date(at).toISOString().slice(0, 10)

const settledStatuses: ReadonlySet<RegisterState['status']> = new Set([
  'completed',
  'partially_refunded',
  'refunded',
])
const ofSale = ({ status, transaction }: RegisterState): Transaction[] =>
  settledStatuses.has(status) ? [transaction] : []
const itself = (transaction: Transaction): Transaction[] => [transaction]

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
 * Writes down what an answer acknowledged. Should the house ever be led back to an earlier moment, its registers still know
 * what was sold after it.
 */
export function keepMovements(name: CallName, answer: unknown): void {
  const read = movementsOf[name] as ((answer: unknown) => Transaction[]) | undefined
  for (const transaction of read?.(answer) ?? []) keep(entryOf(transaction))
}

function entryOf({ id, number, type, completed_at, ...moved }: Transaction): Entry {
  const amount = moved.spent_total || moved.received_wallet || moved.point_amount
  return { id, number, type: type ?? null, amount, at: completed_at ?? new Date().toISOString() }
}

function keep(entry: Entry): void {
  const key = prefix + dayOf(entry.at)
  const entries = read(key)
  if (entries.some(({ id }) => id === entry.id)) return
  if (entries.length === 0) forgetBefore(Date.parse(entry.at) - limits.journalDays * dayMs)
  write(key, [...entries, entry])
}

/** Everything of the last days, oldest first. */
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

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'number' in value &&
  typeof value.number === 'string' &&
  'amount' in value &&
  typeof value.amount === 'number' &&
  'at' in value &&
  typeof value.at === 'string'
