import { z } from 'zod'
import { emailInput } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { lengthOf, trimmed } from './person.ts'
import { businessDate, givenBack, id, instant, taxLine, whole } from './resources.ts'
import { addresseeMax, defaultProviso, isPrintable, provisoMax } from './receipt-words.ts'

/** Who gave out a document, as it was on the day of the sale. */
const issuer = z.strictObject({
  brand: z.string(),
  company: z.string(),
  /** 登録番号, T and thirteen digits. */
  registration_no: z.string(),
  store_name: z.string(),
  postcode: z.string(),
  address: z.string(),
  phone: z.string(),
})

const receiptLine = z.strictObject({
  name: z.string(),
  sku: z.nullable(z.string()),
  quantity: whole,
  unit_price: whole,
  discount: whole,
  subtotal: whole,
  /** Basis points; a line at a reduced rate carries ※. */
  tax_rate: whole,
  /** Money that came back for goods which the customer kept. */
  amount_only: z.boolean(),
})

/**
 * The words and figures of one document: fixed when it is first asked for, from what the ledger holds for good, and the
 * same ever after. Amounts are positive; a document of goods that came back is one by its kind.
 */
export const receiptContent = z.strictObject({
  /**
   * 適格簡易請求書, 適格返還請求書, the paper of a sale that was taken back on its own day, or that of a deferred payment
   * that was paid: it names no tax, which arose with the sale. A charge is no sale and has none either.
   */
  kind: z.enum(['sale', 'return', 'void', 'collection', 'charge']),
  number: z.string(),
  issuer,
  at: instant,
  business_date: businessDate,
  employee_number: z.nullable(z.string()),
  register_number: z.nullable(whole),
  /** The sale that goods came back from. */
  original: z.nullable(z.strictObject({ number: z.string(), at: instant })),
  reason: z.nullable(z.string()),
  lines: z.array(receiptLine),
  /** Before discounts. */
  subtotal: whole,
  discount: whole,
  /** Whether points lower what is taxed, or are one of the ways to pay: the rule of that day. */
  points_as: z.enum(['discount', 'payment']),
  points: whole,
  total: whole,
  tax: z.array(taxLine),
  /** Everything but points, in the order of the list. */
  tenders: z.array(
    z.strictObject({ kind: z.enum(['points', 'balance', 'cash', 'card', 'later', 'bank']), amount: whole }),
  ),
  /** What is still owed after a deferred payment was paid, or after a sale deferred a part or a return took of it. */
  owed_after: z.optional(whole),
  /** Until when what a sale deferred is to be paid. */
  due_on: z.optional(businessDate),
  /** For how many days goods of a sale were taken back when its paper was fixed. */
  return_days: z.optional(whole),
  cash_tendered: z.nullable(whole),
  change: z.nullable(whole),
  /** Kept back from a refund in place of earned points that were already spent. */
  points_deducted: whole,
  member: z.nullable(
    z.strictObject({
      /** One character and the rest hidden: a paper lies about. */
      name: z.string(),
      /** Points that were used, or that came back to the wallet. */
      points_used: whole,
      /** With the sign of what happened to the points: earned, or taken back. */
      points_earned: whole,
      level_name: z.nullable(z.string()),
      point_rate: whole,
      point_balance: z.nullable(whole),
      balance: z.nullable(whole),
    }),
  ),
})
export type ReceiptContent = z.infer<typeof receiptContent>

const formal = z.strictObject({
  addressee: z.string(),
  proviso: z.string(),
  issued_at: instant,
  /** How often it was saved or printed. From the second on it says 再発行. */
  copies: whole,
})
export type FormalReceipt = z.infer<typeof formal>

export const receipt = z.strictObject({
  content: receiptContent,
  /** What became of the sale since. */
  state: z.enum(['valid', 'partially_refunded', 'refunded', 'voided']),
  /** What came of its returns since; nothing of it where none was. */
  given_back: givenBack,
  /** How often staff handed it out, on paper or by mail. From the second on it says 再発行. */
  copies: whole,
  /** The 領収書 of this sale or deferred payment; null until somebody names its addressee. */
  formal: z.nullable(formal),
  can_issue_formal: z.boolean(),
  /** What a 領収書 of this movement comes to: what was received with it, and nothing that another one is made out for. */
  formal_amount: whole,
  /** How much of that went back since. */
  formal_refunded: whole,
  /** 収入印紙 on paper, in yen, for the cash that was received; 0 where none is needed. A file needs none. */
  stamp_yen: whole,
})
export type Receipt = z.infer<typeof receipt>

const text = (max: number) =>
  z
    .string()
    .max(max * 8)
    .transform(trimmed)
    .refine((value) => value === '' || isPrintable(value), 'NAME_FORMAT')
    .refine((value) => lengthOf(value) <= max, `TOO_LONG ${max}`)

const staff = ['register', 'manager', 'owner'] as const
const who = ['customer', ...staff] as const

export const receipts = {
  show: endpoint({
    name: 'transactions.receipt',
    summary: 'レシート（適格簡易請求書・適格返還請求書）と領収書の状態',
    who,
    params: z.object({ id }),
    status: 200,
    output: receipt,
    errors: ['NOT_VERIFIED', 'TXN_NOT_FOUND', 'RECEIPT_NONE'],
  }),
  pdf: endpoint({
    name: 'transactions.receiptPdf',
    summary: 'レシートのPDF',
    who,
    params: z.object({ id }),
    status: 200,
    output: z.instanceof(Uint8Array),
    media: 'application/pdf',
    errors: ['NOT_VERIFIED', 'TXN_NOT_FOUND', 'RECEIPT_NONE', 'OVERLOADED'],
  }),
  handOut: endpoint({
    name: 'transactions.receiptCopy',
    summary: 'レシートを店頭で渡すための一部（印刷・保存。二部目から「再発行」）',
    who: staff,
    params: z.object({ id }),
    body: z.strictObject({
      /** Made by whoever asks, so that a lost answer costs no second copy. */
      id,
      /** A file needs no stamp. */
      on_paper: z.boolean().default(true),
    }),
    status: 201,
    output: z.strictObject({ copy: whole, reissue: z.boolean() }),
    errors: ['TXN_NOT_FOUND', 'RECEIPT_NONE', 'CONFLICT'],
  }),
  mail: endpoint({
    name: 'transactions.receiptMail',
    summary: 'レシートをメールで送る（宛先がなければ会員の確認済みのアドレスへ）',
    who: staff,
    params: z.object({ id }),
    body: z.strictObject({ id, email: z.optional(emailInput) }),
    status: 201,
    output: z.strictObject({
      copy: whole,
      reissue: z.boolean(),
      /** Shown to staff with most of it hidden. */
      sent_to: z.string(),
    }),
    errors: ['TXN_NOT_FOUND', 'RECEIPT_NONE', 'RECEIPT_NO_ADDRESS', 'CONFLICT', 'RATE_LIMITED'],
  }),
  formal: endpoint({
    name: 'transactions.formalReceipt',
    summary: '領収書の発行（宛名は一度だけ）',
    who,
    params: z.object({ id }),
    body: z.strictObject({
      addressee: text(addresseeMax).refine((value) => value !== '', 'REQUIRED'),
      proviso: text(provisoMax)
        .default(defaultProviso)
        .transform((value) => value || defaultProviso),
    }),
    status: 201,
    output: receipt,
    errors: ['NOT_VERIFIED', 'TXN_NOT_FOUND', 'RECEIPT_NONE', 'RECEIPT_UNAVAILABLE', 'RECEIPT_ISSUED'],
  }),
  copy: endpoint({
    name: 'transactions.formalReceiptCopy',
    summary: '領収書を保存・印刷するための一部（二部目から「再発行」）',
    who,
    params: z.object({ id }),
    /** Made by whoever asks, so that a lost answer costs no second copy. */
    body: z.strictObject({ id }),
    status: 201,
    output: z.strictObject({ copy: whole, reissue: z.boolean() }),
    errors: ['NOT_VERIFIED', 'TXN_NOT_FOUND', 'RECEIPT_NONE', 'CONFLICT'],
  }),
  formalPdf: endpoint({
    name: 'transactions.formalReceiptPdf',
    summary: '領収書のPDF',
    who,
    params: z.object({ id, copy: z.coerce.number().int().min(1).max(1_000_000) }),
    status: 200,
    output: z.instanceof(Uint8Array),
    media: 'application/pdf',
    errors: ['NOT_VERIFIED', 'TXN_NOT_FOUND', 'RECEIPT_NONE', 'OVERLOADED'],
  }),
}
