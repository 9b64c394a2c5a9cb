/** The words of a payment of balance back to its holder, without a schema: the screens read them too. */

/**
 * Why the law lets balance be paid back: within the quota of a half-year, for what its holder cannot help, or because the
 * business ends. Only the first needs room in the quota.
 */
export const cashoutReasons = [
  'within_quota',
  'relocation',
  'emigration',
  'other_hardship',
  'business_end',
] as const
export type CashoutReason = (typeof cashoutReasons)[number]

/** How the money reaches its holder. */
export const cashoutWays = ['bank', 'cash'] as const
export type CashoutWay = (typeof cashoutWays)[number]
