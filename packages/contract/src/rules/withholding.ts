/**
 * Tax that is withheld from what a month of payments comes to above an allowance, where the brand withholds any
 * by the law on canvassers: its law is that of the ledger, which decides. Screens ask it to show what is about to happen.
 */
const withholdingAllowance = 120_000
const withholdingRateBp = 1_021

const onMonth = (paid: number): number =>
  Math.floor((Math.max(0, paid - withholdingAllowance) * withholdingRateBp) / 10_000)

/** What the month of a payment has come to without it; null where nothing is withheld. */
type WithholdingMonth = { paid: number; withheld: number } | null

export function withheldOf(amount: number, fee: number, month: WithholdingMonth): number {
  if (month === null) return 0
  const due = onMonth(month.paid + amount) - Math.max(month.withheld, onMonth(month.paid))
  return Math.min(amount - fee - 1, Math.max(0, due))
}
