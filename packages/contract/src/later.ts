import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { amountInput, businessDate, id, instant, transaction, whole } from './resources.ts'
import { written } from './written.ts'

/** One deferred sale as its debt stands. */
export const laterDebt = z.strictObject({
  /** The sale. */
  id,
  number: z.string(),
  store: z.strictObject({ id, code: z.string(), name: z.string() }),
  status: z.enum(['open', 'partially_paid', 'settled', 'written_off', 'cancelled']),
  bought_on: businessDate,
  due_on: businessDate,
  /** Days since the due day while something is owed; 0 until then. */
  days_late: whole,
  amount: whole,
  collected: whole,
  /** What refunds took away of it. */
  cancelled: whole,
  remaining: whole,
})
export type LaterDebt = z.infer<typeof laterDebt>

/** What is owed, by how late it is: not due yet, and up to 30, up to 60 and more days after the due day. */
const ageing = z.strictObject({ not_due: whole, late_30: whole, late_60: whole, late_more: whole })
export type LaterAgeing = z.infer<typeof ageing>

const note = z.strictObject({ note: z.string(), by: z.string(), at: instant })

const debtor = z.strictObject({
  user: z.strictObject({ id, username: z.string(), name: z.string(), avatar: z.nullable(z.string()) }),
  /** Over all stores, and of it what was deferred at the asked one. */
  total: whole,
  here: whole,
  limit: whole,
  oldest_on: businessDate,
  due_on: businessDate,
  days_late: whole,
  overdue: z.boolean(),
  ageing,
  last_note: z.nullable(note),
  /** Whose balance may pay it, as the drawer offers it: what the customer holds. */
  balance: whole,
  transactions: z.array(laterDebt),
})
export type Debtor = z.infer<typeof debtor>

/** What a customer may defer now, and why not where they may not. */
const standing = z.strictObject({
  limit: whole,
  total: whole,
  /** What is left of the limit. */
  available: whole,
  overdue: z.boolean(),
  /** The day on which a purchase of today would be due. */
  due_on: businessDate,
  refusal: z.nullable(z.strictObject({ code: z.string(), message: z.string() })),
})
export type LaterStanding = z.infer<typeof standing>

const pay = z.union([z.int().min(1).max(limits.amountMax), z.literal(true)])
const collectErrors = [
  'DEFERRED_NONE',
  'DEFERRED_EXCEEDS',
  'INSUFFICIENT_BALANCE',
  'PAYMENT_UNKNOWN',
  'IDEMPOTENCY_KEY_REUSED',
  'RATE_LIMITED',
] as const

export const later = {
  list: endpoint({
    name: 'transactions.laterList',
    summary: '後払いの未収（店舗ごと。滞留期間・期日・利用枠・最後のメモ）',
    who: ['register', 'manager', 'accounting', 'owner'],
    query: z.object({
      /** Without one, head office sees all stores. */
      store_id: z.optional(id),
      /** One customer, wherever they owe: somebody whom the caller serves. */
      user_id: z.optional(id),
    }),
    status: 200,
    output: z.strictObject({
      items: z.array(debtor),
      sums: z.strictObject({ total: whole, overdue: whole, customers: whole, ageing }),
      /** The store's running business day: deferred, and collected there for whichever store. */
      today: z.nullable(z.strictObject({ given: whole, collected: whole, collected_for_others: whole })),
      /** A debt that is more days late than these may be given up by accounting. */
      write_off_days: whole,
    }),
    errors: ['NOT_FOUND'],
  }),
  collect: endpoint({
    name: 'transactions.laterCollect',
    summary: '後払いの入金（古い順、または選んだ取引。一部・全額。どの店舗でも）',
    who: ['register', 'manager', 'accounting', 'owner'],
    body: z.strictObject({
      user_id: id,
      /** Yen, or `true` for all that is owed. */
      pay,
      /** A bank transfer is recorded by head office, everything else at a register. */
      tender: z.enum(['cash', 'card', 'balance', 'bank']).default('cash'),
      /** One sale instead of the oldest first. */
      transaction_id: z.optional(id),
      cash_tendered: z.optional(amountInput),
      /** The customer's code: their balance pays by it alone. */
      token: z.optional(z.string().min(1).max(4096)),
      register_id: z.optional(id),
      note: z.optional(written.max(200)),
    }),
    status: 200,
    output: transaction,
    errors: [
      'REGISTER_OUT_OF_USE',
      'DEVICE_NOT_ENROLLED',
      'NOT_FOUND',
      ...collectErrors,
      'AMOUNT_INVALID',
      'TENDERED_SHORT',
      'DEFERRED_CODE_REQUIRED',
      'QR_INVALID',
      'QR_EXPIRED',
      'QR_ALREADY_USED',
      'QR_CLAIMED',
      'SELF_DEALING',
      'CUSTOMER_SUSPENDED',
      'CASH_KYC_REQUIRED',
      'SUSPICIOUS_HOLD',
    ],
    idempotent: true,
  }),
  own: endpoint({
    name: 'transactions.ownLater',
    summary: '自分の後払い（未払いと利用枠）',
    who: ['customer'],
    status: 200,
    output: z.strictObject({ ...standing.shape, balance: whole, items: z.array(laterDebt) }),
    errors: ['NOT_VERIFIED'],
  }),
  pay: endpoint({
    name: 'transactions.payLater',
    summary: '自分の後払いを残高で支払う（一部・全額）',
    who: ['customer'],
    body: z.strictObject({ pay, transaction_id: z.optional(id) }),
    status: 200,
    output: transaction,
    errors: ['NOT_VERIFIED', ...collectErrors, 'AUTH_SUSPENDED'],
    idempotent: true,
  }),
  writeOff: endpoint({
    name: 'transactions.writeOff',
    summary: '後払いの貸倒処理（経理・オーナー）',
    who: ['accounting', 'owner'],
    params: z.object({ id }),
    body: z.strictObject({ reason: written.min(1).max(limits.refundReasonMax) }),
    status: 200,
    output: laterDebt,
    errors: [
      'TXN_NOT_FOUND',
      'DEFERRED_ENDED',
      'DEFERRED_WRITE_OFF_EARLY',
      'SELF_DEALING',
      'IDEMPOTENCY_KEY_REUSED',
    ],
    idempotent: true,
  }),
}

export const adminLater = {
  account: endpoint({
    name: 'admin.laterAccount',
    summary: '会員の後払い（利用枠・利用の可否・未払い・メモ・利用枠の履歴）',
    who: ['register', 'manager', 'accounting', 'owner'],
    params: z.object({ id }),
    status: 200,
    output: z.strictObject({
      ...standing.shape,
      user: z.strictObject({ id, name: z.string() }),
      items: z.array(laterDebt),
      notes: z.array(note),
      limits: z.array(
        z.strictObject({
          amount: whole,
          before: whole,
          reason: z.string(),
          by: z.string(),
          approved_by: z.nullable(z.string()),
          at: instant,
        }),
      ),
      /** The most that a limit may be. */
      limit_max: whole,
    }),
    errors: ['NOT_FOUND'],
  }),
  setLimit: endpoint({
    name: 'admin.setLaterLimit',
    summary: '後払いの利用枠を決める（レジ担当は責任者の承認が必要）',
    who: ['register', 'manager', 'accounting', 'owner'],
    params: z.object({ id }),
    body: z.strictObject({
      limit: amountInput,
      reason: written.min(1).max(limits.refundReasonMax),
      approval_id: z.optional(id),
    }),
    status: 200,
    output: standing,
    errors: [
      'NOT_FOUND',
      'DEFERRED_LIMIT_RANGE',
      'APPROVAL_REQUIRED',
      'APPROVAL_RIGHT',
      'SELF_DEALING',
      'LATER_UNAVAILABLE',
    ],
  }),
  addNote: endpoint({
    name: 'admin.addLaterNote',
    summary: '後払いのメモを残す',
    who: ['register', 'manager', 'accounting', 'owner'],
    params: z.object({ id }),
    body: z.strictObject({ note: written.min(1).max(200) }),
    status: 201,
    output: note,
    errors: ['NOT_FOUND'],
  }),
}
