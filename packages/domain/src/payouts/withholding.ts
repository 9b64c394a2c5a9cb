import { timesOver } from '../money/divide.ts'

/** 所得税法204条1項4号 and 205条2号: what canvassers earn of a month is free up to so many yen; of the rest 10.21 percent is withheld. */
const allowance = 120_000
const rateBp = 1_021

const taxOf = (paid: number): number => timesOver(Math.max(0, paid - allowance), rateBp, 10_000)

/** What the month of a payment has come to without it, in yen; null where the brand withholds nothing. */
export type WithholdingMonth = { paid: number; withheld: number } | null

/**
 * What is withheld from a payout: the tax of everything paid in its month, cut off, less what was withheld of the month before.
 * What went untaxed before is not made up for, and a yen always arrives.
 */
export function withheldOf(amount: number, fee: number, month: WithholdingMonth): number {
  if (month === null) return 0
  const due = taxOf(month.paid + amount) - Math.max(month.withheld, taxOf(month.paid))
  return Math.min(amount - fee - 1, Math.max(0, due))
}
