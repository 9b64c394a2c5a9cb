import type { CampaignPart } from '@shirogane/domain/campaigns/add-points'
import type { Movement } from '@shirogane/domain/movements/movement'
import type { DecidedSale, SaleDecision } from '@shirogane/domain/sales/decide-sales'
import { type PlainTender, plainTenders, eachOf } from '@shirogane/domain/sales/tenders'
import type { LineRow, SaleDetail } from '../rows.ts'
import type { PayRequest } from './pay-request.ts'
import type { FactRow } from './read-facts.ts'

/** A sale or its refusal as `ledger.post_sales` takes it: what was asked, what was read, what was decided. */
export type SaleRow = {
  ord: number
  actor_id: string
  route: string
  key: string
  request_hash: Buffer
  transaction_id: string
  code: string | null
  n: number | null
  checkout_id: string | null
  checkout_version: string | null
  pay_code_id: string | null
  code_version: string | null
  customer_id: string | null
  wallet_version: string | null
  store_id: string
  register_id: string
  business_date: string | null
  lines: readonly Omit<LineRow, 'amount_only'>[]
  total: number
  points: number
  cash_tendered: number | null
  tax: PayRequest['tax']
  note: string | null
  sale: SaleDetail | null
  parked_id: string | null
  parked_version: number | null
  approved_by: string | null
  approvals: DecidedSale['approvals']['used'] | null
  contract: object | null
  use_limited: number | null
  use_regular: number | null
  use_bonus: number | null
  use_paid: number | null
  lots: object | null
  /** What the member holds behind the sale, and owes where something is deferred. */
  paid_after: number | null
  bonus_after: number | null
  regular_after: number | null
  limited_after: number | null
  receivable_after: number | null
  base: number | null
  rate_bp: number | null
  earned: number | null
  earned_limited: number | null
  parts: readonly CampaignPart[] | null
  budgets: DecidedSale['budgets'] | null
  level_before: number | null
  level_after: number | null
  level_bought: number | null
  accumulation: number | null
  inviter_id: string | null
  reward: number | null
  reward_rate_bp: number | null
  reward_base_min: number | null
  reward_cut: number | null
  reward_day_max: number | null
  reward_before: number | null
} & Record<PlainTender, number>

/** A batch as it is posted: its rows, what occurs in it, and what follows its sales. */
export type PostedBatch = {
  rows: SaleRow[]
  rare: string[]
  after: { ord: number; movement: Movement }[] | null
}

type Decided = Exclude<SaleDecision, { waits_for: string }>

export function saleRowOf(request: PayRequest, facts: FactRow, decision: Decided): SaleRow {
  const { ord, pay_code_id, code_version, customer_id, wallet_version, checkout_version } = facts
  const isSale = decision.code === null
  const { member, reward, approvals, budgets } = isSale ? decision : nothing
  return {
    ord,
    actor_id: request.actor_id,
    route: request.route,
    key: request.key,
    request_hash: request.request_hash,
    transaction_id: request.transaction_id,
    code: decision.code,
    n: isSale ? null : (decision.n ?? null),
    checkout_id: request.checkout_id,
    checkout_version,
    pay_code_id,
    code_version,
    customer_id,
    wallet_version,
    store_id: request.store_id,
    register_id: request.register_id,
    business_date: facts.business_date,
    lines: isSale ? request.lines : [],
    total: request.total,
    points: request.points,
    ...eachOf(plainTenders, (tender) => request[tender]),
    cash_tendered: request.cash_tendered,
    tax: request.tax,
    note: request.note,
    sale: request.sale ?? null,
    parked_id: request.parked_id ?? null,
    parked_version: request.parked_version ?? null,
    approved_by: approvals?.approved_by ?? null,
    approvals: approvals && approvals.used.length > 0 ? approvals.used : null,
    contract: request.contract && {
      ...request.contract,
      override_by: approvals?.override_by ?? null,
      signed_by: approvals?.signed_by ?? null,
      due_on: isSale ? decision.due_on : null,
    },
    use_limited: member?.use_limited ?? null,
    use_regular: member?.use_regular ?? null,
    use_bonus: member?.use_bonus ?? null,
    use_paid: member?.use_paid ?? null,
    lots: member?.lots ?? null,
    paid_after: member && facts.balance_paid! - member.use_paid,
    bonus_after: member && facts.balance_bonus! - member.use_bonus,
    regular_after: member && facts.point_regular! - member.use_regular + member.earned,
    limited_after: member && facts.point_limited! - member.use_limited + member.earned_limited,
    receivable_after: member && request.later > 0 ? facts.receivable! + request.later : null,
    base: member?.base ?? null,
    rate_bp: member?.rate_bp ?? null,
    earned: member?.earned ?? null,
    earned_limited: member?.earned_limited ?? null,
    parts: member && member.parts.length > 0 ? member.parts : null,
    budgets: budgets.length > 0 ? budgets : null,
    level_before: member?.level_before ?? null,
    level_after: member?.level_after ?? null,
    level_bought: member?.level_bought ?? null,
    accumulation: member?.accumulation ?? null,
    inviter_id: reward?.affiliator_id ?? null,
    reward: reward?.amount ?? null,
    reward_rate_bp: reward?.rate_bp ?? null,
    reward_base_min: reward?.base_min ?? null,
    reward_cut: reward?.cut ?? null,
    reward_day_max: reward?.day_max ?? null,
    reward_before: reward?.earned_before ?? null,
  }
}

const nothing: { [Name in 'member' | 'reward' | 'approvals']: null } & { budgets: [] } = {
  member: null,
  reward: null,
  approvals: null,
  budgets: [],
}

/** What occurs in a sale beside what every sale to a member has, in the words of `ledger.post_sales`. */
export function rareOf(row: SaleRow, facts: FactRow, budgeted: ReadonlySet<string>): string[] {
  if (row.code !== null) return []
  const occurs = {
    members: row.customer_id !== null,
    claims: facts.code_state === 'claimed' || row.checkout_id !== null,
    rewards: row.reward !== null,
    campaigns: row.parts !== null,
    budgets: row.budgets !== null || (row.parts ?? []).some(({ campaign_id }) => budgeted.has(campaign_id)),
    stock: facts.goods !== null,
    parked: row.parked_id !== null,
    approvals: row.approvals !== null,
    lots: row.lots !== null,
    details: row.sale !== null || row.level_bought !== null,
    deferred: row.later > 0,
  }
  return Object.entries(occurs).flatMap(([name, isThere]) => (isThere ? [name] : []))
}
