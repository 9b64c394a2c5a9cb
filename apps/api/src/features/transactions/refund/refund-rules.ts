import type { RefundFacts, Tenders } from '@shirogane/contract/resources/shapes'
import type { RefundPreview } from '@shirogane/contract/resources/sales/refunds'
import type { NotReturnable } from '@shirogane/contract/terms/sku-terms'
import type { RefundPlan } from '@shirogane/ledger'
import { paidWords } from '../../../lib/paid-words.ts'
import type { MovementRow } from '../history/columns.ts'
import { pt, yen } from '../../../lib/amounts-text.ts'

/** What a customer is told in one sentence when money or points come back. */
export function refundMessage(row: MovementRow): string {
  if (row.kind === 'void') {
    const later = row.back_later ?? 0
    const words = paidWords({ ...row, tenders: { points: row.back_points ?? 0, later } })
    return `${later > 0 ? 'お取引' : 'お支払い'}が取り消されました：${words}`
  }
  const balance = row.received_paid + row.received_bonus
  const points = row.received_point_regular + row.received_point_limited
  const parts = [
    balance > 0 && `${yen(balance)}を残高に`,
    row.tender_cash > 0 && `${yen(row.tender_cash)}を現金で`,
    row.tender_card > 0 && `${yen(row.tender_card)}をカードに`,
    points > 0 && `${pt(points)}を`,
  ].filter((part) => part !== false)
  const deducted = row.points_deducted ?? 0
  const short = deducted > 0 ? `（付与ポイント不足分 -${yen(deducted)}）` : ''
  const owed = row.tender_later > 0 ? `返品分${yen(row.tender_later)}を後払いの残りから差し引きました。` : ''
  if (parts.length > 0) return `${owed}${parts.join('、')}返金しました。${short}`
  return owed === '' ? `返金額は0円です。${short}` : `${owed}${short}`
}

/** What staff see before they commit: the plan in the words of the contract. */
export function presentPlan(
  plan: RefundPlan,
  {
    isVoid,
    mayAlone,
    keptLines,
    ...around
  }: {
    isVoid: boolean
    mayAlone: boolean
    /** By line, why its goods come back only where the house is at fault. */
    keptLines: ReadonlyMap<number, NotReturnable>
  } & Pick<RefundPreview, 'return_until' | 'drawer_short' | 'balance_possible'>,
): RefundPreview {
  return {
    transaction_id: plan.sale_id,
    number: plan.number,
    total: plan.total,
    refundable_after: plan.refundable_after,
    lines: plan.lines.map((line) => ({
      line: line.line,
      sku_id: line.sku_id,
      sku: line.sku,
      name: line.name,
      quantity: line.quantity,
      unit_price: line.unit_price,
      subtotal: line.subtotal,
      refunded_quantity: line.refunded_quantity,
      refundable_quantity: line.refundable_quantity,
      refunded: line.refunded,
      refundable: line.refundable,
      not_returnable: keptLines.get(line.line) ?? null,
      back: {
        quantity: line.back_quantity,
        amount: line.back,
        tenders: {
          points: line.back_points,
          balance: line.back_balance,
          cash: line.back_cash,
          card: line.back_card,
          later: line.back_later,
        },
      },
    })),
    tenders: tendersOf(plan),
    refund: factsOf(plan, isVoid),
    returned: plan.returned,
    tax: plan.tax,
    invite_points: plan.gift,
    invite_yen: plan.gift_yen,
    reward: plan.reward,
    level:
      plan.level_before === null || plan.level_after === null
        ? null
        : { accumulation_before: plan.level_before, accumulation_after: plan.level_after },
    approval_required: !mayAlone,
    ...around,
  }
}

function tendersOf(plan: RefundPlan): Tenders {
  return {
    points: plan.back_points,
    balance: plan.back_paid + plan.back_bonus,
    cash: plan.back_cash,
    card: plan.back_card,
    later: plan.back_later,
  }
}

function factsOf(plan: RefundPlan, isVoid: boolean): Omit<RefundFacts, 'reason'> {
  return {
    kind: isVoid ? 'void' : 'refund',
    back: {
      points: plan.back_points,
      balance_paid: plan.back_paid,
      balance_bonus: plan.back_bonus,
      cash: plan.back_cash,
      card: plan.back_card,
      later: plan.back_later,
    },
    later: plan.later,
    balance_paid: plan.received_paid,
    balance_bonus: plan.received_bonus,
    balance_issued: plan.issued,
    cash: plan.cash,
    card: plan.card,
    points_returned: plan.received_regular + plan.received_limited,
    points_lapsed: plan.lapsed,
    points_reclaimed: plan.reclaimed,
    points_taken: plan.taken_regular + plan.taken_limited,
    points_deducted: plan.deducted,
    points_owed: plan.owed,
  }
}
