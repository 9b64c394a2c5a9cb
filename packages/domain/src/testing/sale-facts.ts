import type { Payer, SaleFacts, SaleTerms, SaleWish, ShownCode } from '../sales/facts.ts'

export const terms: SaleTerms = {
  today: '2026-11-28',
  pay_once_max: 100_000,
  pay_day_max: 200_000,
  levels: [
    { level_index: 0, quota: 0, rate_bp: 100 },
    { level_index: 1, quota: 30_000, rate_bp: 300 },
    { level_index: 2, quota: 100_000, rate_bp: 500 },
  ],
  campaigns: [],
  campaign_max_bp: 2_000,
}

const payer = (change: Partial<Payer> = {}): Payer => ({
  user_id: 'hanako',
  is_suspended: false,
  is_own: false,
  has_ended: false,
  balance_paid: 50_000,
  balance_bonus: 300,
  point_regular: 1_000,
  point_limited: 0,
  point_debt: 0,
  lots: [],
  receivable: 0,
  level_index: 1,
  level_year: 2026,
  level_accumulation: 40_000,
  level_given: null,
  balance_spent_on: null,
  balance_spent: 0,
  invitation: null,
  ...change,
})

export const live: ShownCode = {
  id: 'code',
  state: 'live',
  is_claimed_here: false,
  is_claim_live: false,
  is_over: false,
}

export const facts = (change: Partial<SaleFacts> = {}, of: Partial<Payer> = {}): SaleFacts => ({
  is_entitled: true,
  is_here: true,
  business_date: '2026-11-28',
  code: live,
  is_of_others: false,
  is_open_here: false,
  payer: payer(of),
  cash_day: null,
  deferral: null,
  goods: null,
  parked: null,
  approvals: [],
  standing: { entered: [], given: {} },
  ...change,
})

export const wish = (change: Partial<SaleWish> = {}): SaleWish => ({
  transaction_id: 'sale',
  actor_id: 'clerk',
  checkout_id: null,
  store_id: 'ginza',
  register_id: 'till 1',
  is_scanned: true,
  lines: [{ sku_id: 'ring', quantity: 1 }],
  total: 11_000,
  points: 0,
  balance: 0,
  cash: 11_000,
  later: 0,
  signed_approval_id: null,
  override_by: null,
  override_approval_id: null,
  discount_approval_id: null,
  gross: null,
  discount: null,
  parked_id: null,
  parked_version: null,
  ...change,
})
