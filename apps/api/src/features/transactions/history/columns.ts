import { plainTenders } from '@shirogane/domain/sales/tenders'
import type { LineRow, TransactionRow } from '@shirogane/ledger'

/** What a movement is presented from, and told of by the outbox: each payment is read once more for that. */
export const movementColumns = [
  'id',
  'number',
  'kind',
  'customer_id',
  'store_id',
  'employee_id',
  'pay_code_id',
  'related_id',
  'business_date',
  'spent_total',
  'tender_balance_paid',
  'tender_balance_bonus',
  'tender_point_regular',
  'tender_point_limited',
  ...plainTenders.map((tender) => `tender_${tender}` as const),
  'receivable_after',
  'tender_bank',
  'cash_tendered',
  'received_paid',
  'received_bonus',
  'received_point_regular',
  'received_point_limited',
  'level_before',
  'level_after',
  'balance_paid_after',
  'balance_bonus_after',
  'point_regular_after',
  'point_limited_after',
  'tax',
  'message',
  'reason',
  'refunded_total',
  'voided_by',
  'back_points',
  'back_paid',
  'back_bonus',
  ...plainTenders.map((tender) => `back_${tender}` as const),
  'issued_paid',
  'points_reclaimed',
  'points_lapsed',
  'points_deducted',
  'points_owed',
  'corrected_cash',
  'corrected_card',
  'corrected_employee_id',
  'step',
  'opened_at',
  'completed_at',
] as const satisfies readonly (keyof TransactionRow)[]

export type MovementRow = Pick<TransactionRow, (typeof movementColumns)[number]>

/** What a line is presented from: how it was paid is for its receipt and its return. */
export const itemColumns = [
  'sku_id',
  'sku',
  'name',
  'quantity',
  'unit_price',
  'discount',
  'subtotal',
  'detail',
] as const satisfies readonly (keyof LineRow)[]

export type ItemRow = Pick<LineRow, (typeof itemColumns)[number]>
