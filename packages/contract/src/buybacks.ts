import { z } from 'zod'
import { buybackWays } from './buyback-words.ts'
import { identity } from './cash.ts'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { businessDate, id, instant, pageOf, pageQuery, whole } from './resources.ts'
import { written } from './written.ts'

const buybackGrades = ['A', 'B', 'C'] as const
export type BuybackGrade = (typeof buybackGrades)[number]
const buybackKinds = ['ring', 'necklace', 'bracelet', 'earring', 'tableware', 'bullion', 'other'] as const
export type BuybackKind = (typeof buybackKinds)[number]
const finenesses = [800, 900, 925, 950, 958, 999] as const
const buybackPayments = ['cash', 'bank', 'balance'] as const
export type BuybackPayment = (typeof buybackPayments)[number]

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
const items = z.array(itemBody).min(1).max(limits.buybackItemsMax)

const lookalike = z.strictObject({
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

const quote = z.strictObject({
  price_per_g: whole,
  rates: z.strictObject({ A: whole, B: whole, C: whole }),
  lines: z.array(z.strictObject({ net_weight_mg: whole, rate_bp: whole, amount: whole })),
  amount: whole,
  lookalikes: z.array(lookalike),
})

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

const buybackBody = z.strictObject({
  /** Made by the desk before it sends: the same purchase twice is one. */
  id,
  register_id: z.optional(id),
  /** The member whose code this store has read. */
  user_id: z.nullable(id),
  seller: z.strictObject(identity),
  purpose: written.min(1).max(60),
  seen: z.literal(true),
  items,
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

const buyer = {
  name: written.min(1).max(60),
  address: written.min(1).max(200),
  occupation: written.min(1).max(40),
  age: z.int().min(0).max(130),
}

const row = z.strictObject({
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
export type BuybackRow = z.infer<typeof row>

const details = z.strictObject({
  ...row.shape,
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
          /** The law asks who bought it, and nobody has written that down yet. */
          needs_buyer: z.boolean(),
          buyer: z.nullable(z.strictObject(buyer)),
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
  /** Whether the caller may still take it back: by themself, or with the word of a second person; null where not. */
  may_reverse: z.nullable(z.enum(['alone', 'approval'])),
})
export type BuybackDetails = z.infer<typeof details>

/** A purchase as the book has it on paper: no account and no signature. */
const bookEntry = details.omit({
  bank: true,
  signature: true,
  customer: true,
  transaction_number: true,
  may_reverse: true,
})

const pieceParams = z.object({ id, line: z.string().regex(/^[1-9]\d?$/) })
const period = { from: z.optional(businessDate), until: z.optional(businessDate) }

export const buybacks = {
  member: endpoint({
    name: 'admin.buybackMember',
    summary: '買取：会員のコードの読み取り（登録内容を受付に写す。閲覧は記録される）',
    who: ['manager'],
    body: z.strictObject({ token: z.string().min(1).max(200) }),
    status: 200,
    output: z.strictObject({
      id,
      username: z.string(),
      name: z.nullable(z.string()),
      address: z.nullable(z.string()),
      date_of_birth: z.nullable(businessDate),
      kyc_approved: z.boolean(),
      purchases: whole,
    }),
    errors: ['QR_INVALID', 'QR_EXPIRED', 'QR_ALREADY_USED', 'SELF_DEALING', 'CUSTOMER_SUSPENDED'],
  }),
  quote: endpoint({
    name: 'admin.buybackQuote',
    summary: '買取：査定額と、よく似た品物の記録',
    who: ['manager'],
    body: z.strictObject({ items }),
    status: 200,
    output: quote,
    errors: ['AMOUNT_INVALID', 'SILVER_RATE_MISSING'],
  }),
  create: endpoint({
    name: 'admin.createBuyback',
    summary: '買取の確定：古物台帳に記録し、現金・振込・残高で支払う',
    who: ['manager'],
    body: buybackBody,
    status: 201,
    output: details,
    errors: [
      'DEVICE_NOT_ENROLLED',
      'SILVER_RATE_MISSING',
      'BUYBACK_ID_REQUIRED',
      'BUYBACK_MINOR',
      'BUYBACK_DUPLICATE',
      'BUYBACK_QUOTE',
      'BUYBACK_BANK_REQUIRED',
      'DOB_INVALID',
      'MEMBER_REQUIRED',
      'BALANCE_LIMIT',
      'SELF_DEALING',
      'CUSTOMER_SUSPENDED',
      'IDEMPOTENCY_KEY_REUSED',
    ],
    idempotent: true,
  }),
  list: endpoint({
    name: 'admin.buybacks',
    summary: '古物台帳（新しい順）',
    who: ['manager', 'accounting', 'owner'],
    query: pageQuery.extend({
      ...period,
      q: written.max(40).default(''),
      status: z.enum(['all', 'held', 'awaits_bank', 'stopped', 'reversed']).default('all'),
    }),
    status: 200,
    output: pageOf(row),
    errors: [],
  }),
  csv: endpoint({
    name: 'admin.buybacksCsv',
    summary: '古物台帳のCSV（期間は366日まで）',
    who: ['manager', 'owner'],
    query: z.object(period),
    status: 200,
    output: z.instanceof(Uint8Array),
    media: 'text/csv; charset=utf-8',
    errors: ['PERIOD_TOO_LONG', 'SEARCH_TOO_WIDE'],
  }),
  book: endpoint({
    name: 'admin.buybackBook',
    summary: '古物台帳の印刷（期間は92日まで。書き出しとして記録される）',
    who: ['manager', 'owner'],
    query: z.object(period),
    status: 200,
    output: z.strictObject({ from: businessDate, until: businessDate, items: z.array(bookEntry) }),
    errors: ['PERIOD_TOO_LONG', 'SEARCH_TOO_WIDE'],
  }),
  show: endpoint({
    name: 'admin.buyback',
    summary: '古物台帳の1件（閲覧は記録される）',
    who: ['manager', 'accounting', 'owner'],
    params: z.object({ id }),
    status: 200,
    output: details,
    errors: [],
  }),
  dispose: endpoint({
    name: 'admin.disposeBuyback',
    summary: '買い取った品物の処分日と処分先（保管期間のあと、一度だけ）',
    who: ['manager'],
    params: pieceParams,
    body: z.strictObject({
      kind: z.enum(buybackWays).default('other'),
      disposed_to: written.min(1).max(60),
    }),
    status: 200,
    output: details,
    errors: ['BUYBACK_HELD', 'CONFLICT', 'STOCKTAKE_IN_PROGRESS'],
  }),
  stock: endpoint({
    name: 'admin.stockBuyback',
    summary: '買い取った品物を1点ものの商品として在庫に入れる（保管期間のあと、一度だけ）',
    who: ['manager'],
    params: pieceParams,
    body: z.strictObject({
      /** The article’s: made by the screen, so that a form that was sent twice makes one. */
      id,
      name: written.min(1).max(40),
      price: z.int().min(1).max(limits.amountMax),
      size: z.nullable(written.min(1).max(20)),
    }),
    status: 201,
    output: details,
    errors: ['BUYBACK_HELD', 'CONFLICT', 'STOCKTAKE_IN_PROGRESS', 'SKU_SILVER_NAME'],
  }),
  addPhoto: endpoint({
    name: 'admin.addBuybackPhoto',
    summary:
      '買い取った品物の写真を台帳に加える（JPEG・PNG・WebP、10MBまで。1つの品物に4枚まで、あとから消せない）',
    who: ['manager'],
    params: pieceParams,
    file: { bytesMax: limits.privateBytesMax, tooLarge: 'FILE_TOO_LARGE' },
    status: 201,
    output: details,
    errors: [
      'BUYBACK_PHOTOS',
      'CONFLICT',
      'FILE_TYPE',
      'FILE_TOO_LARGE',
      'IMAGE_DIMENSIONS',
      'IMAGE_TOO_SMALL',
      'IMAGE_BROKEN',
      'FILE_UPLOAD_FAILED',
    ],
  }),
  photo: endpoint({
    name: 'admin.buybackPhoto',
    summary: '買い取った品物の写真（閲覧は記録される）',
    who: ['manager', 'accounting', 'owner'],
    params: z.object({ ...pieceParams.shape, position: z.string().regex(/^[1-4]$/) }),
    status: 200,
    output: z.instanceof(Uint8Array),
    media: 'image/webp',
    errors: [],
  }),
  buyer: endpoint({
    name: 'admin.buybackBuyer',
    summary: '買い取った品物を売った相手の記録（住所・氏名・職業・年齢。一度だけ）',
    who: ['manager'],
    params: pieceParams,
    body: z.strictObject({ transaction_id: id, ...buyer }),
    status: 200,
    output: details,
    errors: ['CONFLICT'],
  }),
  reverse: endpoint({
    name: 'admin.reverseBuyback',
    summary: '買取の取り消し：同じ営業日のうちに、受け付けた人とは別の責任者の判断で（台帳の記録は残る）',
    who: ['manager'],
    params: z.object({ id }),
    body: z.strictObject({
      /** Made by the screen before it sends: the same act twice is one. */
      transaction_id: id,
      /** What came back, as it was counted. */
      amount: z.int().min(1).max(limits.amountMax),
      reason: written.min(1).max(200),
      /** The word of a second person, where the caller bought it themself. */
      approval_id: z.optional(id),
    }),
    status: 200,
    output: details,
    errors: [
      'DAY_CLOSED',
      'CONFLICT',
      'APPROVAL_REQUIRED',
      'SELF_DEALING',
      'BUYBACK_RETURN',
      'INSUFFICIENT_BALANCE',
    ],
  }),
  settle: endpoint({
    name: 'admin.settleBuyback',
    summary: '買取代金の振込が済んだ記録',
    who: ['accounting', 'owner'],
    params: z.object({ id }),
    body: z.strictObject({ transaction_id: id }),
    status: 200,
    output: details,
    errors: ['CONFLICT', 'FORBIDDEN', 'APPROVAL_LINKED', 'SELF_DEALING'],
  }),
}
