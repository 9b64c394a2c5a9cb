/** Rewards are a service at the standard rate, and their amounts have the tax in them. */
export const statementRateBp = 1_000

export function taxIn(amount: number): number {
  return Math.floor((amount * statementRateBp) / (10_000 + statementRateBp))
}

/**
 * What of the tax a payer may still deduct when the payee is not registered, by the day of the payment; the law lets it
 * run out step by step.
 */
export function deductibleBp(paidOn: string): number {
  if (paidOn < '2026-10-01') return 8_000
  if (paidOn < '2028-10-01') return 7_000
  if (paidOn < '2030-10-01') return 5_000
  return paidOn < '2031-10-01' ? 3_000 : 0
}
