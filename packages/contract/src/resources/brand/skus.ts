import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { id, instant, whole } from '../shapes.ts'
import {
  notReturnableReasons,
  silverFinenesses,
  skuCategories,
  skuPictures,
  skuTaxRates,
} from '../../terms/sku-terms.ts'
import { written } from '../../inputs/written.ts'

/** Which drawing stands for it: one of the silver articles of the picture set. */
const picture = z.enum(skuPictures)

/** Where the photograph of an article is seen: small in lists, and large by itself. Null where its drawing stands for it. */
export const articlePhoto = z.nullable(
  z.strictObject({
    tile: z.string().regex(/^\/files\/goods-tile\/[0-9a-f]{32}\.webp$/),
    sheet: z.string().regex(/^\/files\/goods\/[0-9a-f]{32}\.webp$/),
  }),
)
export type ArticlePhoto = z.infer<typeof articlePhoto>

/** What makes the price of an article that is sold by weight. */
const silver = z.strictObject({
  weight_mg: whole,
  fineness: whole,
  price_per_g: whole,
  coefficient_bp: whole,
  labor_fee: whole,
  stone_fee: whole,
  /** Weighed at the register: the weight above is only the usual one. */
  weighed: z.boolean(),
})
export type SkuSilver = z.infer<typeof silver>

export const sku = z.strictObject({
  id,
  sku: z.string(),
  barcode: z.string(),
  name: z.string(),
  price: whole,
  tax_rate: whole,
  picture,
  photo: articlePhoto,
  /** Bought from a person: from ten thousand yen on the law wants to know who buys it. */
  piece: z.boolean(),
  active: z.boolean(),
  /** Why it cannot be brought back; null where it can. */
  not_returnable: z.nullable(z.enum(notReturnableReasons)),
  /** Null for a fixed price. */
  silver: z.nullable(silver),
})
export type Sku = z.infer<typeof sku>

/** An article as a register finds it. */
export const foundSku = z.strictObject({
  ...sku.shape,
  /** What the caller's store has of it, what of that is promised, and what is left to sell; null without a stock. */
  stock: z.nullable(z.strictObject({ quantity: whole, reserved: whole, available: whole })),
})
export type FoundSku = z.infer<typeof foundSku>

/** An article as head office keeps it. */
export const skuRecord = z.strictObject({
  ...sku.shape,
  category: z.enum(skuCategories),
  stocked: z.boolean(),
  fineness: z.nullable(whole),
  weight_mg: z.nullable(whole),
  size: z.nullable(z.string()),
  /** Its place among the quick items of the registers; null where it is found by search only. */
  quick_order: z.nullable(whole),
  version: whole,
  updated_at: instant,
})
export type SkuRecord = z.infer<typeof skuRecord>

const fee = z.int().min(0).max(9_999_999)
export const described = {
  name: written.min(1).max(40),
  /** Of a fixed price. One that follows the weight is the server's. */
  price: z.optional(z.int().min(1).max(limits.amountMax)),
  tax_rate: z.literal(skuTaxRates),
  picture,
  category: z.enum(skuCategories),
  not_returnable: z.nullable(z.enum(notReturnableReasons)),
  stocked: z.boolean(),
  fineness: z.nullable(z.literal(silverFinenesses)),
  weight_mg: z.nullable(z.int().min(1).max(1_000_000)),
  size: z.nullable(written.min(1).max(20)),
  /** Null for a fixed price. */
  by_weight: z.nullable(
    z.strictObject({
      weighed: z.boolean(),
      coefficient_bp: z.int().min(10_000).max(100_000),
      labor_fee: fee,
      stone_fee: fee,
    }),
  ),
  quick_order: z.nullable(z.int().min(1).max(999)),
}
/** Letters, digits and hyphens, so that it can be written as a bar code too. */
const skuCode = z
  .string()
  .trim()
  .regex(/^[A-Z0-9][A-Z0-9-]{1,31}$/)
/** A bar code of the trade, or one with a letter in it; sixteen digits are a member's code. */
export const barcode = z
  .string()
  .trim()
  .regex(/^(?:\d{8}|\d{12,14}|(?=[\dA-Z-]*[A-Z])[\dA-Z-]{6,32})$/)
export const skuBody = z.strictObject({
  /** Made by the caller, so that a form that was sent twice makes one article. */
  id,
  sku: skuCode,
  /** The next free number of the brand where it is left out. */
  barcode: z.optional(barcode),
  ...described,
})
export type SkuBody = z.infer<typeof skuBody>

export const skuErrors = [
  'SKU_TAKEN',
  'BARCODE_TAKEN',
  'BARCODE_FORMAT',
  'SKU_PRICE_REQUIRED',
  'SKU_WEIGHT_REQUIRED',
  'SKU_SILVER_NAME',
  'SILVER_RATE_MISSING',
  'QUICK_PLACE_TAKEN',
] as const

const silverRate = z.strictObject({
  id,
  price_per_g: whole,
  note: z.string(),
  status: z.enum(['requested', 'approved', 'rejected']),
  requested_by: z.string(),
  requested_at: instant,
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(instant),
  /** The caller entered it, and so cannot decide it. */
  own: z.boolean(),
  /** The caller does not count as another person than the one who entered it, and cannot approve it. */
  is_linked: z.boolean(),
})
export type SilverRate = z.infer<typeof silverRate>

export const silverDesk = z.strictObject({
  /** Yen for a gram, in force; null before the first one. */
  price_per_g: z.nullable(whole),
  since: z.nullable(instant),
  /** In force for more than a day: the metal has a new price by now. */
  outdated: z.boolean(),
  waiting: z.nullable(silverRate),
  /** What the waiting rate would make of the prices, and which articles need a new tag. */
  changes: z.array(z.strictObject({ id, sku: z.string(), name: z.string(), before: whole, after: whole })),
  items: z.array(silverRate),
})
export type SilverDesk = z.infer<typeof silverDesk>
