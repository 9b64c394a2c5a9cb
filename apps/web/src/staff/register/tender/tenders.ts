import { takeInOrder } from '@shirogane/domain/money/take-in-order'
import { allTenders, exactTenders, eachOf, sumOver, type Tender } from '@shirogane/domain/sales/tenders'
import { limits } from '@shirogane/contract/rules/limits'
import type { PayBody } from '@shirogane/contract/transactions/pay'

/** The ways to pay whose amounts are entered. Cash is kept as what was handed over; what it pays follows from the rest. */
export const payments = allTenders.filter((tender) => tender !== 'later')
export type Payment = (typeof payments)[number]
/** `later` is no amount of the keypad: the customer signed for exactly that much. */
export type Entered = Readonly<Record<Payment, number> & { later?: number }>

/** `later` is true where there is a member who could defer at all. */
export type Available = { points: number; balance: number; later?: boolean }

export const nothingEntered: Entered = eachOf(payments, () => 0)

export type Bill = {
  total: number
  /** What cash has to pay after all other tenders. */
  cash_due: number
  /** The part of the bill that cash pays. */
  cash: number
  /** Still to be paid. */
  remaining: number
  change: number
}

/** All but cash, the first of them the last that shrinks. */
const beforeCash = ['points', 'balance', ...exactTenders, 'later'] as const

const paidBeforeCash = (entered: Entered): number =>
  beforeCash.reduce((sum, tender) => sum + (entered[tender] ?? 0), 0)

/** As much as there is of it: points and balance are held, and some member must be there to defer. */
function held(tender: Exclude<Tender, 'cash'>, available: Available): number {
  if (tender === 'points' || tender === 'balance') return available[tender]
  return tender === 'later' && !available.later ? 0 : Number.POSITIVE_INFINITY
}

export function billOf(total: number, entered: Entered): Bill {
  const cash_due = total - paidBeforeCash(entered)
  const cash = Math.min(entered.cash, cash_due)
  return { total, cash_due, cash, remaining: cash_due - cash, change: Math.max(0, entered.cash - cash_due) }
}

/**
 * The most that one tender may take: what the others leave of the bill, and no more points or balance than there are.
 * Cash alone may exceed the bill, because change comes back.
 */
export function mostOf(payment: Payment, total: number, entered: Entered, available: Available): number {
  if (payment === 'cash') return limits.amountMax
  const others = paidBeforeCash(entered) - entered[payment]
  return Math.min(Math.max(0, total - others), held(payment, available))
}

/**
 * Keeps the tenders true after the cart or the member changed: nothing above what is available, and together never above
 * the bill. What shrinks first is what is deferred, then what is taken to the yen, then the balance, then the points,
 * because points were asked for by name.
 * Cash for which nothing is due any more goes back to the customer, so it is no longer entered.
 */
export function fitTenders(total: number, entered: Entered, available: Available): Entered {
  const paid = takeInOrder(total, beforeCash, (tender) =>
    Math.min(entered[tender] ?? 0, held(tender, available)),
  )
  const { later, ...others } = paid
  const cash = total > 0 && total === sumOver(beforeCash, paid) ? 0 : entered.cash
  return { ...others, cash, ...(later > 0 && { later }) }
}

/** Enters an amount by one tender; too much is cut to the most that it may take. */
export function enterTender(
  payment: Payment,
  amount: number,
  total: number,
  entered: Entered,
  available: Available,
): Entered {
  const capped = Math.max(0, Math.min(amount, mostOf(payment, total, entered, available)))
  return fitTenders(total, { ...entered, [payment]: capped }, available)
}

/** The tenders as the server is told them; what is zero is left out, and cash carries what was handed over. */
export function tendersOf(total: number, entered: Entered): Pick<PayBody, 'tenders' | 'cash_tendered'> {
  const { cash } = billOf(total, entered)
  const paid = { ...entered, cash, later: entered.later ?? 0 }
  const used = allTenders.filter((tender) => paid[tender] > 0)
  return {
    tenders: eachOf(used, (tender) => paid[tender]),
    ...(cash > 0 && { cash_tendered: entered.cash }),
  }
}

const nextFull = (due: number, note: number) => (Math.floor(due / note) + 1) * note

/**
 * Two amounts that a customer is likely to hand over for `due`: the next full thousand and the next full ten thousand.
 * Where those are one, or the bill is itself a full note, the next likely ones stand in.
 */
export function quickCash(due: number): [number, number] {
  const likely = [1_000, 10_000, 5_000].filter((note) => due % note !== 0).map((note) => nextFull(due, note))
  const fallback = nextFull(due, 10_000)
  const [first, second] = new Set([...likely, fallback, fallback + 10_000])
  if (first === undefined || second === undefined) throw new Error('the two fallbacks always differ')
  return first < second ? [first, second] : [second, first]
}
