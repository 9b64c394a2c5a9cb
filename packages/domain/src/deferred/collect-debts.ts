import type { AccessFacts } from '../access/people.ts'
import { type CollectorRefusal, isByCustomer, refuseCollector } from '../access/refuse-collector.ts'
import { type CodeFacts, type CodeRefusal, refuseCode } from '../codes/refuse-code.ts'
import { type CashDay, type CashRefusal, refuseCash } from '../days/refuse-cash.ts'
import { timesOver } from '../money/divide.ts'
import type { Movement } from '../movements/movement.ts'
import { type PointWallet, repayDebt } from '../points/wallet.ts'
import { followCollection, type Invitation } from '../rewards/follow-collection.ts'
import {
  givenRank,
  heldRank,
  judgeOldYear,
  type RankCalendar,
  type RankStanding,
} from '../ranks/judge-rank.ts'
import { type LevelQuota, reachLevel } from '../ranks/reach-level.ts'
import { counterTenders, type DebtTender, eachOf, sumOver } from '../sales/tenders.ts'

/** The deferred part of a sale that is still owed, in yen. */
export type Debt = {
  sale_id: string
  outstanding: number
  /** What the sale earned points for at once, and what its collections brought since. */
  base: number
  collected: number
  /** The rate of its points, and those that its collections gave so far. */
  rate_bp: number
  points: number
}

/** Everything that a collection is decided by. */
export type CollectionFacts = {
  access: AccessFacts
  /** The code that the customer showed for their balance; null where none of theirs was. */
  code: CodeFacts | null
  /** The debts that are asked about, the oldest first. */
  debts: readonly Debt[]
  balance_paid: number
  /** Given balance, points, and those that they owe. */
  wallet: PointWallet
  /** The shop to which it belongs. */
  store_id: string
  /** Suspended, or left. */
  is_stopped: boolean
  rank: RankCalendar & { member: RankStanding }
  /** The cash of the day, where it is paid in cash. */
  cash_day: CashDay | null
  /** The quotas of this moment. */
  levels: readonly LevelQuota[]
  /** By which the customer came; null where they came by themself. */
  invitation: Invitation | null
}

/** There is no such member, or at no register nothing that they owe. */
export type NoMember = { access: AccessFacts; store_id: string | null; rank: null; code: null }

const debtMoneys = [...counterTenders, 'bank', 'paid', 'bonus'] as const

export type CollectionWish = {
  customer_id: string
  /** Yen; null for all that is owed. */
  amount: number | null
  tender: DebtTender
  cash_tendered: number | null
}

/** What is paid of one debt, by the way it was paid, and the points that it earns now. */
type DebtPayment = { sale_id: string; points: number } & Record<(typeof debtMoneys)[number], number>

export type CollectionPlan = {
  amount: number
  /** Of the balance, the given part, which goes first. */
  bonus: number
  paid: number
  payments: DebtPayment[]
  points: number
  level_accumulation: number
  /** The rank by purchases, and those that count before and after: of a given one and the one by purchases the higher. */
  level_bought: number
  level_given: number | null
  level_before: number
  level_after: number
  /** What follows it: rewards of the member who invited the customer, and what the points pay off of those that are owed. */
  after: Movement[]
}

type Refusal = {
  code:
    | 'DEFERRED_NONE'
    | 'DEFERRED_EXCEEDS'
    | 'AMOUNT_INVALID'
    | 'TENDERED_SHORT'
    | 'INSUFFICIENT_BALANCE'
    | 'AUTH_SUSPENDED'
    | 'CUSTOMER_SUSPENDED'
    | CollectorRefusal
    | CashRefusal
    | CodeRefusal
    | 'QR_INVALID'
  n?: number
  /** Asked once more it is the same act: who pays may be written down meanwhile. */
  again?: true
}

/**
 * Pays debts, the oldest first. What was deferred earns now, at the rate of its sale, and counts towards the rank.
 * Points are cut off on the running sum of a debt together with what its sale earned at once: paid in parts or at one
 * time, it is the same.
 */
export function collectDebts(
  facts: CollectionFacts | NoMember,
  wish: CollectionWish,
): ({ code: null } & CollectionPlan) | Refusal {
  const forbidden = refuseCollector(facts.access, wish)
  if (forbidden !== null) return { code: forbidden }
  const shown = refuseShown(facts, wish)
  if (shown) return { code: shown }
  if (facts.rank === null) return { code: facts.store_id === null ? 'DEFERRED_NONE' : 'NOT_FOUND' }
  const owed = facts.debts.reduce((sum, { outstanding }) => sum + outstanding, 0)
  const amount = wish.amount ?? owed
  const refusal = refuse(facts, wish, { owed, amount })
  if (refusal) return refusal

  const bonus = wish.tender === 'balance' ? Math.min(amount, facts.wallet.balance_bonus) : 0
  const payments = payDebts(facts.debts, wish.tender, { amount, bonus })
  const points = payments.reduce((sum, one) => sum + one.points, 0)
  const { rank } = facts
  const member = judgeOldYear(rank.member, rank) ?? rank.member
  const level_accumulation = member.level_accumulation + amount
  const level_bought = reachLevel(member.level_index, level_accumulation, facts.levels)
  return {
    code: null,
    amount,
    bonus,
    paid: wish.tender === 'balance' ? amount - bonus : 0,
    payments,
    points,
    level_accumulation,
    level_bought,
    level_given: givenRank(member, rank.today),
    level_before: heldRank(member, rank.today),
    level_after: heldRank({ ...member, level_index: level_bought }, rank.today),
    after: [
      ...followCollection(
        facts.invitation,
        payments.map((payment) => ({ sale_id: payment.sale_id, yen: sumOver(debtMoneys, payment) })),
      ),
      ...repayByEarned(facts, wish, points),
    ],
  }
}

/** At a register balance moves by its owner's code alone. */
function refuseShown(
  { access, code }: CollectionFacts | NoMember,
  { customer_id, tender }: CollectionWish,
): CodeRefusal | 'QR_INVALID' | null {
  if (tender !== 'balance' || isByCustomer(access, customer_id)) return null
  return code === null ? 'QR_INVALID' : refuseCode(code)
}

function refuse(
  facts: CollectionFacts,
  { customer_id, tender, cash_tendered }: CollectionWish,
  { owed, amount }: { owed: number; amount: number },
): Refusal | null {
  if (owed === 0) return { code: 'DEFERRED_NONE' }
  if (amount > owed) return { code: 'DEFERRED_EXCEEDS', n: owed }
  if (amount < 1) return { code: 'AMOUNT_INVALID' }
  if (tender === 'cash' && cash_tendered !== null && cash_tendered < amount) return { code: 'TENDERED_SHORT' }
  const cash = tender === 'cash' ? refuseCash(facts.cash_day, amount) : null
  if (cash) return { code: cash, again: true }
  if (tender !== 'balance') return null
  const balance = facts.balance_paid + facts.wallet.balance_bonus
  if (amount > balance) return { code: 'INSUFFICIENT_BALANCE', n: amount - balance }
  if (!facts.is_stopped) return null
  return { code: isByCustomer(facts.access, customer_id) ? 'AUTH_SUSPENDED' : 'CUSTOMER_SUSPENDED' }
}

/** Points that it earns pay off those that are owed, together with what the customer has. */
function repayByEarned(
  { wallet, store_id }: CollectionFacts,
  { customer_id }: CollectionWish,
  points: number,
): Movement[] {
  if (points === 0) return []
  const earned = { ...wallet, point_regular: wallet.point_regular + points }
  const repaid = repayDebt(earned, { customer_id, store_id })
  return repaid === null ? [] : [repaid]
}

function payDebts(
  debts: readonly Debt[],
  tender: CollectionWish['tender'],
  { amount, bonus }: { amount: number; bonus: number },
): DebtPayment[] {
  let [left, bonusLeft] = [amount, bonus]
  const payments: DebtPayment[] = []
  for (const debt of debts) {
    if (left === 0) break
    const part = Math.min(left, debt.outstanding)
    const partBonus = Math.min(part, bonusLeft)
    left -= part
    bonusLeft -= partBonus
    payments.push({
      sale_id: debt.sale_id,
      points: earnedBy(debt, part),
      ...eachOf(debtMoneys, () => 0),
      ...(tender === 'balance' ? { paid: part - partBonus, bonus: partBonus } : { [tender]: part }),
    })
  }
  return payments
}

function earnedBy({ base, collected, rate_bp, points }: Debt, part: number): number {
  const upTo = (yen: number): number => timesOver(yen, rate_bp, 10_000)
  return upTo(base + collected + part) - upTo(base) - points
}
