import type { Item, RefundFacts, RegisterCustomer, Transaction } from '@shirogane/contract/resources/shapes'
import { counterTenders, plainTenders, eachOf } from '@shirogane/domain/sales/tenders'
import { standingTender } from '@shirogane/ledger/standing'
import type { DiscountReason } from '@shirogane/contract/terms/sale-terms'
import type { ItemRow, MovementRow } from './columns.ts'
import { type Directory, pricesIn } from '../sale/directory.ts'
import type { CheckoutRow, MemberRow } from '../store.ts'
import { refundMessage } from '../refund/refund-rules.ts'
import { isRefusal, pricesOf } from '../sale/rules.ts'
import { movementText } from '../../../lib/movement-text.ts'

type Names = Pick<Directory, 'stores' | 'employees'>

/**
 * A movement as its customer, or the staff of its store, may see it. What does not apply is left out: an `undefined` becomes
 * null on its way through another process.
 */
export function presentTransaction(
  row: MovementRow,
  lines: readonly ItemRow[],
  names: Names,
  card: Transaction['card'] = null,
  reward?: Transaction['reward'],
): Transaction {
  const seller = row.corrected_employee_id ?? row.employee_id
  const employee = seller === null ? undefined : names.employees.get(seller)
  // As the sale stands: what was corrected to a card payment is one, and no cash was tendered for it.
  const cash = standingTender(row, 'cash')
  const cash_tendered = cash === row.tender_cash ? row.cash_tendered : null
  // The inviter does not learn where and on which sale the person they invited spent money.
  const isReward = row.kind === 'reward'
  const store = row.store_id === null || isReward ? undefined : names.stores.get(row.store_id)
  const received_points = row.received_point_regular + row.received_point_limited
  const used_points = row.tender_point_regular + row.tender_point_limited
  const isPayment = row.kind === 'payment'
  return {
    id: row.id,
    number: row.number,
    ...(row.kind !== 'payment' && { type: typeOf(row.kind) }),
    status: statusOf(row),
    spent_total: row.spent_total,
    received_wallet: row.received_paid + row.received_bonus,
    received_point_total: received_points,
    // What the movement did to the points outside of a payment, with its sign.
    point_amount: isPayment ? 0 : received_points - used_points,
    message: messageOf(row),
    store: store ? { id: store.id, code: store.code, name: store.name } : null,
    employee: employee ? { id: employee.id, number: employee.number, name: employee.name } : null,
    items: lines.map(presentItem),
    tenders: isGivenBack(row)
      ? {
          balance: (row.back_paid ?? 0) + (row.back_bonus ?? 0),
          points: row.back_points ?? 0,
          ...eachOf(plainTenders, (tender) => row[`back_${tender}`] ?? 0),
        }
      : {
          balance: row.tender_balance_paid + row.tender_balance_bonus,
          points: used_points,
          ...eachOf(plainTenders, (tender) => standingTender(row, tender)),
          ...(row.tender_bank && { bank: row.tender_bank }),
        },
    cash_tendered,
    change: cash_tendered === null ? null : cash_tendered - cash,
    tax: row.tax,
    card,
    refunded_total: row.refunded_total,
    refundable: isPayment && row.voided_by === null ? row.spent_total - row.refunded_total : 0,
    wallet_after:
      row.balance_paid_after === null
        ? null
        : {
            balance: row.balance_paid_after + (row.balance_bonus_after ?? 0),
            point_balance: (row.point_regular_after ?? 0) + (row.point_limited_after ?? 0),
          },
    ...(isGivenBack(row) && { refund: refundFactsOf(row) }),
    ...(reward && { reward }),
    business_date: row.business_date,
    created_at: row.opened_at.toISOString(),
    completed_at: row.completed_at.toISOString(),
    related_id: isReward ? null : row.related_id,
  }
}

function messageOf(row: MovementRow): string | null {
  if (isGivenBack(row)) return refundMessage(row)
  return row.message === null ? null : movementText(row.message, figuresOf(row))
}

const figuresOf = (row: MovementRow) => ({
  received_balance: row.received_paid + row.received_bonus,
  received_points: row.received_point_regular + row.received_point_limited,
  points: row.tender_point_regular + row.tender_point_limited,
})

/** A void is the refund of a whole sale on its own day, and is told like one; cash that moved alone adjusts the drawer. */
function typeOf(kind: Exclude<MovementRow['kind'], 'payment'>): Transaction['type'] {
  if (kind === 'void') return 'refund'
  return kind === 'cash' ? 'adjustment' : kind
}

export function presentItem({ detail, ...line }: ItemRow): Item {
  const discounts = detail?.discounts?.map(({ on, kind, value, reason, amount }) => ({
    on,
    kind,
    value,
    reason: reason as DiscountReason,
    amount,
  }))
  return {
    sku_id: line.sku_id,
    sku: line.sku,
    name: line.name,
    quantity: line.quantity,
    unit_price: line.unit_price,
    discount: line.discount,
    subtotal: line.subtotal,
    ...(discounts && { discounts }),
    ...(detail?.silver && { weight_mg: detail.silver.weight_mg }),
  }
}

function isGivenBack({ kind }: MovementRow): boolean {
  return kind === 'refund' || kind === 'void'
}

function refundFactsOf(row: MovementRow): RefundFacts {
  return {
    kind: row.kind === 'void' ? 'void' : 'refund',
    reason: row.reason ?? null,
    back: {
      points: row.back_points ?? 0,
      balance_paid: row.back_paid ?? 0,
      balance_bonus: row.back_bonus ?? 0,
      ...eachOf(plainTenders, (tender) => row[`back_${tender}`] ?? 0),
    },
    later: row.tender_later,
    balance_paid: row.received_paid,
    balance_bonus: row.received_bonus,
    balance_issued: row.issued_paid ?? 0,
    ...eachOf(counterTenders, (tender) => row[`tender_${tender}`]),
    points_returned: row.received_point_regular + row.received_point_limited,
    points_lapsed: row.points_lapsed ?? 0,
    points_reclaimed: row.points_reclaimed ?? 0,
    points_taken: row.tender_point_regular + row.tender_point_limited,
    points_deducted: row.points_deducted ?? 0,
    points_owed: row.points_owed ?? 0,
  }
}

function statusOf(row: MovementRow): Transaction['status'] {
  if (row.voided_by !== null) return 'deleted'
  if (row.refunded_total === 0) return 'completed'
  return row.refunded_total < row.spent_total ? 'partially_refunded' : 'refunded'
}

/** A sale that a register is still composing: nothing has moved yet. */
export function presentCheckout(
  row: CheckoutRow,
  names: Names & Pick<Directory, 'skus' | 'price_per_g'>,
  businessDate: string,
): Transaction {
  const priced = pricesOf({ items: row.items, discount: row.discount ?? undefined }, pricesIn(names))
  const { lines, total } = isRefusal(priced) ? { lines: [], total: 0 } : priced
  const store = names.stores.get(row.store_id)
  const employee = names.employees.get(row.employee_id)
  return {
    id: row.id,
    // A number is given by the settlement.
    number: '',
    status: row.status === 'settled' ? 'completed' : row.status,
    spent_total: total,
    received_wallet: 0,
    received_point_total: 0,
    point_amount: 0,
    message: null,
    store: store ? { id: store.id, code: store.code, name: store.name } : null,
    employee: employee ? { id: employee.id, number: employee.number, name: employee.name } : null,
    items: lines.map(presentItem),
    tenders: { balance: 0, points: 0, ...eachOf(plainTenders, () => 0) },
    cash_tendered: null,
    change: null,
    tax: [],
    card: null,
    refunded_total: 0,
    refundable: 0,
    wallet_after: null,
    business_date: businessDate,
    created_at: row.opened_at.toISOString(),
    completed_at: null,
    related_id: null,
  }
}

/** What a register may see of a customer: no phone, no mail, no address. */
export function presentRegisterCustomer(member: MemberRow, levels: Directory['levels']): RegisterCustomer {
  const level = levels.find(({ level_index }) => level_index === member.level_index)
  const name = [member.last_name, member.first_name].filter(Boolean).join(' ')
  return {
    id: member.id,
    username: member.username,
    name: name || member.username,
    avatar: member.avatar,
    level: { current_level: member.level_index, name: level?.name ?? '', point_rate: level?.rate_bp ?? 0 },
    wallet: { balance: member.balance, point_balance: member.point_balance },
    verified: member.verified,
    kyc_status: member.kyc_status as RegisterCustomer['kyc_status'],
    notes: member.notes ?? [],
    later_total: member.later_total,
    ...(member.birth_month !== undefined && { birth_month: member.birth_month }),
  }
}
