import { timesOver } from '../money/divide.ts'
import type { Payout } from './payout.ts'

/** 所得税法204条1項4号 and 205条2号: what canvassers earn of a month is free up to so many yen; of the rest 10.21 percent is withheld. */
const allowance = 120_000
const rateBp = 1_021

const taxOf = (paid: number): number => timesOver(Math.max(0, paid - allowance), rateBp, 10_000)

/** What a person is paid around the day of a payment, which is apart from it. Yen, and dates of Japan. */
export type PaymentsAround = {
  /** The brand's setting; null where it has made none. */
  mode: string | null
  /** The day of the payment. */
  on: string
  /** In files to the bank, by the days in those. */
  payouts: readonly { on: string; status: Payout['status']; amount: number; withheld: number }[]
  /** Rewards that were claimed as balance. */
  claims: readonly { on: string; amount: number }[]
}

/** What the month of a payment has come to without it, in yen; null where the brand withholds nothing. */
export type WithholdingMonth = { paid: number; withheld: number } | null

/** What the bank has, or is about to get: what came back, or never arrived, was not paid. */
const paidOut: ReadonlySet<Payout['status']> = new Set(['exported', 'paid'])

/** What was paid and withheld in the month of a payment. Of balance nothing is withheld, but it counts. */
export function withholdingMonth({ mode, on, payouts, claims }: PaymentsAround): WithholdingMonth {
  if (mode !== 'gaikoin') return null
  const isInMonth = (payment: { on: string }): boolean => payment.on.slice(0, 7) === on.slice(0, 7)
  const sent = payouts.filter((payout) => isInMonth(payout) && paidOut.has(payout.status))
  const counted = [...sent, ...claims.filter(isInMonth)]
  return {
    paid: counted.reduce((sum, { amount }) => sum + amount, 0),
    withheld: sent.reduce((sum, { withheld }) => sum + withheld, 0),
  }
}

/**
 * What is withheld from a payout: the tax of everything paid in its month, cut off, less what was withheld of the month before.
 * What went untaxed before is not made up for, and a yen always arrives.
 */
export function withheldOf(amount: number, fee: number, month: WithholdingMonth): number {
  if (month === null) return 0
  const due = taxOf(month.paid + amount) - Math.max(month.withheld, taxOf(month.paid))
  return Math.min(amount - fee - 1, Math.max(0, due))
}
