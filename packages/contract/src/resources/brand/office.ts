import { z } from 'zod'
import { banner } from './public-pages.ts'
import { recordedChange } from '../members/campaigns.ts'
import {
  businessDate,
  id,
  instant,
  kycStatus,
  level,
  profile,
  transaction,
  wallet,
  whole,
} from '../shapes.ts'
import { viewPurposes } from '../../terms/office-words.ts'
import { settingGroups } from '../../rules/setting-catalogue.ts'
import { written } from '../../inputs/written.ts'

export type ViewPurpose = (typeof viewPurposes)[number]

export const memberRow = z.strictObject({
  id,
  username: z.string(),
  name: z.nullable(z.string()),
  name_kana: z.nullable(z.string()),
  /** With its middle left out. */
  phone_number: z.nullable(z.string()),
  level_name: z.string(),
  verified: z.boolean(),
  kyc_status: kycStatus,
  stopped: z.boolean(),
  created_at: instant,
})
export type MemberRow = z.infer<typeof memberRow>

const memberNote = z.strictObject({
  id,
  text: z.string(),
  /** Shown to the clerk who serves the member. */
  at_till: z.boolean(),
  by: z.string(),
  at: instant,
})

const memberStop = z.strictObject({
  stopped_at: instant,
  stopped_by: z.string(),
  reason: z.string(),
  allowed_at: z.nullable(instant),
  allowed_by: z.nullable(z.string()),
  allow_reason: z.nullable(z.string()),
})

const givenRank = z.strictObject({
  level_index: whole,
  name: z.string(),
  /** The last day on which it holds. */
  until: businessDate,
  reason: z.string(),
  given_by: z.string(),
  approved_by: z.string(),
  given_at: instant,
  /** Null while it runs. A rank whose last day has passed was ended by no person. */
  ended_at: z.nullable(instant),
  ended_by: z.nullable(z.string()),
  end_reason: z.nullable(z.string()),
})

export const memberSheet = z.strictObject({
  id,
  username: z.string(),
  avatar: z.nullable(z.string()),
  phone_number: z.nullable(z.string()),
  email: z.nullable(z.string()),
  email_verified: z.boolean(),
  verified: z.boolean(),
  kyc_status: kycStatus,
  profile,
  wallet,
  level,
  /** The rank that purchases alone give. */
  bought_rank: z.strictObject({ level_index: whole, name: z.string() }),
  /** Ranks that head office gave, the newest first. */
  given_ranks: z.array(givenRank),
  /** By whom the member was invited, and the code of their own invitations. */
  invited_by: z.nullable(z.string()),
  affiliator: z.nullable(z.strictObject({ code: z.string(), invited: whole })),
  created_at: instant,
  /** Since when the account is stopped; null while it may be used. */
  stopped_at: z.nullable(instant),
  /** Withdrawn for good. */
  closed_at: z.nullable(instant),
  stops: z.array(memberStop),
  notes: z.array(memberNote),
  /** The newest ten, and how many there are. */
  transactions: z.array(transaction),
  /** Who has looked at this sheet, the newest first. */
  views: z.array(z.strictObject({ at: instant, by: z.string(), purpose: z.enum(viewPurposes) })),
})
export type MemberSheet = z.infer<typeof memberSheet>

export const officeReason = written.min(1).max(200)

export const settingValue = z.nullable(z.union([z.string().max(400), z.number(), z.boolean()]))

export const setting = z.strictObject({
  key: z.string(),
  group: z.enum(settingGroups),
  value: settingValue,
  /** True where it has not been set. */
  is_default: z.boolean(),
  updated_at: z.nullable(instant),
  /** A limit: a change of it waits for a second person of head office. */
  takes_two: z.boolean(),
  waiting: z.nullable(
    z.strictObject({
      id,
      before: settingValue,
      value: settingValue,
      requested_by: z.string(),
      requested_at: instant,
      /** The caller asked for it, and may take it back. */
      own: z.boolean(),
      /** The caller does not count as another person than the one who asked, and cannot approve it. */
      is_linked: z.boolean(),
    }),
  ),
})
export type Setting = z.infer<typeof setting>

/** Where a banner's picture can be seen. */
export const bannerUrl = z.string().regex(/^\/files\/banner\/[0-9a-f]{32}\.webp$/)

export const bannerFields = {
  period: written.max(30),
  /** Two lines at most. */
  title: written
    .min(1)
    .max(40)
    .refine((text) => text.split('\n').length <= 2),
  note: written.max(40),
  body: written.max(400),
  picture: banner.shape.picture,
  image: z.nullable(bannerUrl),
  /** What the picture shows, for a reader who does not see it. */
  alt: written.min(1).max(80),
  /** A page of this app, or of the web by https; null shows the banner's own text. */
  link: z.nullable(
    z
      .string()
      .max(300)
      .regex(/^(?:\/(?!\/)[^\s"'<>\\]*|https:\/\/[^\s"'<>\\]+\.[^\s"'<>\\]+)$/),
  ),
  campaign_id: z.nullable(id),
  published_from: instant,
  published_until: z.nullable(instant),
}

type BannerPeriod = { published_from: string; published_until: string | null }
export const isForward = ({ published_from, published_until }: BannerPeriod) =>
  published_until === null || published_from < published_until
export const reversed = { path: ['published_until'], message: 'PERIOD_REVERSED' }

export const bannerBody = z.strictObject(bannerFields).refine(isForward, reversed)
/** As it stands, also where it was written before a rule was made. */
export const bannerAsKept = {
  ...bannerFields,
  period: z.string(),
  title: z.string(),
  note: z.string(),
  body: z.string(),
  alt: z.string(),
  link: z.nullable(z.string()),
}

export const adminBanner = z.strictObject({
  id,
  ...bannerAsKept,
  state: z.enum(['planned', 'live', 'ended']),
})
export type AdminBanner = z.infer<typeof adminBanner>
export type BannerBody = z.infer<typeof bannerBody>

export const allBanners = z.strictObject({ items: z.array(adminBanner), changes: z.array(recordedChange) })
