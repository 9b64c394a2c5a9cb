import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { businessDate, id, tenders, transaction, whole } from '../shapes.ts'
import { written } from '../../inputs/written.ts'

/** What the seed's client sends when it means everyone. */
const everyone = '全員'

/** `skus=a,b` and `skus=a&skus=b` mean the same; nothing at all means every article. */
const skus = z.preprocess(
  (value) =>
    value === undefined
      ? undefined
      : [value].flat().flatMap((part) => String(part).split(',').filter(Boolean)),
  z.optional(z.array(id).max(limits.searchSkusMax)),
)

/** What a form leaves empty narrows nothing down. */
const unlessEmpty = (value: unknown): unknown => (value === '' ? undefined : value)
const day = z.preprocess(unlessEmpty, z.optional(businessDate))
const amount = z.preprocess(unlessEmpty, z.optional(z.coerce.number().int().min(0).max(limits.amountMax)))

export const narrowing = {
  /** Staff of a store search that store, even if they name another; head office names one, or searches all of them. */
  store_id: z.optional(z.preprocess((value) => (value === '' ? undefined : value), z.optional(id))),
  /** Any of these articles. */
  skus,
  /** The business day; every day without. */
  date: day,
  /** Business days from one to another, both of them in it; one without the other is that day alone. */
  from: day,
  until: day,
  /** What a document comes to, in yen, both ends in it. */
  amount_from: amount,
  amount_until: amount,
  employee_id: z
    .union([z.literal(everyone), z.literal(''), id])
    .default(everyone)
    .transform((value) => (value === everyone || value === '' ? null : value)),
  /** A receipt's number or its end, or a member: name, user name or telephone number. */
  q: z.optional(written.max(60)),
}

/** What is found together, tender by tender. Refunds and voids are counted against sales on the day they happened. */
export const searchSums = z.strictObject({
  count: whole,
  sales: whole,
  refunds: whole,
  net: whole,
  /** By the ways that it went: with what was kept back, below, it comes to the net. */
  tenders,
  /** What refunds kept back in place of earned points that were spent. */
  kept: whole,
})
export type SearchSums = z.infer<typeof searchSums>

export const foundTransaction = z.strictObject({
  ...transaction.shape,
  register: z.nullable(z.strictObject({ id, number: whole })),
  /** Whose purchase it was; the name is shortened for staff who may not read customers. */
  member: z.nullable(z.strictObject({ id, name: z.string() })),
})
export type FoundTransaction = z.infer<typeof foundTransaction>
