/** The words of the catalogue, without a schema: the screens read them too. */

export const skuPictures = ['cup', 'ring', 'bangle', 'spoon', 'necklace', 'hairpin', 'dish', 'cloth'] as const

export const skuCategories = [
  'ring',
  'necklace',
  'pendant',
  'bracelet',
  'earring',
  'brooch',
  'tableware',
  'care',
  'service',
  'other',
] as const
export type SkuCategory = (typeof skuCategories)[number]

export const notReturnableReasons = [
  'engraved',
  'resized',
  'made_to_order',
  'hygiene',
  'cut',
  'sale',
] as const
export type NotReturnable = (typeof notReturnableReasons)[number]

export const skuStates = ['active', 'ended', 'all'] as const
export const skuTaxRates = [1_000, 800, 0] as const
export const silverFinenesses = [800, 900, 925, 950, 958, 999] as const
