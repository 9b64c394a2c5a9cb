import { z } from 'zod'
import { campaignKinds, campaignStates } from '../../terms/campaign-terms.ts'
import { limits } from '../../rules/limits.ts'
import { anyJson, id, instant, whole } from '../shapes.ts'
import { written } from '../../inputs/written.ts'

const terms = {
  id,
  name: z.string(),
  description: z.string(),
  kind: z.enum(campaignKinds),
  /** Basis points that are added to the rank's rate. */
  rate_bp: z.nullable(whole),
  /** Basis points by which the rank's rate is multiplied: 20000 is twice. */
  factor_bp: z.nullable(whole),
  points: z.nullable(whole),
  starts_at: instant,
  /** The first moment after it. */
  ends_at: instant,
  needs_entry: z.boolean(),
  payment_min: whole,
  member_max: z.nullable(whole),
  points_days: z.nullable(whole),
}

/** A campaign as a member sees it. */
export const campaign = z.strictObject({
  ...terms,
  /** Names of the stores and ranks that take part; null for all. */
  stores: z.nullable(z.array(z.string())),
  levels: z.nullable(z.array(z.string())),
  entered: z.boolean(),
  /** What the member has had of it so far. */
  points_received: whole,
})
export type Campaign = z.infer<typeof campaign>

const adminTerms = {
  ...terms,
  stackable: z.boolean(),
  store_ids: z.nullable(z.array(id)),
  level_indexes: z.nullable(z.array(whole)),
  budget: z.nullable(whole),
}

const state = z.enum(campaignStates)
export const adminCampaign = z.strictObject({
  ...adminTerms,
  state,
  /** Points that it has given, what refunds took back apart, in how many payments, and to how many members. */
  given: whole,
  payments: whole,
  members: whole,
  entries: whole,
  /** More than a fifth of a purchase comes back. */
  exceeds_premium: z.boolean(),
  created_at: instant,
})
export type AdminCampaign = z.infer<typeof adminCampaign>

/** One act of head office: what was changed, from what, to what. */
export const recordedChange = z.strictObject({
  at: instant,
  by: z.string(),
  action: z.string(),
  before: z.nullable(z.record(z.string(), anyJson)),
  after: z.nullable(z.record(z.string(), anyJson)),
})
export type RecordedChange = z.infer<typeof recordedChange>

export const adminCampaignDetail = z.strictObject({
  ...adminCampaign.shape,
  changes: z.array(recordedChange),
})
export type AdminCampaignDetail = z.infer<typeof adminCampaignDetail>

export const campaignInput = {
  name: written.min(1).max(60),
  description: written.max(500),
  kind: z.enum(campaignKinds),
  rate_bp: z.nullable(z.int().min(1).max(2_000)),
  factor_bp: z.nullable(z.int().min(10_001).max(100_000)),
  points: z.nullable(z.int().min(1).max(100_000)),
  stackable: z.boolean(),
  starts_at: instant,
  ends_at: instant,
  needs_entry: z.boolean(),
  payment_min: z.int().min(1).max(limits.amountMax),
  store_ids: z.nullable(z.array(id).min(1).max(100)),
  level_indexes: z.nullable(z.array(z.int().min(0).max(20)).min(1).max(21)),
  member_max: z.nullable(z.int().min(1).max(limits.amountMax)),
  budget: z.nullable(z.int().min(1).max(limits.amountMax)),
  points_days: z.nullable(z.int().min(1).max(730)),
}
export const campaignBody = z.strictObject({ id, ...campaignInput })
export type CampaignBody = z.infer<typeof campaignBody>
