import { addPoints, bindingBudgets, type CampaignPart, type EarningSale } from '../campaigns/add-points.ts'
import { refuseCash } from '../days/refuse-cash.ts'
import { dueOn } from '../deferred/due-on.ts'
import { timesOver } from '../money/divide.ts'
import type { Movement, Refusal } from '../movements/movement.ts'
import { repayDebt } from '../points/wallet.ts'
import { takePoints } from '../points/take-points.ts'
import { reachLevel } from '../ranks/reach-level.ts'
import { invitationEarns } from '../rewards/invitation-earns.ts'
import { rewardOf } from '../rewards/reward-lost.ts'
import { findShortage, wantedOf } from '../stock/find-shortage.ts'
import type { Payer, SaleFacts, SaleTerms, SaleWish } from './facts.ts'
import {
  refuseCode,
  refuseParked,
  refusePayer,
  refuseRegister,
  takeApprovals,
  type UsedApprovals,
} from './refuse-sale.ts'

/** What a sale takes of its customer, what it earns them, and where their rank stands then. Yen and points. */
type MemberSale = {
  customer_id: string
  use_limited: number
  use_regular: number
  use_bonus: number
  use_paid: number
  lots: { lot: string; points: number }[] | null
  base: number
  rate_bp: number
  /** Regular and limited points, with what campaigns add. */
  earned: number
  earned_limited: number
  parts: CampaignPart[]
  /** The rank that counts before and after; `level_bought`: what was bought, beneath one given by hand. */
  level_before: number
  level_after: number
  level_bought: number | null
  accumulation: number
}

/** What the member who invited the customer earns by a sale. */
type SaleReward = {
  affiliator_id: string
  /** What their day had brought at the moment of the facts, with earlier sales of the batch. */
  earned_before: number
  amount: number
  rate_bp: number
  base_min: number
  cut: number
  day_max: number
}

/** A sale as it is posted. */
export type DecidedSale = {
  code: null
  member: MemberSale | null
  reward: SaleReward | null
  /** The day on which what is deferred is to be paid. */
  due_on: string | null
  approvals: UsedApprovals
  /** Campaigns of which it has got what their budget had left, with what they had given by then. */
  budgets: { id: string; used: number }[]
  /** What follows it in the same commit: earned points pay off those that are owed. */
  after: Movement | null
}

/**
 * What cannot be decided by these facts. `batch`: another sale of the batch goes first. `year`, `ends`: the customer's rank
 * has to be judged for the years that are over, or what has ended has to leave them, before anything is counted.
 */
export type PutOff = { waits_for: 'batch' | 'year' | 'ends' }

export type SaleDecision = DecidedSale | Refusal | PutOff

/** What earlier sales of a batch may have taken, so that later ones do not count on it. */
type Batch = {
  payers: Set<string>
  /** Pieces by shop and article. */
  taken: Map<string, Map<string, number>>
  budgets: Map<string, number>
  /** What inviters earn by sales before this one. */
  rewards: Map<string, number>
}

/**
 * Decides the sales of a batch, in their order. Each is posted or refused by itself, so that none stands in another's way.
 *
 * @param busy customers whose sale is under way in another batch
 */
export function decideSales(
  terms: SaleTerms,
  sales: readonly { facts: SaleFacts; wish: SaleWish }[],
  busy: ReadonlySet<string> = new Set(),
): SaleDecision[] {
  const batch: Batch = { payers: new Set(busy), taken: new Map(), budgets: new Map(), rewards: new Map() }
  return sales.map(({ facts, wish }) => decideSale(terms, facts, wish, batch))
}

function decideSale(terms: SaleTerms, facts: SaleFacts, wish: SaleWish, batch: Batch): SaleDecision {
  const first = refuseRegister(facts) ?? refuseCode(facts, wish)
  if (first) return first
  const { payer } = facts
  if (payer !== null) {
    // One customer, one payment: the second would have to see what the first one left.
    if (batch.payers.has(payer.user_id)) return { waits_for: 'batch' }
    batch.payers.add(payer.user_id)
    if (payer.level_year < Number(terms.today.slice(0, 4))) return { waits_for: 'year' }
    if (payer.has_ended) return { waits_for: 'ends' }
    const refusal = refusePayer(facts, payer, terms, wish)
    if (refusal) return refusal
  }
  const shortage = takeStock(facts, wish, batch)
  if (shortage) return shortage
  const cash = refuseCash(facts.cash_day, wish.cash)
  if (cash) return { code: cash }
  const sale = payer && earningOf(terms, facts, payer, wish)
  const parts = sale ? addPoints(terms.campaigns, terms.campaign_max_bp, sale) : []
  if (!fitBudgets(terms, parts, batch)) return { waits_for: 'batch' }
  const parked = refuseParked(facts, wish)
  if (parked) return parked
  const approvals = takeApprovals(facts, wish)
  if ('code' in approvals) return approvals
  const member = sale && memberSaleOf(terms, payer, wish, sale, parts)
  return {
    code: null,
    member,
    reward: member && payer && earnReward(payer, member.base, batch),
    due_on: wish.later > 0 ? dueOn(terms.today) : null,
    approvals,
    budgets: sale
      ? bindingBudgets(terms.campaigns, sale).map(({ id, budget_used }) => ({ id, used: budget_used }))
      : [],
    after: member && payer && repayAfter(payer, member, wish),
  }
}

/** A shortage is an answer; where another sale of the batch may take the articles, that one goes first. */
function takeStock({ goods }: SaleFacts, wish: SaleWish, { taken }: Batch): Refusal | PutOff | null {
  if (goods === null) return null
  const ofStore = taken.get(wish.store_id) ?? new Map<string, number>()
  taken.set(wish.store_id, ofStore)
  const shortage = findShortage(wish.lines, goods, ofStore)
  if (shortage === 'waits') return { waits_for: 'batch' }
  if (shortage !== null) return { code: 'STOCK_SHORTAGE', n: shortage.n }
  for (const [sku_id, quantity] of wantedOf(wish.lines))
    ofStore.set(sku_id, (ofStore.get(sku_id) ?? 0) + quantity)
  return null
}

/** What earns: the price less the points, for they are no money, and less what is paid later, which earns then. */
function earningOf(terms: SaleTerms, facts: SaleFacts, payer: Payer, wish: SaleWish): EarningSale {
  const base = wish.total - wish.points - wish.later
  const level_index = Math.max(payer.level_index, payer.level_given ?? 0)
  const rate_bp = terms.levels.find((level) => level.level_index === level_index)?.rate_bp ?? 0
  return {
    today: terms.today,
    store_id: wish.store_id,
    level_index,
    rate_bp,
    earned: timesOver(base, rate_bp, 10_000),
    base,
    standing: facts.standing,
  }
}

/** False where earlier sales of the batch leave less of a budget than this one would get. */
function fitBudgets({ campaigns }: SaleTerms, parts: readonly CampaignPart[], { budgets }: Batch): boolean {
  let fits = true
  for (const { campaign_id, points } of parts) {
    const campaign = campaigns.find(({ id }) => id === campaign_id)
    if (campaign?.budget == null) continue
    const before = budgets.get(campaign_id) ?? 0
    if (before > 0 && before + points > campaign.budget - campaign.budget_used) fits = false
    budgets.set(campaign_id, before + points)
  }
  return fits
}

/** Points go in the order in which they end, given balance before paid; a purchase lifts the rank at once. */
function memberSaleOf(
  { levels }: SaleTerms,
  payer: Payer,
  { points, balance }: SaleWish,
  { base, rate_bp, earned, level_index }: EarningSale,
  parts: CampaignPart[],
): MemberSale {
  const taken = takePoints({ ...payer, point_regular_expires_on: null }, points)
  const use_bonus = Math.min(balance, payer.balance_bonus)
  const accumulation = payer.level_accumulation + base
  const bought = reachLevel(payer.level_index, accumulation, levels)
  const added = (account: CampaignPart['account']) =>
    parts.reduce((sum, part) => (part.account === account ? sum + part.points : sum), 0)
  return {
    customer_id: payer.user_id,
    use_limited: taken.limited,
    use_regular: taken.regular,
    use_bonus,
    use_paid: balance - use_bonus,
    lots: taken.limited > 0 ? taken.lots.map(({ lot, points: used }) => ({ lot, points: used })) : null,
    base,
    rate_bp,
    earned: earned + added('point_regular'),
    earned_limited: added('point_limited'),
    parts,
    level_before: level_index,
    level_after: Math.max(bought, payer.level_given ?? 0),
    level_bought: payer.level_given === null ? null : bought,
    accumulation,
  }
}

/** Sales of a batch fill the day of their inviter in their order; the cut is what it has no room for. */
function earnReward({ invitation }: Payer, base: number, { rewards }: Batch): SaleReward | null {
  if (invitation === null || invitation.rate_bp <= 0) return null
  const { inviter_id: affiliator_id, earned_today, day_max, at_sale, ...terms } = invitation
  if (!invitationEarns(at_sale)) return null
  const before = rewards.get(affiliator_id) ?? 0
  const due = rewardOf(base, terms)
  const amount = Math.max(0, Math.min(due, day_max - earned_today - before))
  rewards.set(affiliator_id, before + due)
  return amount === 0
    ? null
    : { affiliator_id, earned_before: earned_today + before, amount, ...terms, cut: due - amount, day_max }
}

function repayAfter(payer: Payer, sale: MemberSale, { store_id }: SaleWish): Movement | null {
  if (sale.earned + sale.earned_limited === 0) return null
  return repayDebt(
    {
      balance_bonus: payer.balance_bonus - sale.use_bonus,
      point_regular: payer.point_regular - sale.use_regular + sale.earned,
      point_limited: payer.point_limited - sale.use_limited + sale.earned_limited,
      point_debt: payer.point_debt,
      lots: [],
    },
    { customer_id: payer.user_id, store_id },
  )
}
