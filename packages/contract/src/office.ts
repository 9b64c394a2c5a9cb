import { z } from 'zod'
import { banner } from './admin.ts'
import { recordedChange } from './campaigns.ts'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import {
  businessDate,
  empty,
  id,
  instant,
  kycStatus,
  level,
  pageOf,
  pageQuery,
  profile,
  transaction,
  wallet,
  whole,
} from './resources.ts'
import { viewPurposes } from './office-words.ts'
import { settingGroups } from './setting-catalogue.ts'
import { written } from './written.ts'

export type ViewPurpose = (typeof viewPurposes)[number]

const memberRow = z.strictObject({
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
  /** Shown to whoever serves the member. */
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
  /** Null while it runs. Nobody ended the one whose last day has passed. */
  ended_at: z.nullable(instant),
  ended_by: z.nullable(z.string()),
  end_reason: z.nullable(z.string()),
})

const memberSheet = z.strictObject({
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

const reason = written.min(1).max(200)

export const members = {
  list: endpoint({
    name: 'admin.members',
    summary: '会員の検索（電話番号・氏名・ユーザー名）。店長には自店で支払った会員だけ',
    who: ['manager', 'owner'],
    query: pageQuery.extend({
      q: written.max(40).default(''),
      status: z.enum(['all', 'stopped']).default('all'),
    }),
    status: 200,
    output: pageOf(memberRow),
    errors: [],
  }),
  show: endpoint({
    name: 'admin.showUser',
    summary: '会員の詳細（閲覧のたびに、目的とともに記録される）',
    who: ['manager', 'owner'],
    params: z.object({ id }),
    query: z.object({ purpose: z.enum(viewPurposes).default('counter') }),
    status: 200,
    output: memberSheet,
    errors: [],
  }),
  stop: endpoint({
    name: 'admin.stopUser',
    summary: '会員の利用停止（ログインとお支払い用コードはその場で使えなくなる）',
    who: ['manager', 'owner'],
    params: z.object({ id }),
    body: z.strictObject({ reason }),
    status: 200,
    output: memberSheet,
    errors: ['CONFLICT', 'SELF_DEALING'],
  }),
  allow: endpoint({
    name: 'admin.allowUser',
    summary: '会員の利用停止の解除',
    who: ['manager', 'owner'],
    params: z.object({ id }),
    body: z.strictObject({ reason }),
    status: 200,
    output: memberSheet,
    errors: ['CONFLICT', 'SELF_DEALING'],
  }),
  giveRank: endpoint({
    name: 'admin.giveRank',
    summary: '本部：会員ランクの付与（期限まで。別の担当者の承認が必要。実行中の付与は置き換わる）',
    who: ['owner'],
    params: z.object({ id }),
    body: z.strictObject({
      level_id: id,
      /** The last day on which it holds, to the end of the next year. */
      until: businessDate,
      reason,
      /** Of kind `rank`: its subject is `user_id`, `level_id`, `rank` (the rank's name) and `until`. */
      approval_id: id,
    }),
    status: 200,
    output: memberSheet,
    errors: ['APPROVAL_REQUIRED', 'RANK_NOT_ABOVE', 'RANK_UNTIL', 'SELF_DEALING'],
  }),
  endRank: endpoint({
    name: 'admin.endRank',
    summary: '本部：付与した会員ランクの終了（お買い上げによるランクに戻る）',
    who: ['owner'],
    params: z.object({ id }),
    body: z.strictObject({ reason }),
    status: 200,
    output: memberSheet,
    errors: ['CONFLICT', 'SELF_DEALING'],
  }),
  note: endpoint({
    name: 'admin.noteUser',
    summary: '会員のメモの追加',
    who: ['manager', 'owner'],
    params: z.object({ id }),
    body: z.strictObject({ text: reason, at_till: z.boolean() }),
    status: 200,
    output: memberSheet,
    errors: [],
  }),
  removeNote: endpoint({
    name: 'admin.removeNote',
    summary: '会員のメモの削除（だれがいつ消したかは残る）',
    who: ['manager', 'owner'],
    params: z.object({ id, note: id }),
    status: 200,
    output: memberSheet,
    errors: [],
  }),
}

const settingValue = z.nullable(z.union([z.string().max(400), z.number(), z.boolean()]))

const setting = z.strictObject({
  key: z.string(),
  group: z.enum(settingGroups),
  value: settingValue,
  /** True where nobody has set it. */
  is_default: z.boolean(),
  updated_at: z.nullable(instant),
  /** A limit: a change of it waits for somebody else of head office. */
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

export const settings = {
  list: endpoint({
    name: 'admin.settings',
    summary: '設定の一覧と変更の履歴',
    who: ['manager', 'accounting', 'owner'],
    status: 200,
    output: z.strictObject({ items: z.array(setting), changes: z.array(recordedChange) }),
    errors: [],
  }),
  update: endpoint({
    name: 'admin.updateSetting',
    summary:
      '設定の変更（変更前の値が一致するときだけ。変更は記録される。上限は別の担当者が承認するまで変わらない）',
    who: ['owner'],
    params: z.object({ key: z.string().regex(/^[a-z][a-z0-9_.]{0,63}$/) }),
    body: z.strictObject({ before: settingValue, value: settingValue }),
    status: 200,
    output: setting,
    errors: ['CONFLICT', 'SETTING_VALUE', 'SETTING_WAITING'],
  }),
  decide: endpoint({
    name: 'admin.decideSetting',
    summary: '上限の変更の承認・差し戻し・取り下げ（依頼した本人は承認できない）',
    who: ['accounting', 'owner'],
    params: z.object({ key: z.string().regex(/^[a-z][a-z0-9_.]{0,63}$/) }),
    body: z.strictObject({ id, decision: z.enum(['approved', 'rejected', 'withdrawn']) }),
    status: 200,
    output: setting,
    errors: ['CONFLICT', 'APPROVAL_OWN', 'APPROVAL_LINKED'],
  }),
}

/** Where a banner's picture can be seen. */
const bannerUrl = z.string().regex(/^\/files\/banner\/[0-9a-f]{32}\.webp$/)

const bannerFields = {
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
  /** What the picture shows, for whoever does not see it. */
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
const isForward = ({ published_from, published_until }: BannerPeriod) =>
  published_until === null || published_from < published_until
const reversed = { path: ['published_until'], message: 'PERIOD_REVERSED' }

const bannerBody = z.strictObject(bannerFields).refine(isForward, reversed)
/** As it stands, also where it was written before a rule was made. */
const bannerAsKept = {
  ...bannerFields,
  period: z.string(),
  title: z.string(),
  note: z.string(),
  body: z.string(),
  alt: z.string(),
  link: z.nullable(z.string()),
}

const changedBanner = z
  .strictObject({ ...bannerFields, before: z.optional(z.strictObject(bannerAsKept)) })
  .refine(isForward, reversed)

const adminBanner = z.strictObject({
  id,
  ...bannerAsKept,
  state: z.enum(['planned', 'live', 'ended']),
})
export type AdminBanner = z.infer<typeof adminBanner>
export type BannerBody = z.infer<typeof bannerBody>

const allBanners = z.strictObject({ items: z.array(adminBanner), changes: z.array(recordedChange) })

export const bannerOffice = {
  list: endpoint({
    name: 'admin.allBanners',
    summary: '本部：すべてのバナー（表示順）と変更の履歴',
    who: ['manager', 'owner'],
    status: 200,
    output: allBanners,
    errors: [],
  }),
  create: endpoint({
    name: 'admin.createBanner',
    summary: '本部：バナーの追加（末尾に並ぶ）',
    who: ['owner'],
    body: bannerBody,
    status: 201,
    output: adminBanner,
    errors: ['BANNER_IMAGE_UNKNOWN', 'BANNER_LIMIT'],
  }),
  update: endpoint({
    name: 'admin.updateBanner',
    summary: '本部：バナーの変更（beforeがあれば、その値が一致するときだけ）',
    who: ['owner'],
    params: z.object({ id }),
    body: changedBanner,
    status: 200,
    output: adminBanner,
    errors: ['BANNER_IMAGE_UNKNOWN', 'CONFLICT'],
  }),
  order: endpoint({
    name: 'admin.orderBanners',
    summary: '本部：バナーの並べ替え（すべてのバナーを新しい順で）',
    who: ['owner'],
    body: z.strictObject({ ids: z.array(id).min(1).max(limits.bannersMax) }),
    status: 200,
    output: allBanners,
    errors: ['CONFLICT'],
  }),
  remove: endpoint({
    name: 'admin.removeBanner',
    summary: '本部：バナーの削除',
    who: ['owner'],
    params: z.object({ id }),
    status: 204,
    output: empty,
    errors: [],
  }),
  upload: endpoint({
    name: 'files.banner',
    summary: 'バナーの画像のアップロード（718×200の比率に描き直される）',
    who: ['owner'],
    file: { bytesMax: limits.privateBytesMax, tooLarge: 'FILE_TOO_LARGE' },
    status: 200,
    output: z.strictObject({ image_url: bannerUrl }),
    errors: [
      'FILE_TYPE',
      'FILE_TOO_LARGE',
      'IMAGE_DIMENSIONS',
      'IMAGE_TOO_SMALL',
      'IMAGE_BROKEN',
      'FILE_UPLOAD_FAILED',
    ],
  }),
}
