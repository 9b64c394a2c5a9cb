/** Words of the stock that screens need without a schema. */

/** What an article's list can be narrowed to. */
export const stockFilters = ['all', 'low', 'out', 'reserved', 'held'] as const
export type StockFilter = (typeof stockFilters)[number]

/** How articles move; the screens have a word for each. */
export const stockKinds = [
  'sale',
  'return',
  'void',
  'opening',
  'receive',
  'adjust',
  'dispose',
  'inspect',
  'count',
  'transfer_out',
  'transfer_in',
  'shortage',
  'recall',
] as const
export type StockMoveKind = (typeof stockKinds)[number]

/** Where articles of a store are: for sale, waiting to be looked at, broken, or on their way to it. */
export const stockPlaces = ['shelf', 'hold', 'damaged', 'transit'] as const
export type StockPlace = (typeof stockPlaces)[number]
