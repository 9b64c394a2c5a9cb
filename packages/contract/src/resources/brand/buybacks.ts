import { z } from 'zod'
import { buybackGrades, buybackKinds, buybackPayments, buybackWays } from '../../terms/buyback-words.ts'
import { identity } from './cash.ts'
import { limits } from '../../rules/limits.ts'
import { businessDate, id, instant, whole } from '../shapes.ts'
import { written } from '../../inputs/written.ts'

const finenesses = [800, 900, 925, 950, 958, 999] as const

const weight = z.int().min(1).max(100_000_000)

/** A piece, or several alike that are weighed together. */
const itemBody = z.strictObject({
  kind: z.enum(buybackKinds),
  name: written.min(1).max(60),
  quantity: z.int().min(1).max(100),
  fineness: z.literal(finenesses),
  gross_weight_mg: weight,
  /** Stones and other metals that the price does not cover. */
  deduction_mg: z.int().min(0).max(100_000_000),
  grade: z.enum(buybackGrades),
  /** Marks, engravings, stones, damage: by what the piece is known again. */
  features: written.min(1).max(200),
  /** A number that is stamped into it, where there is one. */
  serial: z.nullable(written.min(1).max(40)),
})
export type BuybackItemBody = z.infer<typeof itemBody>
export const buybackItems = z.array(itemBody).min(1).max(limits.buybackItemsMax)

export const lookalike = z.strictObject({
  /** Which of the asked lines it resembles, from 1. */
  line: whole,
  buyback_id: id,
  number: z.string(),
  on: businessDate,
  name: z.string(),
  features: z.string(),
  /** The same stamped number, or the same kind, fineness and weight with the same features. */
  by: z.enum(['serial', 'shape']),
})
export type Lookalike = z.infer<typeof lookalike>

const bank = z.strictObject({
  bank_code: z.string().regex(/^\d{4}$/),
  branch_code: z.string().regex(/^\d{3}$/),
  account_type: z.enum(['ordinary', 'current', 'savings']),
  account_number: z.string().regex(/^\d{7}$/),
  account_holder_kana: z
    .string()
    .trim()
    .min(1)
    .max(30)
    .regex(/^[ァ-ヴーA-Z0-9()\-. 　]+$/),
})

const strokes = z
  .array(z.array(z.int().min(0).max(4_000)).min(2).max(limits.signatureNumbersMax))
  .min(1)
  .max(60)
  .refine((all) => all.reduce((sum, one) => sum + one.length, 0) <= limits.signatureNumbersMax)

export const buybackBody = z.strictObject({
  /** Made by the desk before it sends: the same purchase twice is one. */
  id,
  register_id: z.optional(id),
  /** The member whose code this store has read. */
  user_id: z.nullable(id),
  seller: z.strictObject(identity),
  purpose: written.min(1).max(60),
  seen: z.literal(true),
  items: buybackItems,
  /** What the desk showed: a price that has changed since is no agreement. */
  amount: z.int().min(1).max(limits.amountMax),
  paid_by: z.enum(buybackPayments),
  bank: z.nullable(bank),
  /** The seller's own hand, as strokes of x, y, x, y, …. */
  signature: strokes,
  /** Records of like pieces were looked at. */
  lookalikes_seen: z.optional(z.boolean()),
  /** Nothing is paid: the pieces may be stolen, and the police is told. */
  suspected: z.optional(z.boolean()),
  note: z.optional(written.max(400)),
})
export type BuybackBody = z.infer<typeof buybackBody>

export const buyerIdentity = {
  name: written.min(1).max(60),
  address: written.min(1).max(200),
  occupation: written.min(1).max(40),
  age: z.int().min(0).max(130),
}

export const buybackRow = z.strictObject({
  id,
  number: z.string(),
  on: businessDate,
  at: instant,
  store: z.string(),
  employee: z.string(),
  status: z.enum(['paid', 'stopped', 'reversed']),
  seller_name: z.string(),
  pieces: whole,
  net_weight_mg: whole,
  amount: whole,
  paid_by: z.enum(buybackPayments),
  /** A transfer that accounting has still to make. */
  awaits_bank: z.boolean(),
  /** Pieces that have not been sold, melted or given back yet. */
  held: whole,
})
export type BuybackRow = z.infer<typeof buybackRow>

export const details = z.strictObject({
  ...buybackRow.shape,
  customer: z.nullable(z.strictObject({ id, username: z.string() })),
  seller: z.strictObject({ ...identity, age: whole }),
  purpose: z.string(),
  price_per_g: whole,
  items: z.array(
    z.strictObject({
      line: whole,
      ...itemBody.shape,
      fineness: whole,
      net_weight_mg: whole,
      rate_bp: whole,
      amount: whole,
      held_until: businessDate,
      /** How many photographs of it there are, numbered from 1. */
      photos: whole,
      /** The article that it was put on sale as, and since when; null while it waits. */
      article: z.nullable(z.strictObject({ id, sku: z.string(), price: whole, on: businessDate })),
      /** How it left; null while it is here. */
      way: z.nullable(z.enum(['sold', ...buybackWays])),
      disposed_on: z.nullable(businessDate),
      /** Who has it now: for a sale its buyer, once they are written down. */
      disposed_to: z.nullable(z.string()),
      /** The sale that took it. */
      sale: z.nullable(
        z.strictObject({
          id,
          number: z.string(),
          amount: whole,
          member: z.nullable(z.string()),
          /** The law asks who bought it, and that is not written down yet. */
          needs_buyer: z.boolean(),
          buyer: z.nullable(z.strictObject(buyerIdentity)),
        }),
      ),
    }),
  ),
  bank: z.nullable(bank),
  bank_paid_at: z.nullable(instant),
  signature: strokes,
  note: z.nullable(z.string()),
  transaction_number: z.nullable(z.string()),
  /** Booked wrongly and taken back on its own day; the record stays. */
  reversal: z.nullable(
    z.strictObject({ at: instant, by: z.string(), approved_by: z.nullable(z.string()), reason: z.string() }),
  ),
  /** Whether the caller may still take it back: by themself, or with the approval of a second person; null where not. */
  may_reverse: z.nullable(z.enum(['alone', 'approval'])),
})
export type BuybackDetails = z.infer<typeof details>

export const pieceParams = z.object({ id, line: z.string().regex(/^[1-9]\d?$/) })
export const bookPeriod = { from: z.optional(businessDate), until: z.optional(businessDate) }
