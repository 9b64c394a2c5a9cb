import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { notReturnableReasons } from './sku-terms.ts'
import {
  businessDate,
  id,
  isItemsOrAmount,
  itemsOrAmount,
  refundFacts,
  taxLine,
  tenders,
  transaction,
  whole,
} from './resources.ts'
import { written } from './written.ts'

/** Goods that come back are on sale again, damaged, or put aside until somebody has looked at them. */
const restocks = ['resale', 'damaged', 'hold'] as const
const restock = z.enum(restocks)
export type Restock = z.infer<typeof restock>

/** Whose sale it is, and what of it goes back: whole lines by number, an amount, or all that is left without either. */
export const refundItems = z
  .array(
    z.strictObject({
      /** The place of the line in the sale's `items`, from 1. */
      line: z.int().min(1).max(limits.itemsMax),
      quantity: z.int().min(1).max(limits.quantityMax),
      /** What becomes of these goods; on sale again where it is left out. */
      restock: z.optional(restock),
    }),
  )
  .min(1)
  .max(limits.itemsMax)
const share = {
  transaction_id: id,
  items: z.optional(refundItems),
  /** Yen of the bill, points included. */
  amount: z.optional(z.int().min(1).max(limits.amountMax)),
  /** Balance where cash or a card would come back. */
  to_balance: z.optional(z.boolean()),
}

/** Somebody of the staff who shows who they are at the register: employee number or id, and password. */
const credentials = {
  employee_id: written.min(1).max(64),
  password: z.string().min(1).max(1024),
}

const isAnswered =
  (name: 'employee_id' | 'password') =>
  (body: {
    employee_id?: string | undefined
    password?: string | undefined
    approval_id?: string | undefined
  }) =>
    body.approval_id === undefined ? body[name] !== undefined : body[name] === undefined

const reason = written.min(1).max(limits.refundReasonMax)

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
  /** Why such goods come back only where the house is at fault; null for all others. */
  not_returnable: z.nullable(z.enum(notReturnableReasons)),
  /** What this refund brings back of it; a quantity of 0 with an amount is money for goods that stay. */
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
  /** Yen that whoever invited the customer loses by it. Who that is, the counter does not learn. */
  reward: whole,
  /** What counts towards the rank, before and after; the rank itself is judged by night. */
  level: z.nullable(z.strictObject({ accumulation_before: whole, accumulation_after: whole })),
  /** True where the caller's own word is not enough. */
  approval_required: z.boolean(),
  /** The last day on which the sale goes back; null where it is a void, which has its own day only. */
  return_until: z.nullable(businessDate),
  /** The books say that the drawer does not hold the cash that would go back. */
  drawer_short: z.boolean(),
  /** There is a wallet that balance could go to instead. */
  balance_possible: z.boolean(),
})
export type RefundPreview = z.infer<typeof refundPreview>

const shareErrors = [
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
const voidErrors = ['VOID_AFTER_REFUND', 'TXN_CLOSED'] as const
const staffErrors = [
  'EMPLOYEE_AUTH_FAILED',
  'EMPLOYEE_AUTH_LOCKED',
  'SELF_DEALING',
  'STEP_UP_REQUIRED',
  'PAYMENT_UNKNOWN',
  'IDEMPOTENCY_KEY_REUSED',
  'RATE_LIMITED',
] as const

export const refunds = {
  refund: endpoint({
    name: 'transactions.refund',
    summary: '返金（全部・明細・金額。元のお支払い方法へ戻す）',
    who: ['register', 'manager', 'owner'],
    body: z
      .strictObject({
        ...share,
        reason,
        /** The customer agreed to balance in place of cash and card. */
        consent: z.optional(z.literal(true)),
        /** The register whose drawer gives the cash; the store's first one without. */
        register_id: z.optional(id),
        /** What becomes of the goods of a whole refund. */
        restock: z.optional(restock),
        /** The word of a second person who was asked, where the caller's own is not enough. */
        approval_id: z.optional(id),
        /** A manager who agrees beside the register, where the caller's own word is not enough. */
        approval: z.optional(z.strictObject(credentials)),
      })
      .refine(isItemsOrAmount, itemsOrAmount),
    status: 200,
    output: transaction,
    errors: [
      'REGISTER_OUT_OF_USE',
      'DEVICE_NOT_ENROLLED',
      ...shareErrors,
      ...staffErrors,
      'RETURN_NOT_ALLOWED',
      'REFUND_CONSENT',
      'REFUND_APPROVAL',
      'APPROVAL_REQUIRED',
      'APPROVAL_LINKED',
    ],
    idempotent: true,
  }),
  refundPreview: endpoint({
    name: 'transactions.refundPreview',
    summary: '返金・取消の前に、何がどこへ戻るかを確かめる（何も動かさない）',
    who: ['register', 'manager', 'owner'],
    body: z.strictObject({ ...share, void: z.optional(z.boolean()) }).refine(isItemsOrAmount, itemsOrAmount),
    status: 200,
    output: refundPreview,
    errors: [...shareErrors, ...voidErrors],
  }),
  delete: endpoint({
    name: 'transactions.delete',
    summary: '取消（当日の取引を反対の記帳で取り消す。記録は消えない）',
    who: ['register', 'manager', 'owner'],
    params: z.object({ id }),
    /** Number and password of whoever answers for it; or the word of a second person who was asked. */
    body: z
      .strictObject({
        employee_id: z.optional(credentials.employee_id),
        password: z.optional(credentials.password),
        approval_id: z.optional(id),
        reason: z.optional(reason),
        register_id: z.optional(id),
      })
      .refine(isAnswered('employee_id'), { path: ['employee_id'], message: 'REQUIRED' })
      .refine(isAnswered('password'), { path: ['password'], message: 'REQUIRED' }),
    status: 200,
    output: transaction,
    errors: [
      'REGISTER_OUT_OF_USE',
      'DEVICE_NOT_ENROLLED',
      'TXN_NOT_FOUND',
      'REFUND_NOT_PAYMENT',
      'PREPAID_CASHOUT_PROHIBITED',
      'TXN_VOIDED',
      ...voidErrors,
      ...staffErrors,
      'VOID_APPROVAL',
      'APPROVAL_REQUIRED',
      'APPROVAL_LINKED',
      'REFUND_NOTHING',
      'CHARGE_SPENT',
    ],
    idempotent: true,
  }),
}
