import type { AdjustmentStep, CashStep, RewardStep } from '@shirogane/domain/movements/movement'
import type { Columns, PlainTender, Tender } from '@shirogane/domain/sales/tenders'
import type { MovementMessage } from './movement-message.ts'
/**
 * A movement as the view `ledger.transactions` shows it: the row that was posted, with what its kind adds, and of a sale what
 * came back of it and how it stands now. Amounts are whole yen or points; dates are `YYYY-MM-DD` in Asia/Tokyo.
 */
export type TransactionRow = {
  id: string
  number: string
  kind:
    | 'payment'
    | 'charge'
    | 'grant'
    | 'refund'
    | 'void'
    | 'convert'
    | 'transfer'
    | 'reward'
    | 'payout'
    | 'expire'
    | 'later_payment'
    | 'adjustment'
    | 'cash'
    | 'buyback'
    | 'prepaid_cashout'
  customer_id: string | null
  store_id: string | null
  register_id: string | null
  employee_id: string | null
  pay_code_id: string | null
  related_id: string | null
  business_date: string
  spent_total: number
  tender_balance_paid: number
  tender_balance_bonus: number
  tender_point_regular: number
  tender_point_limited: number
  cash_tendered: number | null
  received_paid: number
  received_bonus: number
  received_point_regular: number
  received_point_limited: number
  earn_base: number
  rate_bp: number
  level_before: number | null
  level_after: number | null
  level_accumulation_after: number | null
  balance_paid_after: number | null
  balance_bonus_after: number | null
  point_regular_after: number | null
  point_limited_after: number | null
  /** What the customer owes after a movement of debt; null for every other. */
  receivable_after: number | null
  tax: { rate: number; taxable: number; tax: number }[]
  message: MovementMessage | null
  note: string | null
  /** Of a sale, what its refunds gave back, and the void that took it back whole; 0 and null of every other. */
  refunded_total: number
  voided_by: string | null
  sale?: SaleDetail | null
  opened_at: Date
  completed_at: Date
} & Columns<'tender', PlainTender> &
  Partial<RefundColumns> &
  Partial<CorrectionColumns> & { step?: CashStep | RewardStep | AdjustmentStep | null }

/** Of each tender, what a refund or void gives back; of a sale, the sum of what its refunds have given back so far. */
type BackColumns = Columns<'back', 'points' | 'paid' | 'bonus' | PlainTender, number | null>

/** What is null of most kinds; a sale that has just been paid comes without, since nothing has come back of it. */
export type RefundColumns = BackColumns & {
  reason: string | null
  approved_by: string | null
  /** Paid balance that stands in for what would be handed over. */
  issued_paid: number | null
  points_reclaimed: number | null
  points_lapsed: number | null
  points_deducted: number | null
  points_owed: number | null
  point_debt_repaid: number | null
  point_debt_after: number | null
  /** What a debt was paid with by bank transfer. */
  tender_bank: number | null
}

/** How a sale stands after its last correction; null of one that never was, and a sale that has just been paid comes without. */
export type CorrectionColumns = {
  corrected_cash: number | null
  corrected_card: number | null
  corrected_employee_id: string | null
  corrected_note: string | null
  corrections: number | null
}

/**
 * One line of a sale in whole yen, with the part of each tender that fell on it: the shares add up to `subtotal`, which is
 * `unit_price` times `quantity` less `discount`.
 */
export type LineRow = {
  line: number
  sku_id: string | null
  sku: string | null
  name: string
  quantity: number
  unit_price: number
  discount: number
  subtotal: number
  tax_rate_bp: number
  /** In a refund: money goes back for articles that stay. */
  amount_only?: boolean | null
  /** What its price was made of, where there is more to tell than a price. */
  detail?: LineDetail | null
} & Columns<'share', Tender>

/** What was taken off, and of what a price by weight was made: on record with the line, and chained with it. */
export type LineDetail = {
  discounts?: {
    on: 'line' | 'sale'
    kind: 'percent' | 'yen'
    value: number
    reason: string
    note?: string
    amount: number
  }[]
  silver?: {
    weight_mg: number
    fineness: number
    price_per_g: number
    coefficient_bp: number
    labor_fee: number
    stone_fee: number
  }
  note?: string
}

/** What else is to be known of a sale: the discount of the whole, who agreed to it, the slip of the card terminal. */
export type SaleDetail = {
  gross?: number
  discount?: number
  approval_id?: string
  terminal?: { brand: string; approval_number: string }
}
