import type { CollectionFacts, CollectionWish, Debt } from '../deferred/collect-debts.ts'
import type { RankStanding } from '../ranks/judge-rank.ts'
import { accessOf, personOf } from './access.ts'
import { memberOf } from './rank-standing.ts'
import { usedCode } from './used-code.ts'

export const debtOf = (sale_id: string, outstanding: number, change: Partial<Debt> = {}): Debt => ({
  sale_id,
  outstanding,
  base: 0,
  collected: 0,
  rate_bp: 100,
  points: 0,
  ...change,
})
const levels = [
  { level_index: 0, quota: 0 },
  { level_index: 1, quota: 50_000 },
  { level_index: 2, quota: 100_000 },
]
export const rankOf = (change: Partial<RankStanding> = {}): CollectionFacts['rank'] => ({
  today: '2026-05-10',
  quotas: levels.map((level) => ({ ...level, valid_from: null, valid_until: null })),
  member: memberOf(change),
})
/** Who collects: at a register of the shop, in head office, or the member in their app. */
export const collectors = {
  register: accessOf(personOf('register')),
  head_office: accessOf(personOf('accounting'), { store_id: null }),
  member: accessOf(personOf('customer', 'member'), { store_id: null }),
}
export const factsOf = (change: Partial<CollectionFacts> = {}): CollectionFacts => ({
  access: collectors.register,
  code: { ...usedCode, state: 'live' },
  debts: [debtOf('old', 3_000), debtOf('new', 5_000)],
  balance_paid: 2_000,
  wallet: { balance_bonus: 500, point_regular: 20, point_limited: 7, point_debt: 0, lots: [] },
  store_id: 'shop',
  is_stopped: false,
  rank: rankOf(),
  levels,
  cash_day: null,
  invitation: null,
  ...change,
})
export const wishOf = (change: Partial<CollectionWish> = {}): CollectionWish => ({
  customer_id: 'member',
  amount: null,
  tender: 'cash',
  cash_tendered: null,
  ...change,
})
