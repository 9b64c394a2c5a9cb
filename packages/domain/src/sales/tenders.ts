import type { Account } from '../movements/transfer.ts'

/**
 * What is handed over the counter, and the account of the shop that it goes into and comes back out of. A new one begins
 * with a line here: shapes, figures, documents, lists and files follow, and the compiler asks for its words.
 */
export const counterAccounts = { cash: 'drawer', card: 'card_clearing' } as const satisfies Record<
  string,
  Account
>
export type CounterTender = keyof typeof counterAccounts
export const counterTenders = Object.keys(counterAccounts) as readonly CounterTender[]

/** Those that are taken to the yen: only cash gives change. */
export const exactTenders = counterTenders.filter((tender) => tender !== 'cash')
export type ExactTender = (typeof exactTenders)[number]
/** On papers cash stands last, beside its change. */
export const counterOnPaper = [...exactTenders, 'cash'] as const

/** Those of which a movement has one figure each: points and balance are made of two kinds. */
export const plainTenders = [...counterTenders, 'later'] as const
export type PlainTender = (typeof plainTenders)[number]

/** In yen, out of the wallet, over the counter, or later. */
export const moneyTenders = ['balance', ...plainTenders] as const

/**
 * All ways of paying a sale, in the order in which they are spread over its lines (points first, because they lower what
 * is taxed) and stand in every list.
 */
export const allTenders = ['points', ...moneyTenders] as const
export type Tender = (typeof allTenders)[number]
export type ByTender = Readonly<Record<Tender, number>>

/** How a debt is paid: over the counter, out of the wallet, or by bank transfer. */
export const debtTenders = [...counterTenders, 'balance', 'bank'] as const
export type DebtTender = (typeof debtTenders)[number]

/** A value for each of these names, in their order. By hand and not by `Object.fromEntries`: every payment passes here. */
export function eachOf<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name, place: number) => Value,
): Record<Name, Value> {
  const record = {} as Record<Name, Value>
  for (let place = 0; place < names.length; place += 1) record[names[place]!] = valueOf(names[place]!, place)
  return record
}

/** Names with a word before them, as rows have them: `share_cash`, `share_card`. */
export type Columns<Prefix extends string, Name extends string, Value = number> = {
  [Each in Name as `${Prefix}_${Each}`]: Value
}

export function columnsOf<Prefix extends string, Name extends string, Value>(
  prefix: Prefix,
  names: readonly Name[],
  valueOf: (name: Name, place: number) => Value,
): Columns<Prefix, Name, Value> {
  const columns = {} as Record<string, Value>
  for (let place = 0; place < names.length; place += 1)
    columns[`${prefix}_${names[place]!}`] = valueOf(names[place]!, place)
  return columns as Columns<Prefix, Name, Value>
}

export const noTenders: ByTender = eachOf(allTenders, () => 0)

/** The sum of what is given for each of these names. */
export function sumOver<Name extends string>(
  names: readonly Name[],
  of: Readonly<Record<Name, number>>,
): number {
  let sum = 0
  for (const name of names) sum += of[name]
  return sum
}
