import { z } from 'zod'
import { affiliateReasons, affiliateStandings } from './affiliate-words.ts'
import { callers, endpoint } from './endpoint.ts'
import { businessDate, id, instant, pageOf, pageQuery, whole } from './resources.ts'
import { written } from './written.ts'

const month = z.string().regex(/^\d{4}-\d{2}$/)

/** Who invites, as they and the app know it. */
const affiliator = z.strictObject({ user_id: id, code: z.string(), invite_url: z.string() })

/**
 * What an invited member brings: the share in basis points, for how many days, confirmed after how many; and what all of
 * them together bring in one day.
 */
const rewardTerms = { rate_bp: whole, days: whole, confirm_days: whole, day_max: whole }

const ownAffiliator = z.strictObject({
  ...affiliator.shape,
  /** The version of the terms that was agreed to, and when. */
  terms_version: z.string(),
  agreed_at: instant,
  /** Head office has stopped the invitations: the link brings nobody any more, what was earned stays. */
  stopped: z.boolean(),
  /** They stopped inviting by themselves: the link brings nobody any more, what was earned stays. */
  left_at: z.nullable(instant),
  ...rewardTerms,
})

const affiliateMonth = z.strictObject({
  month,
  /** Who registered in this month. */
  affiliates: whole,
  /** What invited members paid in this month, and what of these payments came back since. */
  sales: whole,
  refunds: whole,
  /** What these payments bring, without what was taken back. */
  rewards: whole,
})

const stats = z.strictObject({
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
const affiliate = z.strictObject({
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

const affiliateStats = z.strictObject({
  ...affiliate.shape,
  /** The last day whose purchases count. */
  counts_until: businessDate,
  purchases: whole,
  rewards_pending: whole,
  months: z.array(z.strictObject({ month, purchases: whole, rewards: whole })),
})

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

const affiliatorRow = z.strictObject({
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
  /** Invited persons whose rewards wait until somebody has looked. */
  held: whole,
})
export type AffiliatorRow = z.infer<typeof affiliatorRow>

const affiliatorSheet = z.strictObject({
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

const note = written.min(1).max(200)

export const affiliates = {
  become: endpoint({
    name: 'affiliates.become',
    summary: 'アフィリエーターになる（本人、または受付中のお客さまについてスタッフが）',
    who: ['customer', 'register', 'manager', 'owner'],
    /** `terms_version` names what was on the screen; whoever leaves it out agrees to the version in force. */
    body: z.strictObject({ user_id: id, terms_version: z.optional(z.string().max(20)) }),
    status: 201,
    output: affiliator,
    errors: [
      'NOT_VERIFIED',
      'AFFILIATE_ALREADY',
      'AGE_RESTRICTED',
      'DOB_REQUIRED',
      'KYC_REQUIRED',
      'KYC_BLOCKED',
      'SELF_DEALING',
      'CONFLICT',
    ],
  }),
  leave: endpoint({
    name: 'affiliates.leave',
    summary: 'アフィリエーターをやめる（招待は終わる。これまでの報酬は受け取れる）',
    who: ['customer'],
    status: 200,
    output: ownAffiliator,
    errors: ['NOT_VERIFIED', 'NOT_AFFILIATOR'],
  }),
  terms: endpoint({
    name: 'affiliates.terms',
    summary: '招待の報酬と特典の条件（アフィリエーターになる前の画面のため）',
    who: ['customer'],
    status: 200,
    output: z.strictObject({
      ...rewardTerms,
      /** What the invited member gets after a first payment of at least so much. */
      invite_points: whole,
      invite_yen: whole,
      invite_payment_min: whole,
    }),
    errors: ['NOT_VERIFIED'],
  }),
  show: endpoint({
    name: 'affiliates.show',
    summary: '自分のアフィリエーター登録（コード・リンク・報酬の条件）',
    who: ['customer'],
    status: 200,
    output: ownAffiliator,
    errors: ['NOT_VERIFIED', 'NOT_AFFILIATOR'],
  }),
  stats: endpoint({
    name: 'affiliates.stats',
    summary: '招待と報酬の合計、月ごとの推移（12か月）',
    who: ['customer'],
    status: 200,
    output: stats,
    errors: ['NOT_VERIFIED', 'NOT_AFFILIATOR'],
  }),
  count: endpoint({
    name: 'affiliates.count',
    summary: '招待した人数（valid=true は、返品期間を過ぎたお買い物がある人だけ）',
    who: ['customer'],
    query: z.object({ valid: z.enum(['true', 'false']).default('false') }),
    status: 200,
    output: z.strictObject({ count: whole }),
    errors: ['NOT_VERIFIED', 'NOT_AFFILIATOR'],
  }),
  list: endpoint({
    name: 'affiliates.list',
    summary: '招待した人（名前は一部だけ。showAll=true は登録だけの人も）',
    who: ['customer'],
    query: pageQuery.extend({ showAll: z.enum(['true', 'false']).default('false') }),
    status: 200,
    output: pageOf(affiliate),
    errors: ['NOT_VERIFIED', 'NOT_AFFILIATOR'],
  }),
  affiliateStats: endpoint({
    name: 'affiliates.affiliateStats',
    summary: '招待した一人の実績（招待した本人と本部だけ）',
    who: ['customer', 'owner'],
    params: z.object({ id }),
    status: 200,
    output: affiliateStats,
    errors: ['NOT_VERIFIED', 'NOT_AFFILIATOR'],
  }),
  card: endpoint({
    name: 'affiliates.card',
    summary: '招待した人のカード（ユーザー名または招待コード）',
    who: callers,
    params: z.object({ username: z.string().min(1).max(80) }),
    status: 200,
    /** What an invitation shows of whoever sent it; nothing else of them is public. */
    output: z.strictObject({ username: z.string(), avatar: z.nullable(z.string()), code: z.string() }),
    errors: ['AFFILIATE_CODE_INVALID', 'AFFILIATE_ENDED', 'RATE_LIMITED'],
  }),
  adminList: endpoint({
    name: 'admin.affiliators',
    summary: 'アフィリエーターの一覧（確認待ちのある人が先）',
    who: ['accounting', 'owner'],
    query: pageQuery.extend({
      q: written.max(40).default(''),
      state: z.enum(['all', 'held', 'stopped']).default('all'),
    }),
    status: 200,
    output: z.strictObject({
      ...pageOf(affiliatorRow).shape,
      /** Of all invited persons, those whose rewards wait for a look. */
      held_count: whole,
    }),
    errors: [],
  }),
  adminShow: endpoint({
    name: 'admin.affiliator',
    summary: 'アフィリエーターの実績と、招待した人の確認（閲覧は記録される）',
    who: ['accounting', 'owner'],
    params: z.object({ id }),
    status: 200,
    output: affiliatorSheet,
    errors: [],
  }),
  stop: endpoint({
    name: 'admin.stopAffiliator',
    summary: '招待の停止（リンクとコードは使えなくなる。これまでの報酬は残る）',
    who: ['owner'],
    params: z.object({ id }),
    body: z.strictObject({ note }),
    status: 200,
    output: affiliatorSheet,
    errors: ['CONFLICT', 'SELF_DEALING'],
  }),
  allow: endpoint({
    name: 'admin.allowAffiliator',
    summary: '招待の停止の解除',
    who: ['owner'],
    params: z.object({ id }),
    body: z.strictObject({ note }),
    status: 200,
    output: affiliatorSheet,
    errors: ['CONFLICT', 'SELF_DEALING'],
  }),
  decide: endpoint({
    name: 'admin.decideAffiliate',
    summary:
      '招待した一人についての判断（good=問題なし、held=報酬を保留、void=報酬の対象外。voidは戻せない）',
    who: ['owner'],
    params: z.object({ id }),
    body: z.strictObject({ decision: z.enum(affiliateStandings), note }),
    status: 200,
    output: affiliatorSheet,
    errors: ['CONFLICT', 'SELF_DEALING'],
  }),
}
