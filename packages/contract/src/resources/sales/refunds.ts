import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { notReturnableReasons } from '../../terms/sku-terms.ts'
import { businessDate, id, refundFacts, taxLine, tenders, whole } from '../shapes.ts'
import { written } from '../../inputs/written.ts'

/** Articles that come back are on sale again, damaged, or put aside until staff have looked at them. */
const restocks = ['resale', 'damaged', 'hold'] as const
export const restock = z.enum(restocks)
export type Restock = z.infer<typeof restock>

/** Whose sale it is, and what of it goes back: whole lines by number, an amount, or all that is left without either. */
export const refundItems = z
  .array(
    z.strictObject({
      /** The place of the line in the sale's `items`, from 1. */
      line: z.int().min(1).max(limits.itemsMax),
      quantity: z.int().min(1).max(limits.quantityMax),
      /** What becomes of these articles; on sale again where it is left out. */
      restock: z.optional(restock),
    }),
  )
  .min(1)
  .max(limits.itemsMax)
export const refundSelection = {
  transaction_id: id,
  items: z.optional(refundItems),
  /** Yen of the bill, points included. */
  amount: z.optional(z.int().min(1).max(limits.amountMax)),
  /** Balance in place of what would be handed over. */
  to_balance: z.optional(z.boolean()),
}

/** A member of staff who shows who they are at the register: employee number or id, and password. */
export const staffCredentials = {
  employee_id: written.min(1).max(64),
  password: z.string().min(1).max(1024),
}

export const refundReason = written.min(1).max(limits.refundReasonMax)

const plannedLine = z.strictObject({
  line: whole,
  sku_id: z.nullable(id),
  sku: z.nullable(z.string()),
  name: z.string(),
  quantity: whole,
  unit_price: whole,
  subtotal: whole,
  refunded_quantity: whole,
  refundable_quantity: whole,
  refunded: whole,
  /** Yen of this line that can still go back. */
  refundable: whole,
  /** Why such articles come back only where the brand is at fault; null for all others. */
  not_returnable: z.nullable(z.enum(notReturnableReasons)),
  /** What this refund brings back of it; a quantity of 0 with an amount is money for articles that stay. */
  back: z.strictObject({ quantity: whole, amount: whole, tenders }),
})

export const refundPreview = z.strictObject({
  transaction_id: id,
  number: z.string(),
  total: whole,
  refundable_after: whole,
  lines: z.array(plannedLine),
  tenders,
  refund: refundFacts.omit({ reason: true }),
  /** Points on their way back, and the last day of each part; renewed ones had ended and live on for a while. */
  returned: z.array(
    z.strictObject({ points: whole, expires_on: z.nullable(businessDate), renewed: z.boolean() }),
  ),
  tax: z.array(taxLine),
  /** Points and yen of the gift for an invitation, which goes back with the sale that brought it. */
  invite_points: whole,
  invite_yen: whole,
  /** Yen that the member who invited the customer loses by it. Who that is, the counter does not learn. */
  reward: whole,
  /** What counts towards the rank, before and after; the rank itself is judged by night. */
  level: z.nullable(z.strictObject({ accumulation_before: whole, accumulation_after: whole })),
  /** True where the caller's own approval is not enough. */
  approval_required: z.boolean(),
  /** The last day on which the sale goes back; null where it is a void, which has its own day only. */
  return_until: z.nullable(businessDate),
  /** The books say that the drawer does not hold the cash that would go back. */
  drawer_short: z.boolean(),
  /** There is a wallet that balance could go to instead. */
  balance_possible: z.boolean(),
})
export type RefundPreview = z.infer<typeof refundPreview>

export const refundErrors = [
  'TXN_NOT_FOUND',
  'REFUND_NOT_PAYMENT',
  'PREPAID_CASHOUT_PROHIBITED',
  'TXN_VOIDED',
  'ALREADY_REFUNDED',
  'REFUND_LINE_UNKNOWN',
  'REFUND_EXCEEDS',
  'REFUND_PERIOD_OVER',
  'REFUND_NOTHING',
  'REFUND_NO_WALLET',
  'REFUND_BALANCE_LIMIT',
] as const
export const voidErrors = ['VOID_AFTER_REFUND', 'TXN_CLOSED'] as const
export const staffProofErrors = [
  'EMPLOYEE_AUTH_FAILED',
  'EMPLOYEE_AUTH_LOCKED',
  'SELF_DEALING',
  'STEP_UP_REQUIRED',
  'PAYMENT_UNKNOWN',
  'IDEMPOTENCY_KEY_REUSED',
  'RATE_LIMITED',
] as const
