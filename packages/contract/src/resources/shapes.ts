import { z } from 'zod'
import { counterTenders, debtTenders, plainTenders, eachOf } from '@shirogane/domain/sales/tenders'
import { employeeTypes } from '../wire/rights.ts'
import { limits } from '../rules/limits.ts'
import { payoutFailures } from '@shirogane/bank/failures'
import { discountKinds, discountReasons } from '../terms/sale-terms.ts'

/** Shapes that several endpoints share. Answers are strict: a field that is not declared here never leaves. */
export const id = z.uuid()
export const instant = z.iso.datetime()
export const businessDate = z.iso.date()
/** Whole yen or points in an answer; may be negative where a movement is shown. */
export const whole = z.int()
/** Whole yen or points from a caller: at most nine digits, never below zero. */
export const amountInput = z.int().min(0).max(limits.amountMax)

export const employeeType = z.enum(employeeTypes)
export const kycStatus = z.enum(['none', 'required', 'pending', 'approved', 'rejected', 'expired', 'blocked'])

export const wallet = z.strictObject({
  balance: whole,
  balance_paid: whole,
  balance_bonus: whole,
  point_balance: whole,
  point_limited: whole,
  expiring_points: z.nullable(z.strictObject({ amount: whole, on: businessDate })),
  /** Of the given balance what ends next; null where none of it has an end. */
  expiring_bonus: z.nullable(z.strictObject({ amount: whole, on: businessDate })),
  /** Earned points that a refund could not take back: later points pay them off. */
  point_debt: whole,
  /** Points that this calendar month has brought so far. */
  points_earned_this_month: whole,
})
export type Wallet = z.infer<typeof wallet>

export const level = z.strictObject({
  level_id: id,
  /** Index from 0. */
  current_level: whole,
  name: z.string(),
  /** The next level's quota in yen; null at the top. */
  next_level: z.nullable(whole),
  next_level_name: z.nullable(z.string()),
  level_accumulation: whole,
  progress: z.int().min(0).max(100),
  point_rate: whole,
  period_ends_on: businessDate,
  /** The last day of a rank that head office gave, while it is above the one that purchases gave. */
  given_until: z.optional(businessDate),
})
export type Level = z.infer<typeof level>

export const employee = z.strictObject({
  id,
  /** The number that staff sign in with, such as E0003. */
  number: z.string(),
  type: employeeType,
  name: z.string(),
  store_id: z.nullable(id),
  store_name: z.nullable(z.string()),
})
export type Employee = z.infer<typeof employee>

export const profile = z.strictObject({
  last_name: z.nullable(z.string()),
  first_name: z.nullable(z.string()),
  last_name_kana: z.nullable(z.string()),
  first_name_kana: z.nullable(z.string()),
  date_of_birth: z.nullable(businessDate),
  gender: z.nullable(z.string()),
  address: z.nullable(z.string()),
})

export const user = z.strictObject({
  id,
  username: z.string(),
  email: z.nullable(z.string()),
  email_verified: z.boolean(),
  phone_number: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  verified: z.boolean(),
  kyc_status: kycStatus,
  type: z.enum(['customer', 'employee']),
  employee: z.nullable(employee),
  agree_to_tos: z.boolean(),
  wallet: z.nullable(wallet),
  profile,
  affiliate: z.nullable(z.strictObject({ id, code: z.string() })),
  affiliator: z.nullable(z.strictObject({ user_id: id, code: z.string(), invite_url: z.string() })),
  level: z.nullable(level),
})
export type User = z.infer<typeof user>

const transactionTypes = [
  'refund',
  'notification',
  'charge',
  'reward',
  'grant',
  'convert',
  'transfer',
  'payout',
  'expire',
  'later_payment',
  'adjustment',
  'buyback',
  'prepaid_cashout',
] as const
export const transactionStatuses = [
  'open',
  'saved',
  /** Charges alone: asked of the gateway and not answered yet, and ended without any money moved. */
  'pending',
  'failed',
  'completed',
  'cancelled',
  'partially_refunded',
  'refunded',
  'deleted',
] as const

/** A reward is confirmed, claimed by the member who invited, or taken back with what came back of the sale. */
const rewardSteps = ['confirm', 'claim', 'reverse'] as const

export const tenders = z.strictObject({
  balance: whole,
  points: whole,
  ...eachOf(plainTenders, () => whole),
  /** Only where a debt was paid by bank transfer. */
  bank: z.optional(whole),
})
export type Tenders = z.infer<typeof tenders>

export const item = z.strictObject({
  /** Null for a line that was typed as an amount. */
  sku_id: z.nullable(id),
  sku: z.nullable(z.string()),
  name: z.string(),
  quantity: whole,
  unit_price: whole,
  discount: whole,
  subtotal: whole,
  /** What was taken off, and why: of the line itself, and its share of what was taken off the whole. */
  discounts: z.optional(
    z.array(
      z.strictObject({
        on: z.enum(['line', 'sale']),
        kind: z.enum(discountKinds),
        value: whole,
        reason: z.enum(discountReasons),
        amount: whole,
      }),
    ),
  ),
  /** The weight that the price was made of. */
  weight_mg: z.optional(whole),
})
export type Item = z.infer<typeof item>

export const taxLine = z.strictObject({
  /** Basis points: 1000 is 10%. */
  rate: whole,
  /** Tax-inclusive total at this rate, after points. */
  taxable: whole,
  tax: whole,
})

/** What a refund or void gave back, and what became of the points. Amounts are never below zero. */
export const refundFacts = z.strictObject({
  /** A void takes the whole sale back on its own day. */
  kind: z.enum(['refund', 'void']),
  reason: z.nullable(z.string()),
  /** Of each tender of the sale, the share that is given back; together they are `spent_total`. */
  back: z.strictObject({
    points: whole,
    balance_paid: whole,
    balance_bonus: whole,
    ...eachOf(plainTenders, () => whole),
  }),
  /** Yen that the customer no longer owes: what was deferred and not yet paid is taken away before anything is handed out. */
  later: whole,
  /** What really went back, after `points_deducted`. */
  balance_paid: whole,
  balance_bonus: whole,
  /** Of the paid balance, what the customer took in place of what would be handed over. */
  balance_issued: whole,
  ...eachOf(counterTenders, () => whole),
  /** Used points that are in the wallet again, and used points that had ended for good. */
  points_returned: whole,
  points_lapsed: whole,
  /** Earned points that the refund takes back: out of the wallet, in place of yen (a point is a yen), or owed. */
  points_reclaimed: whole,
  points_taken: whole,
  points_deducted: whole,
  points_owed: whole,
})
export type RefundFacts = z.infer<typeof refundFacts>

/** How a payout stands, wherever it is shown. The whole number of the account never leaves. */
export const payoutFacts = z.strictObject({
  status: z.enum(['requested', 'approved', 'exported', 'paid', 'failed', 'canceled']),
  amount: whole,
  fee: whole,
  /** Tax that the brand withholds and pays for the payee; until the file is written, as it will be. */
  withheld: whole,
  /** What arrives. */
  transferred: whole,
  bank_name: z.string(),
  branch_name: z.string(),
  account_type: z.enum(['ordinary', 'current', 'savings']),
  account_number: z.string(),
  holder_kana: z.string(),
  cutoff_at: instant,
  value_date: businessDate,
  failure: z.nullable(z.enum(payoutFailures)),
  /** Asked for by the month's round and not by the member. */
  automatic: z.boolean(),
  /** Its member may still take it back. */
  cancelable: z.boolean(),
})
export type PayoutFacts = z.infer<typeof payoutFacts>

export const transaction = z.strictObject({
  id,
  number: z.string(),
  /** Absent for a normal payment. */
  type: z.optional(z.enum(transactionTypes)),
  status: z.enum(transactionStatuses),
  spent_total: whole,
  received_wallet: whole,
  received_point_total: whole,
  point_amount: whole,
  message: z.nullable(z.string()),
  store: z.nullable(z.strictObject({ id, code: z.string(), name: z.string() })),
  employee: z.nullable(z.strictObject({ id, number: z.string(), name: z.string() })),
  items: z.array(item),
  tenders,
  /** Cash handed over and given back; null where no cash changed hands. */
  cash_tendered: z.nullable(whole),
  change: z.nullable(whole),
  tax: z.array(taxLine),
  /** The card of a charge; null for everything else. */
  card: z.nullable(z.strictObject({ payment_method_id: id, brand: z.string(), last4: z.string() })),
  refunded_total: whole,
  refundable: whole,
  wallet_after: z.nullable(z.strictObject({ balance: whole, point_balance: whole })),
  /** Only where `type` is `refund`; `related_id` is the sale. */
  refund: z.optional(refundFacts),
  /** Only in the lists and pages of its customer, where a part of the sale was deferred: how its debt stands. */
  later: z.optional(
    z.strictObject({
      status: z.enum(['open', 'partially_paid', 'settled', 'written_off', 'cancelled']),
      remaining: whole,
      due_on: businessDate,
      overdue: z.boolean(),
    }),
  ),
  /** Only in the lists and pages of its customer, where `type` is `payout`: how it stands. */
  payout: z.optional(payoutFacts),
  /** Only where `type` is `reward`: what it did with rewards for inviting, and the yen of it with its sign. */
  reward: z.optional(
    z.strictObject({
      step: z.enum(rewardSteps),
      amount: z.int(),
      method: z.nullable(z.enum(['wallet', 'bank'])),
    }),
  ),
  business_date: businessDate,
  created_at: instant,
  completed_at: z.nullable(instant),
  related_id: z.nullable(id),
})
export type Transaction = z.infer<typeof transaction>

/** The rules by which points come: the rank's rate, campaigns, and gifts that are given once. */
const pointRules = [
  'level',
  'rate_add',
  'multiplier',
  'fixed_point',
  'welcome',
  'birthday_registration',
  'birthday',
  'invite',
  'gift',
] as const
const pointCaps = ['transaction', 'member', 'budget'] as const

/** Why points came: one row for each rule that gave some. Together they are what the movement brought. */
export const pointReason = z.strictObject({
  rule: z.enum(pointRules),
  label: z.string(),
  /** Yen that the rate was taken of; null where no rate is involved. */
  base: z.nullable(whole),
  rate_bp: z.nullable(whole),
  points: whole,
  /**
   * A rate is cut off to whole points, once; of a purchase that is paid in parts on the sum of what has been paid so far,
   * so that a part may bring one more than its own yen. A fixed number of points is what it is.
   */
  rounding: z.enum(['floor', 'running', 'exact']),
  /** What the rule alone would have given, and which cap took the rest; null where nothing was cut. */
  uncut_points: whole,
  cut_by: z.nullable(z.enum(pointCaps)),
  /** The rank at that moment, for the rank's own rate. */
  level_name: z.nullable(z.string()),
  campaign_id: z.nullable(id),
  /** The last day of points with a fixed end; null for regular ones. */
  expires_on: z.nullable(businessDate),
})
export type PointReason = z.infer<typeof pointReason>

/**
 * What the returns of a sale came to: yen that went back, yen that were taken off what was still owed for it, and points that
 * came back. The first two say nothing of each other: what is owed no more was never received.
 */
export const givenBack = z.strictObject({ money: whole, later: whole, points: whole })
export type GivenBack = z.infer<typeof givenBack>

/** A sale as its shop keeps it: who bought, what went back of it, and what was corrected. */
export const transactionAtRegister = z.strictObject({
  register: z.nullable(z.strictObject({ id, number: whole })),
  member: z.nullable(z.strictObject({ id, name: z.string() })),
  note: z.nullable(z.string()),
  /** The second person who agreed to a refund or void. */
  approved_by: z.nullable(z.strictObject({ id, number: z.string(), name: z.string() })),
  /** The business day of the sale is the shop's open one: it can be voided and corrected. */
  day_is_open: z.boolean(),
  /** Points that staff gave or moved with it, and whether they still stand; null for everything else. */
  handed: z.nullable(z.strictObject({ points: whole, moved: z.boolean(), taken_back: z.boolean() })),
  /** The other half of an exchange: the sale of a return, or the return of a sale; null for everything else. */
  exchange: z.nullable(z.strictObject({ id, number: z.string() })),
  /** Balance that was charged with cash at a register, and whether it still stands; null for everything else. */
  charged: z.nullable(z.strictObject({ amount: whole, taken_back: z.boolean() })),
  /** Articles in it that the shop had bought from a person, and where they stand in the second-hand ledger. */
  pieces: z.array(z.strictObject({ line: whole, buyback_id: id, number: z.string() })),
  /** What gave it back, the oldest first. */
  returns: z.array(
    z.strictObject({
      id,
      number: z.string(),
      kind: z.enum(['refund', 'void']),
      amount: whole,
      reason: z.nullable(z.string()),
      employee: z.nullable(z.strictObject({ id, number: z.string(), name: z.string() })),
      at: instant,
    }),
  ),
  corrections: z.array(
    z.strictObject({
      id,
      cash_before: whole,
      cash_after: whole,
      card_before: whole,
      card_after: whole,
      /** Names, where the sale passed from one to another. */
      employee_before: z.nullable(z.string()),
      employee_after: z.nullable(z.string()),
      note_before: z.nullable(z.string()),
      note_after: z.nullable(z.string()),
      reason: z.string(),
      employee: z.nullable(z.strictObject({ id, number: z.string(), name: z.string() })),
      at: instant,
    }),
  ),
})
export type TransactionAtRegister = z.infer<typeof transactionAtRegister>

/** A movement with everything that its own page shows. */
export const transactionDetails = z.strictObject({
  ...transaction.shape,
  point_reasons: z.array(pointReason),
  /** The points that each of `items` brought: the sale's points, spread over what was paid for each. */
  item_points: z.array(whole),
  /** Where the photograph of each of `items` is, null for one without; left out where no line has one. */
  item_photos: z.optional(z.array(z.nullable(z.string()))),
  /** Points that are promised and not given yet, and the day they are. */
  pending_points: z.nullable(z.strictObject({ points: whole, confirms_on: businessDate })),
  /** Why a movement of rewards came to what it is: whose purchases, and the yen and the rate of each. */
  reward_reasons: z.array(
    z.strictObject({
      id,
      name: z.string(),
      base: whole,
      rate_bp: whole,
      /** What its day had no room for, and the room that it had; null where nothing was cut. */
      cut: z.nullable(z.strictObject({ amount: whole, day_max: whole })),
      /** What this reward has of the movement, with its sign. */
      amount: z.int(),
      earned_at: instant,
    }),
  ),
  /** Only where something of a sale was returned. */
  given_back: z.optional(givenBack),
  /** The movements that gave it back, the oldest first. */
  returns: z.optional(
    z.array(
      z.strictObject({
        id,
        number: z.string(),
        kind: z.enum(['refund', 'void']),
        amount: whole,
        at: instant,
      }),
    ),
  ),
  /** The sale that a refund or a void gives back. */
  original: z.nullable(z.strictObject({ id, number: z.string(), spent_total: whole, completed_at: instant })),
  /** What only the staff of the shop see of it; null for its customer. */
  till: z.nullable(transactionAtRegister),
  /** A sale has a receipt, and what gives one back has a paper of its own. */
  has_receipt: z.boolean(),
  /** How a deferred sale was paid so far, and which sales a collection paid; empty for everything else. */
  later_payments: z.array(
    z.strictObject({
      id,
      number: z.string(),
      at: instant,
      amount: whole,
      points: whole,
      tender: z.enum([...debtTenders, 'refund', 'write_off']),
      store: z.string(),
    }),
  ),
})
export type TransactionDetails = z.infer<typeof transactionDetails>

/** What a register may see of a customer. */
export const registerCustomer = z.strictObject({
  id,
  username: z.string(),
  name: z.string(),
  avatar: z.nullable(z.string()),
  level: z.strictObject({ current_level: whole, name: z.string(), point_rate: whole }),
  wallet: z.strictObject({ balance: whole, point_balance: whole }),
  verified: z.boolean(),
  kyc_status: kycStatus,
  /** Yen owed by deferred payment. */
  later_total: whole,
  notes: z.array(z.string()),
  /** Whether this is the month of their birth. The date itself is not shown at a register; left out after a sale. */
  birth_month: z.optional(z.boolean()),
})
export type RegisterCustomer = z.infer<typeof registerCustomer>

export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(limits.listPageSize),
})

export function pageOf<S extends z.core.$ZodType>(items: S) {
  return z.strictObject({
    items: z.array(items),
    page: whole,
    limit: whole,
    total: whole,
    total_capped: z.boolean(),
    next_page: z.nullable(whole),
  })
}
export type Page<T> = {
  items: T[]
  page: number
  limit: number
  total: number
  total_capped: boolean
  next_page: number | null
}

/** Any value that JSON can hold. */
export const anyJson = z.json()

export const empty = z.undefined()

/** A share or a cart is named by its items or as one amount: of two, it would not be clear which is meant. */
export const isItemsOrAmount = ({ items, amount }: { items?: unknown; amount?: unknown }) =>
  items === undefined || amount === undefined
export const itemsOrAmount = { path: ['amount'], message: 'VALIDATION_ERROR' }
