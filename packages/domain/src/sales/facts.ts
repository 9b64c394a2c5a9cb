import type { Campaign, CampaignStanding } from '../campaigns/add-points.ts'
import type { CodeFacts } from '../codes/refuse-code.ts'
import type { CashDay } from '../days/refuse-cash.ts'
import type { DeferralFacts } from '../deferred/refuse-deferral.ts'
import type { LevelQuota } from '../ranks/reach-level.ts'
import type { InvitationAt } from '../rewards/invitation-earns.ts'
import type { RewardTerms } from '../rewards/reward-lost.ts'

/** What holds for all sales of a batch at the moment of its facts. Yen; dates of Japan. */
export type SaleTerms = {
  today: string
  /** What may be paid with balance at once, and on a business day. */
  pay_once_max: number
  pay_day_max: number
  levels: readonly (LevelQuota & { rate_bp: number })[]
  campaigns: readonly Campaign[]
  /** The most that campaigns add to one sale, of its base. */
  campaign_max_bp: number
}

/** What a register asks for, as far as it decides. Yen; a point is one. */
export type SaleWish = {
  transaction_id: string
  actor_id: string
  checkout_id: string | null
  store_id: string
  register_id: string
  /** A code was scanned or typed. */
  is_scanned: boolean
  lines: readonly { sku_id: string | null; quantity: number }[]
  total: number
  points: number
  balance: number
  cash: number
  later: number
  /** What stands for a yes to the deferral, and for passing over an earlier debt that is overdue. */
  signed_approval_id: string | null
  override_by: string | null
  override_approval_id: string | null
  /** A second person's approval for the discount off the gross amount. */
  discount_approval_id: string | null
  gross: number | null
  discount: number | null
  parked_id: string | null
  parked_version: number | null
}

/** The code that was shown, or the one that the checkout holds. */
export type ShownCode = CodeFacts & { id: string }

/** A member who pays, as they stand at the moment of the facts. */
export type Payer = {
  user_id: string
  /** Their account is suspended. */
  is_suspended: boolean
  /** It is the employee's own account, or that of a person of one household with them. */
  is_own: boolean
  /** Points or given balance of theirs have ended and are still there. */
  has_ended: boolean
  balance_paid: number
  balance_bonus: number
  point_regular: number
  point_limited: number
  point_debt: number
  /** Lots of limited points in the order of their ends; empty where no points are used. */
  lots: readonly { id: string; remaining: number; expires_at: string }[]
  receivable: number
  /** The rank by purchases, the year that it is counted in, and what was counted. */
  level_index: number
  level_year: number
  level_accumulation: number
  /** A higher rank given by hand that still runs. */
  level_given: number | null
  /** The last business day on which balance was used, and how much. */
  balance_spent_on: string | null
  balance_spent: number
  /** The invitation by which they came, its terms, and the day of its inviter. */
  invitation: (RewardTerms & SaleInvitation) | null
}

type SaleInvitation = { inviter_id: string; earned_today: number; day_max: number; at_sale: InvitationAt }

/** A second person's approval, as its sale would use it. */
export type SaleApproval = {
  id: string
  kind: string
  store_id: string
  amount: number | null
  subject: Readonly<Record<string, unknown>>
  requested_by: string
  decided_by: string | null
  /** Approved, not used and not over, by a person who has nothing to do with who asked. */
  is_good: boolean
}

/** What one sale is decided by. */
export type SaleFacts = {
  /** The session lives, and the employee sells in this shop. */
  is_entitled: boolean
  /** The register stands in this shop. */
  is_here: boolean
  business_date: string
  code: ShownCode | null
  /** A sale in one step has the id of a checkout that was opened for another code. */
  is_of_others: boolean
  /** The checkout is open at this register. */
  is_open_here: boolean
  payer: Payer | null
  /** The cash of the day, where the line of the law is near. */
  cash_day: CashDay | null
  deferral: DeferralFacts | null
  /** Pieces that may be sold by article, null for any number; null where the stock was not asked. */
  goods: Readonly<Record<string, number | null>> | null
  parked: ParkedCart | null
  approvals: readonly SaleApproval[]
  /** What the running campaigns have given the customer, and which they have entered. */
  standing: CampaignStanding
}

/** A cart that was put aside; `is_here`: at the register that took it back. */
type ParkedCart = { status: string; is_here: boolean; version: number }
