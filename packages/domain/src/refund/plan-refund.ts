import { pointsAs, taxIncluded, yen } from '../money/money.ts'
import type { Movement, NewLot } from '../movements/movement.ts'
import { type Transfer, transfersOf } from '../movements/transfer.ts'
import { takeInOrder } from '../money/take-in-order.ts'
import { rewardLost } from '../rewards/reward-lost.ts'
import { takeBackRewards } from '../rewards/take-back-rewards.ts'
import {
  type ByTender,
  type Columns,
  columnsOf,
  counterAccounts,
  type CounterTender,
  counterTenders,
  type PlainTender,
  plainTenders,
  eachOf,
  sumOver,
  allTenders,
} from '../sales/tenders.ts'
import type { LotPoints, RefundFacts, RefundWish } from './facts.ts'
import { type LevelFall, lowerAccumulation } from './lower-accumulation.ts'
import { type DebtOffset, offsetDebt } from './offset-debt.ts'
import { reclaimPoints } from './reclaim-points.ts'
import { type Refusal, refuseSale } from './refusals.ts'
import { returnBonusLot } from './return-bonus-lot.ts'
import { type LotChange, type ReturnedPoints, returnPoints } from './return-points.ts'
import { type ReversedReason, reverseReasons } from './reverse-reasons.ts'
import { type PlannedLine, splitLines } from './split-lines.ts'
import { giftsLost, type RefundAct, takeBackGifts } from './take-back-gifts.ts'

/** What a refund or void does, in whole yen and points: a decision, of which nothing has happened yet. */
export type RefundPlan = LevelFall &
  DebtOffset &
  /** By which tenders `total` had been paid. */
  Columns<'back', 'points' | 'paid' | 'bonus' | PlainTender> &
  /** What is really handed over, less what is kept in place of points that were spent. */
  Record<CounterTender, number> & {
    sale_id: string
    number: string
    store_id: string
    customer_id: string | null
    /** Of the bill, points included: what comes back now, and what could come back afterwards. */
    total: number
    refundable_after: number
    /** What of it the customer had paid in money: neither points nor what they still owed. */
    base: number
    lines: PlannedLine[]
    /** What really goes back to the wallet, less the same. */
    received_regular: number
    received_limited: number
    received_paid: number
    received_bonus: number
    returned: ReturnedPoints[]
    /** Of the paid balance, what is issued in place of what would be handed over. */
    issued: number
    lapsed: number
    reclaimed: number
    taken_regular: number
    taken_limited: number
    /** Points that are kept back from the money, a yen each, and those that no money covers. */
    deducted: number
    owed: number
    lots: LotPoints[] | null
    lot_changes: LotChange[]
    renewed: number
    renewed_taken: number
    renewed_until: string
    /** Given balance that had paid off a debt comes back with its end. */
    new_bonus_lots: NewLot[]
    /** From which campaigns the points are that are taken back. */
    reasons: ReversedReason[]
    /** Points and yen of the gift for an invitation that goes back with the sale that brought it. */
    gift: number
    gift_yen: number
    /** What the rewards of the sale lose by it, over all their owners. */
    reward: number
    tax: { rate: number; taxable: number; tax: number }[]
    transfers: Transfer[]
    /** What follows it: rewards and gifts that go back with the sale, and points that pay off a debt. */
    after: Movement[]
  }

/**
 * Decides what goes back where. Each line gives back the shares of the tenders that paid it, to the yen; within
 * balance and points the kind that was used last comes back first. Points that the sale earned are taken back in
 * proportion; what is missing of them is kept back from the money, and only what no money covers is owed.
 *
 * @param facts what is known of the sale; null where there is none
 * @param refund the movement that it will be; a preview has none
 */
export function planRefund(
  facts: RefundFacts | null,
  wish: RefundWish,
  refund: RefundAct | null = null,
): ({ code: null } & RefundPlan) | Refusal {
  if (facts === null) return { code: 'TXN_NOT_FOUND' }
  const refusal = refuseSale(facts, wish)
  if (refusal) return refusal
  const lines = splitLines(facts, wish)
  if (!Array.isArray(lines)) return lines

  const { sale } = facts
  const back = sumOf(lines)
  const total = sumOver(allTenders, back)
  const backPaid = Math.min(back.balance, sale.paid - sale.back_paid)
  const backBonus = back.balance - backPaid
  const debt = offsetDebt(facts, back)
  const later = counterTenders.reduce((sum, tender) => sum + debt[`later_${tender}`], debt.later)
  const money = total - back.points - later
  const points = returnPoints(facts, back.points)
  const taken = reclaimPoints(facts, { total, money }, points)
  const deducted = Math.min(taken.due, money)
  const given = giveMoney(facts, wish, {
    bonus: backBonus + debt.returned_bonus,
    paid: backPaid + debt.returned_paid,
    ...eachOf(
      counterTenders,
      (tender) => back[tender] - debt[`later_${tender}`] + debt[`returned_${tender}`],
    ),
    kept: deducted,
  })
  if ('code' in given) return given
  if (total === points.lapsed && taken.reclaimed === 0) return { code: 'REFUND_NOTHING' }

  const isWhole = sale.refunded_total + total === sale.spent_total
  const countedBase = wish.is_void
    ? 0
    : sale.earn_base + (facts.debt?.collected ?? 0) - facts.earlier.base - money
  const own = giftsLost(facts.gifts, isWhole).filter(({ customer_id }) => customer_id === sale.customer_id)
  const owed = taken.due - deducted
  const reward = rewardLost(facts.reward, countedBase)
  const moves = {
    lot_changes: [...points.changes, ...taken.changes],
    renewed: points.renewed,
    renewed_taken: taken.renewed_taken,
    renewed_until: points.renewed_until,
    transfers: transfersOf([
      ['refund_points', 'points_redeemed', 'point_regular', points.regular],
      ['refund_points', 'points_redeemed', 'point_limited', points.limited],
      ['refund_balance', 'sales', 'balance_paid', given.paid],
      ['refund_balance', 'sales', 'balance_bonus', given.bonus],
      ...counterTenders.map(
        (tender) => [`refund_${tender}`, 'sales', counterAccounts[tender], given[tender]] as const,
      ),
      ['recover_points', 'sales', 'points_recovered', deducted],
      ['reclaim_points', 'point_regular', 'points_cost', taken.taken_regular],
      ['reclaim_points', 'point_limited', 'points_cost', taken.taken_limited],
      ['owe_points', 'point_debt', 'points_cost', owed],
      ['refund_later', 'sales', 'receivable', later],
    ]),
  }
  return {
    code: null,
    sale_id: sale.id,
    number: sale.number,
    store_id: sale.store_id,
    customer_id: sale.customer_id,
    total,
    refundable_after: sale.spent_total - sale.refunded_total - total,
    base: money,
    lines,
    back_points: back.points,
    back_paid: backPaid,
    back_bonus: backBonus,
    ...columnsOf('back', plainTenders, (tender) => back[tender]),
    ...debt,
    later,
    received_regular: points.regular,
    received_limited: points.limited,
    received_paid: given.paid,
    received_bonus: given.bonus,
    ...eachOf(counterTenders, (tender) => given[tender]),
    issued: given.issued,
    returned: points.returned,
    lapsed: points.lapsed,
    reclaimed: taken.reclaimed,
    taken_regular: taken.taken_regular,
    taken_limited: taken.taken_limited,
    deducted,
    owed,
    lots: points.lots.length > 0 ? points.lots : null,
    new_bonus_lots: returnBonusLot(facts.debt, { returned: debt.returned_bonus, received: given.bonus }),
    reasons: reverseReasons(facts, { reclaimed: taken.reclaimed, base: money }),
    ...moves,
    after: [
      ...(facts.reward === null || reward === 0
        ? []
        : takeBackRewards(facts.reward, reward, {
            sale_id: sale.id,
            store_id: sale.store_id,
            home_store: facts.home_store,
            employee_id: refund?.actor_id ?? null,
            code: 'reward_refunded',
          })),
      ...takeBackGifts(facts, moves, { refund, isWhole }),
    ],
    ...lowerAccumulation(facts, money),
    // What the inviter of this member loses by it is between them and the brand.
    gift: own.reduce((sum, { points: of }) => sum + of, 0),
    gift_yen: own.reduce((sum, { yen: of }) => sum + of, 0),
    reward,
    tax: taxOf(facts, lines),
  }
}

function sumOf(lines: readonly PlannedLine[]): ByTender {
  return eachOf(allTenders, (tender) => lines.reduce((sum, line) => sum + line[`back_${tender}`], 0))
}

/** In the order in which it costs the customer least to do without it. */
const moneys = ['bonus', 'paid', ...counterTenders] as const
type Money = Record<(typeof moneys)[number], number>

/**
 * What the customer gets. What is kept in place of points comes off where it costs them least: given balance, paid
 * balance, then what would leave by hand. Who left takes their balance in cash, for there is no wallet to bring it
 * to. Balance in the place of what would leave by hand is issued anew, within what a customer may hold.
 */
function giveMoney(
  { sale, wallet, left, balance_max }: RefundFacts,
  { is_void, to_balance }: RefundWish,
  { kept, ...due }: Money & { kept: number },
): (Money & { issued: number }) | Refusal {
  const money = keep(due, kept)
  if (left !== null) {
    money.cash += money.paid + money.bonus
    money.paid = 0
    money.bonus = 0
  }
  if (!to_balance) return { ...money, issued: 0 }
  if (sale.customer_id === null || left !== null || is_void) return { code: 'REFUND_NO_WALLET' }
  const issued = sumOver(counterTenders, money)
  const paid = money.paid + issued
  const balance = (wallet?.balance ?? 0) + (wallet?.pending ?? 0)
  if (issued > 0 && balance + paid + money.bonus > balance_max)
    return { code: 'REFUND_BALANCE_LIMIT', n: balance_max }
  return { bonus: money.bonus, paid, ...eachOf(counterTenders, () => 0), issued }
}

function keep(due: Money, kept: number): Money {
  const taken = takeInOrder(kept, moneys, (money) => due[money])
  return eachOf(moneys, (money) => due[money] - taken[money])
}

/** Tax once per rate of what comes back, the highest first. Where points were a way to pay, the sale was taxed with them. */
function taxOf({ sale }: RefundFacts, lines: readonly PlannedLine[]): RefundPlan['tax'] {
  const used = sale.points_regular + sale.points_limited
  const isDiscount =
    pointsAs({ spent_total: sale.spent_total, tax: [{ taxable: sale.taxed }] }, used) === 'discount'
  const byRate = new Map<number, number>()
  for (const line of lines.filter(({ back }) => back > 0)) {
    const taxable = line.back - (isDiscount ? line.back_points : 0)
    byRate.set(line.tax_rate_bp, (byRate.get(line.tax_rate_bp) ?? 0) + taxable)
  }
  return [...byRate]
    .toSorted(([a], [b]) => b - a)
    .map(([rate, taxable]) => ({ tax: taxIncluded(yen(taxable), rate), rate, taxable }))
}
