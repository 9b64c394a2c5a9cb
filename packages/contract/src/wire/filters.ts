/** The kinds of movement that a list can be narrowed to. Apart from the schemas, because the screens need the words alone. */
export const transactionFilters = [
  'all',
  'payment',
  'charge',
  'point',
  'refund',
  'reward',
  'later',
  'payout',
] as const
export type TransactionFilter = (typeof transactionFilters)[number]
