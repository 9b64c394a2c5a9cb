import { limits } from '@shirogane/contract/rules/limits'
import type { PayBody } from '@shirogane/contract/transactions/pay'

/** The ways to pay that the register takes. Cash is kept as what was handed over; what it pays follows from the rest. */
export const payments = ['points', 'balance', 'cash', 'card'] as const
export type Payment = (typeof payments)[number]
/** `later` is no amount of the keypad: the customer signed for exactly that much. */
export type Entered = Readonly<Record<Payment, number> & { later?: number }>

/** `later` is true where there is a member who could defer at all. */
export type Available = { points: number; balance: number; later?: boolean }

export const nothingEntered: Entered = { points: 0, balance: 0, cash: 0, card: 0 }

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

export function billOf(total: number, entered: Entered): Bill {
  const cash_due = total - entered.points - entered.balance - entered.card - (entered.later ?? 0)
  const cash = Math.min(entered.cash, cash_due)
  return { total, cash_due, cash, remaining: cash_due - cash, change: Math.max(0, entered.cash - cash_due) }
}

/**
 * The most that one tender may take: what the others leave of the bill, and no more points or balance than there are.
 * Cash alone may exceed the bill, because change comes back.
 */
export function mostOf(payment: Payment, total: number, entered: Entered, available: Available): number {
  if (payment === 'cash') return limits.amountMax
  const others = entered.points + entered.balance + entered.card + (entered.later ?? 0) - entered[payment]
  const open = Math.max(0, total - others)
  if (payment === 'card') return open
  return Math.min(open, available[payment])
}

/**
 * Keeps the tenders true after the cart or the member changed: nothing above what is available, and together never above
 * the bill. What shrinks first is what is deferred, then the card, then the balance, then the points, because points were
 * asked for by name.
 * Cash for which nothing is due any more goes back to the customer, so it is no longer entered.
 */
export function fitTenders(total: number, entered: Entered, available: Available): Entered {
  const points = Math.min(entered.points, available.points, total)
  const balance = Math.min(entered.balance, available.balance, total - points)
  const card = Math.min(entered.card, total - points - balance)
  const later = available.later ? Math.min(entered.later ?? 0, total - points - balance - card) : 0
  const cash = total > 0 && total === points + balance + card + later ? 0 : entered.cash
  return { points, balance, card, cash, ...(later > 0 && { later }) }
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
  const { points, balance, card, later = 0 } = entered
  return {
    tenders: {
      ...(points > 0 && { points }),
      ...(balance > 0 && { balance }),
      ...(cash > 0 && { cash }),
      ...(card > 0 && { card }),
      ...(later > 0 && { later }),
    },
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
