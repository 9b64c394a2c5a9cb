import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { businessDate, id, pageOf, pageQuery, tenders, transaction, whole } from './resources.ts'
import { written } from './written.ts'

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
  /** Staff of a store search that store, whatever they name; head office names one, or searches all of them. */
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

export const search = {
  search: endpoint({
    name: 'transactions.search',
    summary: '店舗の取引の検索（確定・返金・取消。営業日・担当・商品・番号・会員で絞り込む）',
    who: ['register', 'manager', 'accounting', 'owner'],
    query: z.object({
      ...narrowing,
      page: pageQuery.shape.page,
      limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(limits.transactionSearchPageSize),
    }),
    status: 200,
    output: z.strictObject({
      ...pageOf(foundTransaction).shape,
      /** Null where more is found than is counted: a narrower search has them. */
      sums: z.nullable(searchSums),
    }),
    errors: ['PERIOD_TOO_LONG'],
  }),
  csv: endpoint({
    name: 'transactions.searchCsv',
    summary: '取引の検索結果のCSV',
    who: ['register', 'manager', 'accounting', 'owner'],
    query: z.object(narrowing),
    status: 200,
    output: z.instanceof(Uint8Array),
    media: 'text/csv; charset=utf-8',
    errors: ['SEARCH_TOO_WIDE', 'PERIOD_TOO_LONG'],
  }),
}
export type SearchQuery = z.output<typeof search.search.query>
