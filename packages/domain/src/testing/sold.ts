import { spread } from '../money/spread.ts'
import type { Lot, RefundFacts, SoldLine } from '../refund/facts.ts'
import type { RefundPlan } from '../refund/plan-refund.ts'
import { allTenders, type ByTender, counterTenders, noTenders, eachOf } from '../sales/tenders.ts'

/** A sale in the words of a shop, in yen and points: what it does not say is what most sales are. */
export type Sold = {
  /** Yen of each line, one piece of it unless it says how many. */
  lines: readonly (number | { yen: number; pieces?: number; rate?: number })[]
  /** Regular points that were used, and limited ones by their lots. */
  points?: number
  lots?: readonly { id: string; used: number; remaining?: number; ended?: boolean; expires_at?: string }[]
  paid?: number
  bonus?: number
  card?: number
  later?: number
  /** The rate of its points in basis points; a hundredth of a percent each. */
  rate_bp?: number
  /** No member, so that it earns nothing and nothing is owed. */
  of_nobody?: boolean
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

/**
 * The facts of a refund of this sale on its own day. Cash pays what nothing else does. The member holds what the sale
 * earned, unless `change` says otherwise.
 */
export function factsOf(sold: Sold, change: Partial<RefundFacts> = {}): RefundFacts {
  const { points = 0, lots = [], paid = 0, bonus = 0, card = 0, later = 0, rate_bp = 100 } = sold
  const isMember = sold.of_nobody !== true
  const lines = sold.lines.map((line) => (typeof line === 'number' ? { yen: line } : line))
  const total = sumOf(lines.map(({ yen }) => yen))
  const limited = sumOf(lots.map(({ used }) => used))
  const used = points + limited
  const paidBy: ByTender = {
    ...noTenders,
    points: used,
    balance: paid + bonus,
    cash: total - used - paid - bonus - card - later,
    card,
    later,
  }
  const earn_base = total - used - later
  const earned = isMember ? Math.floor((earn_base * rate_bp) / 10_000) : 0
  return {
    today: '2026-12-01',
    shop_date: '2026-12-01',
    window_days: 14,
    expired_points_days: 30,
    balance_max: 1_000_000,
    sale: {
      id: 'sale',
      number: 'KNZ1-20261201-0001',
      kind: 'payment',
      store_id: 'store',
      customer_id: isMember ? 'member' : null,
      business_date: '2026-12-01',
      sold_on: '2026-12-01',
      is_voided: false,
      spent_total: total,
      refunded_total: 0,
      paid,
      points_regular: points,
      points_limited: limited,
      later,
      back_paid: 0,
      corrected_card: null,
      earned,
      points_reclaimed: 0,
      earn_base,
      taxed: total - used,
      lots: lots.map(({ id, used: of }) => ({ lot: id, points: of })),
    },
    lines: soldLines(lines, paidBy),
    earlier: { base: 0, points: 0, lots: [] },
    debt:
      later > 0
        ? {
            outstanding: later,
            written_off: 0,
            ...eachOf(
              counterTenders.map((tender) => `${tender}_left` as const),
              () => 0,
            ),
            paid_left: 0,
            collected: 0,
            points: 0,
            given: [],
            given_back: 0,
          }
        : null,
    reasons: null,
    wallet: isMember
      ? {
          balance: 0,
          pending: 0,
          balance_bonus: 0,
          point_regular: earned,
          point_limited: sumOf(lots.map(({ remaining = 0, ended }) => (ended === true ? 0 : remaining))),
          point_debt: 0,
          point_regular_expires_on: '2027-12-01',
          level_accumulation: earn_base,
          level_year: 2026,
        }
      : null,
    left: null,
    lots: lots.map(({ id, remaining = 0, ended = false, expires_at = '2099-01-31T14:59:59Z' }): Lot => ({
      id,
      remaining,
      expires_at,
      ended,
      own: false,
      transaction_id: id,
    })),
    collections: [],
    reward: null,
    gifts: [],
    inviters: {},
    home_store: 'home',
    ...change,
  }
}

function soldLines(
  lines: readonly { yen: number; pieces?: number; rate?: number }[],
  paidBy: ByTender,
): SoldLine[] {
  const open = lines.map(({ yen }) => yen)
  const shares = allTenders.map((tender) => {
    const parts = spread(paidBy[tender], open)
    parts.forEach((part, place) => (open[place]! -= part))
    return parts
  })
  return lines.map(({ yen, pieces = 1, rate = 1_000 }, place) => ({
    line: place + 1,
    sku_id: null,
    sku: null,
    name: `line ${place + 1}`,
    quantity: pieces,
    unit_price: Math.ceil(yen / pieces),
    discount: Math.ceil(yen / pieces) * pieces - yen,
    subtotal: yen,
    tax_rate_bp: rate,
    shares: eachOf(allTenders, (_tender, of) => shares[of]![place]!),
    gone: { ...noTenders, quantity: 0, subtotal: 0 },
  }))
}

/** The facts after this refund: what the ledger has written down by then. */
export function afterRefund(facts: RefundFacts, plan: RefundPlan): RefundFacts {
  const { sale, earlier, wallet, debt, reasons } = facts
  return {
    ...facts,
    sale: {
      ...sale,
      refunded_total: sale.refunded_total + plan.total,
      back_paid: sale.back_paid + plan.back_paid,
      points_reclaimed: sale.points_reclaimed + plan.reclaimed,
    },
    lines: facts.lines.map((line, place) => {
      const { back_quantity, back, ...by } = plan.lines[place]!
      return {
        ...line,
        gone: {
          quantity: line.gone.quantity + back_quantity,
          subtotal: line.gone.subtotal + back,
          ...eachOf(allTenders, (tender) => line.gone[tender] + by[`back_${tender}`]),
        },
      }
    }),
    earlier: {
      base: earlier.base + plan.base,
      points: earlier.points + plan.back_points,
      lots: [...earlier.lots, ...(plan.lots ?? [])],
    },
    debt: debt && {
      ...debt,
      outstanding: debt.outstanding - plan.later,
      ...Object.fromEntries(
        counterTenders.map((tender) => [
          `${tender}_left`,
          debt[`${tender}_left`] - plan[`returned_${tender}`],
        ]),
      ),
      paid_left: debt.paid_left - plan.returned_paid,
      given_back: debt.given_back + plan.returned_bonus,
    },
    reasons: reasons && {
      rank: { ...reasons.rank, taken: reasons.rank.taken + takenOf(plan, null) },
      campaigns: reasons.campaigns.map((one) => ({
        ...one,
        taken: one.taken + takenOf(plan, one.campaign_id),
      })),
    },
    wallet: wallet && {
      ...wallet,
      balance: wallet.balance + plan.received_paid + plan.received_bonus,
      point_regular: wallet.point_regular + plan.received_regular - plan.taken_regular,
      level_accumulation: plan.level_after,
    },
    lots: facts.lots.map((lot) => ({
      ...lot,
      remaining:
        lot.remaining +
        sumOf(plan.lot_changes.flatMap(({ lot: id, change }) => (id === lot.id ? change : []))),
    })),
  }
}

function takenOf({ reasons }: RefundPlan, campaign: string | null): number {
  return sumOf(reasons.flatMap(({ campaign_id, points }) => (campaign_id === campaign ? points : [])))
}
