import { z } from 'zod'
import { allTenders } from '@shirogane/domain/sales/tenders'
import { businessDate, givenBack, instant, taxLine, whole } from '../shapes.ts'

/** Who gave out a document, as it was on the day of the sale. */
const issuer = z.strictObject({
  brand: z.string(),
  company: z.string(),
  /** The number of a registered issuer of invoices: T and thirteen digits. */
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
  /** Money that came back for articles which the customer kept. */
  amount_only: z.boolean(),
})

/**
 * The words and figures of one document: fixed when it is first asked for, from what the ledger holds for good, and the
 * same ever after. Amounts are positive; a document of articles that came back is one by its kind.
 */
export const receiptContent = z.strictObject({
  /**
   * A simplified qualified invoice, one of a return, the paper of a sale that was taken back on its own day, or that of a deferred payment
   * that was paid: it names no tax, which arose with the sale. A charge is no sale and has none either.
   */
  kind: z.enum(['sale', 'return', 'void', 'collection', 'charge']),
  number: z.string(),
  issuer,
  at: instant,
  business_date: businessDate,
  employee_number: z.nullable(z.string()),
  register_number: z.nullable(whole),
  /** The sale that articles came back from. */
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
  tenders: z.array(z.strictObject({ kind: z.enum([...allTenders, 'bank']), amount: whole })),
  /** What is still owed after a deferred payment was paid, or after a sale deferred a part or a return took of it. */
  owed_after: z.optional(whole),
  /** Until when what a sale deferred is to be paid. */
  due_on: z.optional(businessDate),
  /** For how many days articles of a sale were taken back when its paper was fixed. */
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
  /** How often it was saved or printed. From the second on it says that it is a reissue. */
  copies: whole,
})
export type FormalReceipt = z.infer<typeof formal>

export const receipt = z.strictObject({
  content: receiptContent,
  /** What became of the sale since. */
  state: z.enum(['valid', 'partially_refunded', 'refunded', 'voided']),
  /** What came of its returns since; nothing of it where none was. */
  given_back: givenBack,
  /** How often staff handed it out, on paper or by mail. From the second on it says that it is a reissue. */
  copies: whole,
  /** The formal receipt of this sale or deferred payment; null until its addressee is named. */
  formal: z.nullable(formal),
  can_issue_formal: z.boolean(),
  /** What a formal receipt of this movement comes to: what was received with it, and nothing that another one is made out for. */
  formal_amount: whole,
  /** How much of that went back since. */
  formal_refunded: whole,
  /** The revenue stamp on paper, in yen, for the cash that was received; 0 where none is needed. A file needs none. */
  stamp_yen: whole,
})
export type Receipt = z.infer<typeof receipt>
