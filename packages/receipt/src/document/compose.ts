import { pointsAs, pointsEarned, saleTotal, yen } from '@shirogane/domain/money/money'
import { counterOnPaper } from '@shirogane/domain/sales/tenders'
import { standingTender } from '@shirogane/ledger/standing'
import { chargeLine } from '../words.ts'
import type { ReceiptContent } from '@shirogane/contract/resources/sales/receipts'
import type { LineRow, TransactionRow } from '@shirogane/ledger'
import { paperWords } from '../paper-words.ts'

type Tender = ReceiptContent['tenders'][number]

export type ReceiptFacts = {
  row: TransactionRow
  lines: readonly LineRow[]
  issuer: ReceiptContent['issuer']
  employee_number: string | null
  register_number: number | null
  level_name: string | null
  /** Null for a sale without a member. */
  member: string | null
  /** Until when what a sale deferred is to be paid; null where it deferred nothing. */
  due_on: string | null
  return_days: number
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

function linesOf(lines: readonly LineRow[]): ReceiptContent['lines'] {
  return lines.map((line) => ({
    name: line.name,
    sku: line.sku,
    quantity: line.quantity,
    unit_price: line.unit_price,
    discount: line.discount,
    subtotal: line.subtotal,
    tax_rate: line.tax_rate_bp,
    amount_only: line.amount_only === true,
  }))
}

const paid = (tenders: readonly Tender[]): Tender[] => tenders.filter(({ amount }) => amount > 0)

/** The simple tax invoice of a sale. */
export function saleReceipt({
  row,
  lines,
  issuer,
  member,
  due_on,
  return_days,
  ...names
}: ReceiptFacts): ReceiptContent {
  const points = row.tender_point_regular + row.tender_point_limited
  const points_as = pointsAs(row, points)
  const discount = sum(lines.map((line) => line.discount))
  const earned = row.received_point_regular + row.received_point_limited
  // Where a campaign added to them, the rank's rate alone would not come to these points.
  const isRankAlone = earned === pointsEarned(yen(row.earn_base), row.rate_bp)
  const cash = standingTender(row, 'cash')
  const cash_tendered = cash === row.tender_cash ? row.cash_tendered : null
  return {
    kind: 'sale',
    number: row.number,
    issuer,
    at: row.completed_at.toISOString(),
    business_date: row.business_date,
    employee_number: names.employee_number,
    register_number: names.register_number,
    original: null,
    reason: null,
    lines: linesOf(lines),
    subtotal: row.spent_total + discount,
    discount,
    points_as,
    points,
    total: saleTotal(row, points),
    tax: row.tax,
    tenders: paid([
      ...(points_as === 'payment' ? [{ kind: 'points' as const, amount: points }] : []),
      { kind: 'balance', amount: row.tender_balance_paid + row.tender_balance_bonus },
      ...counterOnPaper.map((kind) => ({ kind, amount: standingTender(row, kind) })),
      { kind: 'later', amount: row.tender_later },
    ]),
    ...(due_on !== null && { owed_after: row.receivable_after ?? row.tender_later, due_on }),
    return_days,
    cash_tendered,
    change: cash_tendered === null ? null : cash_tendered - cash,
    points_deducted: 0,
    member:
      member === null
        ? null
        : {
            name: member,
            points_used: points,
            points_earned: earned,
            level_name: isRankAlone ? names.level_name : null,
            point_rate: row.rate_bp,
            point_balance:
              row.point_regular_after === null
                ? null
                : row.point_regular_after + (row.point_limited_after ?? 0),
            balance:
              row.balance_paid_after === null
                ? null
                : row.balance_paid_after + (row.balance_bonus_after ?? 0),
          },
  }
}

/** The tax note of articles that came back, and the paper of a sale that was taken back on its own day. */
export function returnReceipt(
  { row, lines, issuer, member, ...names }: ReceiptFacts,
  sale: TransactionRow,
): ReceiptContent {
  const points = row.back_points ?? 0
  // The rule under which the sale was taxed holds for all that comes back of it.
  const points_as = pointsAs(sale, sale.tender_point_regular + sale.tender_point_limited)
  const reclaimed = row.points_reclaimed ?? 0
  return {
    kind: row.kind === 'void' ? 'void' : 'return',
    number: row.number,
    issuer,
    at: row.completed_at.toISOString(),
    business_date: row.business_date,
    employee_number: names.employee_number,
    register_number: names.register_number,
    original: { number: sale.number, at: sale.completed_at.toISOString() },
    reason: row.reason ?? null,
    lines: linesOf(lines),
    subtotal: row.spent_total,
    discount: 0,
    points_as,
    points,
    total: points_as === 'discount' ? row.spent_total - points : row.spent_total,
    tax: row.tax,
    tenders: paid([
      ...(points_as === 'payment' ? [{ kind: 'points' as const, amount: points }] : []),
      { kind: 'balance', amount: row.received_paid + row.received_bonus },
      ...counterOnPaper.map((kind) => ({ kind, amount: row[`tender_${kind}`] })),
      { kind: 'later', amount: row.tender_later },
    ]),
    ...(row.tender_later > 0 && { owed_after: row.receivable_after ?? 0 }),
    cash_tendered: null,
    change: null,
    points_deducted: row.points_deducted ?? 0,
    member:
      member === null
        ? null
        : {
            name: member,
            points_used: row.received_point_regular + row.received_point_limited,
            points_earned: reclaimed === 0 ? 0 : -reclaimed,
            level_name: null,
            point_rate: 0,
            point_balance:
              row.point_regular_after === null
                ? null
                : row.point_regular_after + (row.point_limited_after ?? 0),
            balance:
              row.balance_paid_after === null
                ? null
                : row.balance_paid_after + (row.balance_bonus_after ?? 0),
          },
  }
}

export type PaidDebt = { number: string; amount: number }

const debtLines = (debts: readonly PaidDebt[]): ReceiptContent['lines'] =>
  debts.map(({ number, amount }) => ({
    name: paperWords.debt(number),
    sku: null,
    quantity: 1,
    unit_price: amount,
    discount: 0,
    subtotal: amount,
    tax_rate: 0,
    amount_only: true,
  }))

/** Which deferred sales were paid and how. No line of tax: it arose with the sales, and stands on their documents. */
export function collectionReceipt(
  { row, issuer, member, ...names }: ReceiptFacts,
  debts: readonly PaidDebt[],
): ReceiptContent {
  return {
    kind: 'collection',
    number: row.number,
    issuer,
    at: row.completed_at.toISOString(),
    business_date: row.business_date,
    employee_number: names.employee_number,
    register_number: names.register_number,
    original: null,
    reason: null,
    lines: debtLines(debts),
    subtotal: row.spent_total,
    discount: 0,
    points_as: 'discount',
    points: 0,
    total: row.spent_total,
    tax: [],
    tenders: paid([
      { kind: 'balance', amount: row.tender_balance_paid + row.tender_balance_bonus },
      ...counterOnPaper.map((kind) => ({ kind, amount: row[`tender_${kind}`] })),
      { kind: 'bank', amount: row.tender_bank ?? 0 },
    ]),
    owed_after: row.receivable_after ?? 0,
    cash_tendered: row.cash_tendered,
    change: row.cash_tendered === null ? null : row.cash_tendered - row.tender_cash,
    points_deducted: 0,
    member:
      member === null
        ? null
        : {
            name: member,
            points_used: 0,
            points_earned: row.received_point_regular,
            level_name: null,
            point_rate: 0,
            point_balance: (row.point_regular_after ?? 0) + (row.point_limited_after ?? 0),
            balance: (row.balance_paid_after ?? 0) + (row.balance_bonus_after ?? 0),
          },
  }
}

/** What the formal receipt of a deferred payment fixes: the debts that no other one names. All of it was paid in one way. */
export function formalOfCollection(content: ReceiptContent, debts: readonly PaidDebt[]): ReceiptContent {
  const amount = sum(debts.map((debt) => debt.amount))
  return {
    ...content,
    lines: debtLines(debts),
    subtotal: amount,
    total: amount,
    tenders: content.tenders.map(({ kind }) => ({ kind, amount })),
  }
}

/** Of a charge: the value was paid for before it is spent, which is no sale. */
export function chargeReceipt(
  { row, issuer, member, ...names }: ReceiptFacts,
  brand: string,
): ReceiptContent {
  const amount = row.received_paid
  return {
    kind: 'charge',
    number: row.number,
    issuer,
    at: row.completed_at.toISOString(),
    business_date: row.business_date,
    employee_number: names.employee_number,
    register_number: names.register_number,
    original: null,
    reason: null,
    lines: [
      {
        name: chargeLine(brand),
        sku: null,
        quantity: 1,
        unit_price: amount,
        discount: 0,
        subtotal: amount,
        tax_rate: 0,
        amount_only: true,
      },
    ],
    subtotal: amount,
    discount: 0,
    points_as: 'discount',
    points: 0,
    total: amount,
    tax: [],
    tenders: [{ kind: 'cash', amount }],
    cash_tendered: row.cash_tendered,
    change: row.cash_tendered === null ? null : row.cash_tendered - amount,
    points_deducted: 0,
    member:
      member === null
        ? null
        : {
            name: member,
            points_used: 0,
            points_earned: 0,
            level_name: null,
            point_rate: 0,
            point_balance: (row.point_regular_after ?? 0) + (row.point_limited_after ?? 0),
            balance: (row.balance_paid_after ?? 0) + (row.balance_bonus_after ?? 0),
          },
  }
}
