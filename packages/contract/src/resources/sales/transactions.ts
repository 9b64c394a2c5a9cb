import { z } from 'zod'
import { plainTenders, eachOf } from '@shirogane/domain/sales/tenders'
import { confirmation } from './confirmations.ts'
import { transactionFilters } from '../../wire/filters.ts'
import { limits } from '../../rules/limits.ts'
import { discountKinds, discountReasons, freeTaxRates, terminalBrands } from '../../terms/sale-terms.ts'
import {
  isItemsOrAmount,
  itemsOrAmount,
  amountInput,
  businessDate,
  id,
  pageQuery,
  registerCustomer,
  transaction,
  transactionStatuses,
  whole,
} from '../shapes.ts'
import { written } from '../../inputs/written.ts'

export { transactionFilters }
export type { TransactionFilter } from '../../wire/filters.ts'

const quantity = z.int().min(1).max(limits.quantityMax)

const discount = z
  .strictObject({
    kind: z.enum(discountKinds),
    /** Whole percent, or yen. */
    value: z.int().min(1).max(limits.amountMax),
    reason: z.enum(discountReasons),
    /** Required where the reason is `other`. */
    note: z.optional(written.max(60)),
  })
  .refine(({ kind, value }) => kind === 'yen' || value <= 100, {
    path: ['value'],
    message: 'DISCOUNT_EXCEEDS',
  })
  .refine(({ reason, note }) => reason !== 'other' || (note !== undefined && note !== ''), {
    path: ['note'],
    message: 'DISCOUNT_REASON',
  })
const lineExtras = {
  discount: z.optional(discount),
  note: z.optional(written.max(60)),
}

/** A line from the catalogue. The price is the server's; a register never names one. */
const skuLine = z.strictObject({
  sku_id: id,
  quantity,
  /** Of one piece, where the article is weighed at the register. */
  weight_mg: z.optional(z.int().min(1).max(1_000_000)),
  ...lineExtras,
})
/** A line that staff typed as an amount. */
const freeLine = z.strictObject({
  name: written.min(1).max(40),
  unit_price: z.int().min(1).max(limits.amountMax),
  quantity,
  tax_rate: z.optional(z.literal(freeTaxRates)),
  ...lineExtras,
})
export const saleItems = z
  .array(z.union([skuLine, freeLine]))
  .min(1)
  .max(limits.itemsMax)

const tendersInput = z.strictObject({
  balance: z.optional(amountInput),
  points: z.optional(amountInput),
  /** The parts of the bill that are paid by them: cash without change. */
  ...eachOf(plainTenders, () => z.optional(amountInput)),
})

/** What is sold, and what is taken off the whole of it. */
export const cart = {
  items: z.optional(saleItems),
  /** Off the whole sale, after the discounts of its lines. */
  discount: z.optional(discount),
}
export const tendering = {
  ...cart,
  /** A whole sale as one amount, instead of items. */
  amount: z.optional(z.int().min(1).max(limits.amountMax)),
  tenders: z.optional(tendersInput),
  /** What the customer handed over in cash; change is what exceeds `tenders.cash`. */
  cash_tendered: z.optional(amountInput),
  note: z.optional(written.max(200)),
  /** What the register shows as the bill: another total is refused, and nothing is taken. */
  expected_total: z.optional(z.int().min(1).max(limits.amountMax)),
  /** A second person's approval for a discount beyond what the caller may give. */
  approval_id: z.optional(id),
  /** The slip of the card terminal. */
  terminal: z.optional(
    z.strictObject({
      brand: z.enum(terminalBrands),
      approval_number: z
        .string()
        .trim()
        .regex(/^[0-9A-Z-]{1,12}$/),
    }),
  ),
  /** The cart that was put aside and that this sale settles. */
  parked: z.optional(z.strictObject({ id, version: z.int().min(1) })),
  /** What goes with `tenders.later`. Without a signature and its approval the customer is asked on their phone. */
  later: z.optional(
    z.strictObject({
      /** The line that the customer drew on a field of 600 by 200, as the path of an SVG: `M12 30L14 33…`. */
      signature: z.optional(
        z
          .string()
          .min(8)
          .max(limits.signatureMax)
          .regex(/^[ML0-9 .]+$/),
      ),
      /** A second person's approval for a deferral that is signed because no phone can be asked. */
      approval_id: z.optional(id),
      /** Defer although an earlier debt is overdue: a manager by their own approval, a register with an approval. */
      override: z.optional(
        z.strictObject({
          reason: written.min(1).max(limits.refundReasonMax),
          approval_id: z.optional(id),
        }),
      ),
    }),
  ),
}

type Tendering = z.infer<z.ZodObject<typeof tendering>>
/** What belongs to a part of the bill comes with that part: left by itself, it would be lost without a word. */
export const withItsPart = <Body extends z.ZodType<Tendering>>(body: Body) =>
  body
    .refine(isItemsOrAmount, itemsOrAmount)
    .refine(({ cash_tendered = 0, tenders }) => cash_tendered === 0 || !tenders || (tenders.cash ?? 0) > 0, {
      path: ['cash_tendered'],
      message: 'VALIDATION_ERROR',
    })
    .refine(({ terminal, tenders }) => !terminal || !tenders || (tenders.card ?? 0) > 0, {
      path: ['terminal'],
      message: 'VALIDATION_ERROR',
    })
    .refine(({ later, tenders }) => !later || !tenders || (tenders.later ?? 0) > 0, {
      path: ['later'],
      message: 'VALIDATION_ERROR',
    })

/** What of a completed sale was written down wrongly. What is left out stands. */
export const correction = z.strictObject({
  /** The cash and the card part as they really were; together what they were before. */
  tenders: z.optional(z.strictObject({ cash: amountInput, card: amountInput })),
  /** Whose sale it was. */
  employee_id: z.optional(id),
  /** An empty one takes the note away. */
  note: z.optional(written.max(200)),
  reason: written.min(1).max(limits.refundReasonMax),
  /** The approval of a second person who was asked, where the caller's own is not enough. */
  approval_id: z.optional(id),
})

const amountQuery = z.coerce.number().int().min(0).max(limits.amountMax)

/** Which of one's own movements a list holds. Days are those of the calendar in Japan, both ends included. */
export const listQuery = pageQuery
  .extend({
    filter: z.enum(transactionFilters).default('all'),
    from: z.optional(businessDate),
    to: z.optional(businessDate),
    store_id: z.optional(id),
    /** Payouts to one of one's own bank accounts, as it stands now. */
    payout_method_id: z.optional(id),
    /** Yen that were paid or received; a movement of points alone has none. */
    amount_min: z.optional(amountQuery),
    amount_max: z.optional(amountQuery),
    /** `months`: with the sums of every month that the page touches. */
    with: z.optional(z.enum(['months'])),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    message: 'PERIOD_REVERSED',
  })
  .refine(
    ({ amount_min, amount_max }) =>
      amount_min === undefined || amount_max === undefined || amount_min <= amount_max,
    { path: ['amount_max'], message: 'AMOUNTS_REVERSED' },
  )
export type ListQuery = z.output<typeof listQuery>

export const registerState = z.strictObject({
  /** `pending_confirm`: nothing has moved, the customer is asked on their phone or has just agreed. */
  status: z.enum([...transactionStatuses, 'pending_confirm']),
  transaction,
  customer: z.nullable(registerCustomer),
  /** When the register's hold on the scanned code ends; null once settled. */
  claim_expires_at: z.nullable(z.iso.datetime()),
  /** While it is held: seconds until then, for a register whose clock may be wrong. */
  claim_expires_in: z.optional(whole),
  /** What staff should know before they go on with an open sale, in sentences. */
  warnings: z.array(z.string()),
  /** Of an open sale: what the customer was asked last, and what became of it. */
  confirmation: z.optional(confirmation),
})
export type RegisterState = z.infer<typeof registerState>

/** Whether this settles a sale or mends one. */
export const settles = ({ tenders, status, correction }: Partial<Record<string, unknown>>): boolean =>
  tenders !== undefined || status === 'completed' || correction !== undefined

export const payErrors = [
  'REGISTER_OUT_OF_USE',
  'DEVICE_NOT_ENROLLED',
  'QR_INVALID',
  'QR_EXPIRED',
  'QR_ALREADY_USED',
  'QR_CLAIMED',
  'MEMBER_UNVERIFIED',
  'KYC_VISIT',
  'AMOUNT_INVALID',
  'TENDERS_MISMATCH',
  'TENDERED_SHORT',
  'MEMBER_REQUIRED',
  'INSUFFICIENT_BALANCE',
  'INSUFFICIENT_POINT',
  'PAY_LIMIT_ONCE',
  'PAY_LIMIT_DAY',
  'SKU_NOT_FOUND',
  'SKU_INACTIVE',
  'STOCK_SHORTAGE',
  'SELF_DEALING',
  'CUSTOMER_SUSPENDED',
  'CASH_KYC_REQUIRED',
  'SUSPICIOUS_HOLD',
  'PAYMENT_STATE',
  'PAYMENT_CANCELED',
  'PAY_CONFIRM_DECLINED',
  'PAY_CONFIRM_EXPIRED',
  'PAY_CONFIRM_CHANGED',
  'LATER_UNAVAILABLE',
  'DEFERRED_LIMIT',
  'DEFERRED_OVERDUE',
  'DEFERRED_SIGNATURE',
  'DEFERRED_SIGNATURE_SHORT',
  'DEFERRED_SIGNATURE_REPEATED',
  'APPROVAL_REQUIRED',
  'APPROVAL_RIGHT',
  'IDEMPOTENCY_KEY_REUSED',
  'RATE_LIMITED',
  'DISCOUNT_EXCEEDS',
  'DISCOUNT_APPROVAL',
  'TOTAL_CHANGED',
  'WEIGHT_REQUIRED',
  'SILVER_RATE_MISSING',
  'PARKED_NOT_FOUND',
  'PARKED_ELSEWHERE',
  'PARKED_ENDED',
  'CONFLICT',
] as const
