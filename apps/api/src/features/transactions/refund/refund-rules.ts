import type { RefundFacts, Tenders } from '@shirogane/contract/resources/shapes'
import type { RefundPreview } from '@shirogane/contract/resources/sales/refunds'
import type { NotReturnable } from '@shirogane/contract/terms/sku-terms'
import type { RefundPlan } from '@shirogane/ledger'
import { allTenders, counterTenders, plainTenders, eachOf } from '@shirogane/domain/sales/tenders'
import { saleTotal } from '@shirogane/domain/money/money'
import { voidWords } from '../../../lib/paid-text.ts'
import { refundText } from '../../../lib/refund-text.ts'
import type { MovementRow } from '../history/columns.ts'

/** What a customer is told in one sentence when money or points come back. */
export function refundMessage(row: MovementRow): string {
  if (row.kind === 'void') {
    const tenders = { points: row.back_points ?? 0, later: row.back_later ?? 0 }
    return voidWords({ total: saleTotal(row, tenders.points), ...tenders })
  }
  return refundText({
    balance: row.received_paid + row.received_bonus,
    ...eachOf(counterTenders, (tender) => row[`tender_${tender}`]),
    points: row.received_point_regular + row.received_point_limited,
    later: row.tender_later,
    deducted: row.points_deducted ?? 0,
  })
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
    /** By line, why its articles come back only where the brand is at fault. */
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
        tenders: eachOf(allTenders, (tender) => line[`back_${tender}`]),
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
      plan.level_before === null
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
    ...eachOf(plainTenders, (tender) => plan[`back_${tender}`]),
  }
}

function factsOf(plan: RefundPlan, isVoid: boolean): Omit<RefundFacts, 'reason'> {
  return {
    kind: isVoid ? 'void' : 'refund',
    back: {
      points: plan.back_points,
      balance_paid: plan.back_paid,
      balance_bonus: plan.back_bonus,
      ...eachOf(plainTenders, (tender) => plan[`back_${tender}`]),
    },
    later: plan.later,
    balance_paid: plan.received_paid,
    balance_bonus: plan.received_bonus,
    balance_issued: plan.issued,
    ...eachOf(counterTenders, (tender) => plan[tender]),
    points_returned: plan.received_regular + plan.received_limited,
    points_lapsed: plan.lapsed,
    points_reclaimed: plan.reclaimed,
    points_taken: plan.taken_regular + plan.taken_limited,
    points_deducted: plan.deducted,
    points_owed: plan.owed,
  }
}
