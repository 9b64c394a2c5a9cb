import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { type Act, recordOf, type Rows } from '../act.ts'
import type { TransactionRow } from '../rows.ts'

/** What becomes of articles that come back. */
export type Restock = 'resale' | 'damaged' | 'hold'
export type RefundedItem = { line: number; quantity: number; restock?: Restock | undefined }

/** One line of a sale: what has gone back of it, what can, and what this refund brings back. */
export type PlannedLine = {
  line: number
  sku_id: string | null
  sku: string | null
  name: string
  quantity: number
  unit_price: number
  discount: number
  subtotal: number
  tax_rate_bp: number
  refunded_quantity: number
  refundable_quantity: number
  refunded: number
  refundable: number
  back_quantity: number
  back: number
  back_points: number
  back_balance: number
  back_cash: number
  back_card: number
  back_later: number
}

/** What a refund or void would do, as the ledger decides it: in whole yen and points. Nothing of it has happened. */
export type RefundPlan = {
  sale_id: string
  number: string
  store_id: string
  customer_id: string | null
  /** Who sold. */
  employee_id: string
  business_date: string
  same_day: boolean
  /** Up to so much of one sale a register gives back by itself, with what had gone back of it before. */
  register_max: number
  refunded_before: number
  /** Of the bill, points included: what comes back now, and what could come back afterwards. */
  total: number
  refundable_after: number
  /** What of it the customer had paid in money: neither points nor what they still owed. */
  base: number
  lines: PlannedLine[]
  /** By which tenders `total` had been paid. */
  back_points: number
  back_paid: number
  back_bonus: number
  back_cash: number
  back_card: number
  back_later: number
  /** What it takes away of the sale's debt: the deferred share, and cash and card as far as the debt goes. */
  later: number
  /** What really goes back: less what is kept in place of points that were spent. */
  received_regular: number
  received_limited: number
  received_paid: number
  received_bonus: number
  cash: number
  card: number
  /** The points that come back, by their end; `renewed` where the old end has passed. */
  returned: { points: number; expires_on: string | null; renewed: boolean }[]
  /** Of the paid balance, what is issued in place of cash and card. */
  issued: number
  /** Points that do not come back: their end has passed, or the member has left. */
  lapsed: number
  /** Points that the sale had earned and that go again: out of those the member has, out of the money, or owed. */
  reclaimed: number
  taken_regular: number
  taken_limited: number
  deducted: number
  owed: number
  /** Points of the gift for an invitation that goes back with the sale that brought it. */
  gift: number
  /** Yen of it. */
  gift_yen: number
  /** What the rewards of the sale lose by it, over all their owners. */
  reward: number
  /** Yen that count towards the rank. */
  level_before: number | null
  level_after: number | null
  tax: { rate: number; taxable: number; tax: number }[]
}

export type PlanOutcome = ({ code: null } & RefundPlan) | { code: ErrorCode; n?: number }

export type RefundRequest = Act & {
  kind: 'refund' | 'void'
  sale_id: string
  register_id: string | null
  items: readonly RefundedItem[] | null
  /** Yen of the bill, points included, for articles that stay; null with items, or for all that is left. */
  amount: number | null
  reason: string | null
  /** Of all articles whose line says nothing else. */
  restock?: Restock | undefined
  /** The second person, who has proved who they are. */
  approved_by: string | null
  /** The customer agreed to balance where cash or a card would come back. */
  to_balance?: boolean
}

export type RefundOutcome = { replayed: boolean } & (
  | { code: null; transaction: TransactionRow }
  | { code: ErrorCode; n: number | null }
)

/** Decides without a trace. */
export async function planRefund(
  db: Rows,
  asked: Pick<RefundRequest, 'sale_id' | 'items' | 'amount' | 'to_balance'> & { isVoid: boolean },
): Promise<PlanOutcome> {
  const [row] = await db.rows<{ plan: PlanOutcome }>(
    'select ledger.refund_plan($1, $2, $3, $4, $5) as plan',
    [
      asked.sale_id,
      asked.items && JSON.stringify(asked.items),
      asked.amount,
      asked.isVoid,
      asked.to_balance === true,
    ],
  )
  return row!.plan
}

/** Posts what `planRefund` would decide at this moment, once for a key. */
export async function postRefund(db: Rows, request: RefundRequest): Promise<RefundOutcome> {
  const [row] = await db.rows<
    TransactionRow & { code: ErrorCode | null; n: number | null; replayed: boolean }
  >('select o.code, o.n, o.replayed, (o.t).* from ledger.refund($1) o', [JSON.stringify(recordOf(request))])
  const { code, n, replayed, ...transaction } = row!
  return code === null ? { code, transaction, replayed } : { code, n, replayed }
}

/** Whose approval is enough for a planned refund or void; the posting asks the same. */
export async function mayGiveBack(
  db: Rows,
  plan: RefundPlan,
  who: {
    actor_id: string
    actor_type: string
    approver_id?: string
    approver_type?: string
    isVoid: boolean
  },
): Promise<boolean> {
  const [row] = await db.rows<{ may: boolean }>(
    'select ledger.may_give_back($1, $2, $3, $4, $5, $6) as may',
    [
      JSON.stringify(plan),
      who.actor_type,
      who.actor_id,
      who.approver_type ?? null,
      who.approver_id ?? null,
      who.isVoid,
    ],
  )
  return row!.may
}
