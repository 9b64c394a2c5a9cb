/** The words of the record of acts, without a schema: the screens read them too. */

/** The parts of the brand that an act can belong to: the word before the dot of its name. */
export const actGroups = [
  'money',
  'sale',
  'day',
  'drawer',
  'later',
  'approval',
  'staff',
  'store',
  'member',
  'kyc',
  'contact',
  'campaign',
  'level',
  'sku',
  'silver',
  'setting',
  'legal',
  'banner',
  'affiliate',
  'stock',
  'buyback',
  'cash',
  'payout',
  'books',
  'parked',
  'export',
] as const
export type ActGroup = (typeof actGroups)[number]
