import { z } from 'zod'
import { affiliateReasons, affiliateStandings } from '../../terms/affiliate-words.ts'
import { businessDate, id, instant, whole } from '../shapes.ts'
import { written } from '../../inputs/written.ts'

export const statsMonth = z.string().regex(/^\d{4}-\d{2}$/)

/** Who invites, as they and the app know it. */
export const affiliator = z.strictObject({ user_id: id, code: z.string(), invite_url: z.string() })

/**
 * What an invited member brings: the share in basis points, for how many days, confirmed after how many; and what all of
 * them together bring in one day.
 */
export const rewardTerms = { rate_bp: whole, days: whole, confirm_days: whole, day_max: whole }

export const ownAffiliator = z.strictObject({
  ...affiliator.shape,
  /** The version of the terms that was agreed to, and when. */
  terms_version: z.string(),
  agreed_at: instant,
  /** Head office has stopped the invitations: the link brings no one any more, what was earned stays. */
  stopped: z.boolean(),
  /** They stopped inviting by themselves: the link brings no one any more, what was earned stays. */
  left_at: z.nullable(instant),
  ...rewardTerms,
})

const affiliateMonth = z.strictObject({
  month: statsMonth,
  /** Who registered in this month. */
  affiliates: whole,
  /** What invited members paid in this month, and what of these payments came back since. */
  sales: whole,
  refunds: whole,
  /** What these payments bring, without what was taken back. */
  rewards: whole,
})

export const stats = z.strictObject({
  affiliates: whole,
  verified_affiliates: whole,
  /** Those who have bought something, and those of whom a purchase has outlasted the time for returns. */
  buyers: whole,
  valid_affiliates: whole,
  sales: whole,
  refunds: whole,
  /** What may yet go back; what is confirmed and not paid; with the two below it is all that was ever earned. */
  rewards_pending: whole,
  rewards_confirmed: whole,
  /** On its way to a bank account. */
  rewards_held: whole,
  rewards_paid: whole,
  /** All that was ever earned, without what was taken back. */
  rewards_total: whole,
  this_month: z.strictObject({ affiliates: whole, rewards: whole }),
  /** The last twelve months, the oldest first; months without anything are there as well. */
  months: z.array(affiliateMonth),
})

/** An invited person as their inviter may know them: no name in full, nothing to reach them by, nothing they bought. */
export const affiliate = z.strictObject({
  id,
  /** The first letters of the user name. */
  name: z.string(),
  avatar: z.nullable(z.string()),
  registered_on: businessDate,
  verified: z.boolean(),
  valid: z.boolean(),
  earned: whole,
})
export type Affiliate = z.infer<typeof affiliate>

const flag = z.strictObject({
  reason: z.enum(affiliateReasons),
  found_at: instant,
  cleared_at: z.nullable(instant),
})

/** An invited person as head office sees them. */
const checkedAffiliate = z.strictObject({
  id,
  user_id: id,
  username: z.string(),
  registered_at: instant,
  via: z.enum(['registration', 'pay_code']),
  verified: z.boolean(),
  valid: z.boolean(),
  purchases: whole,
  sales: whole,
  earned: whole,
  standing: z.enum(affiliateStandings),
  flags: z.array(flag),
  decisions: z.array(
    z.strictObject({ decision: z.enum(affiliateStandings), note: z.string(), by: z.string(), at: instant }),
  ),
})
export type CheckedAffiliate = z.infer<typeof checkedAffiliate>

export const affiliatorRow = z.strictObject({
  user_id: id,
  username: z.string(),
  code: z.string(),
  agreed_at: instant,
  stopped: z.boolean(),
  left_at: z.nullable(instant),
  affiliates: whole,
  valid_affiliates: whole,
  sales: whole,
  rewards_total: whole,
  /** Invited persons whose rewards wait until staff have looked. */
  held: whole,
})
export type AffiliatorRow = z.infer<typeof affiliatorRow>

export const affiliatorSheet = z.strictObject({
  ...affiliatorRow.shape,
  terms_version: z.string(),
  made_by: z.nullable(z.string()),
  stopped_at: z.nullable(instant),
  stopped_by: z.nullable(z.string()),
  stop_reason: z.nullable(z.string()),
  stats,
  /** The newest hundred, those that wait for a look first. */
  people: z.array(checkedAffiliate),
})
export type AffiliatorSheet = z.infer<typeof affiliatorSheet>

export const inviterNote = written.min(1).max(200)
