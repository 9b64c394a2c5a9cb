import { z } from 'zod'
import { callers, endpoint } from './endpoint.ts'
import { anyJson, id } from './resources.ts'

export const banner = z.strictObject({
  id,
  period: z.string(),
  title: z.string(),
  note: z.string(),
  picture: z.enum(['cup', 'ring', 'bangle', 'spoon', 'necklace', 'hairpin', 'dish', 'cloth']),
  /** A picture of head office's own in place of words and drawing; `alt` says what it shows. */
  image: z.nullable(z.string()),
  alt: z.string(),
  /** A route of this app or a page of an allowed host; null shows the banner's own text. */
  link: z.nullable(z.string()),
  body: z.string(),
  /** The campaign whose face it is: its sheet shows the terms, and takes the entry. */
  campaign_id: z.nullable(id),
})
export type Banner = z.infer<typeof banner>

/** Keys that anybody may read: what the first screens need before a login. */
export const publicSettingKeys = [
  'brand',
  'store_url',
  'social_links',
  'limits',
  'convert',
  'terms_version',
] as const

/** What a person can show at the counter. A number card is looked at from its front, and nothing of it is written down. */
const counterDocuments = ['driver_license', 'my_number_card', 'residence_card', 'passport', 'other'] as const
export type CounterDocument = (typeof counterDocuments)[number]

export const admin = {
  scanUnverified: endpoint({
    name: 'admin.scanUnverified',
    summary: '店頭の会員確認：会員確認前のコードの読み取り',
    who: ['register', 'manager'],
    body: z.strictObject({ token: z.string().min(1).max(200) }),
    status: 200,
    output: z.strictObject({
      id,
      username: z.string(),
      name: z.nullable(z.string()),
      phone_number: z.string(),
    }),
    errors: ['QR_INVALID', 'QR_EXPIRED', 'ALREADY_VERIFIED', 'SELF_DEALING', 'CUSTOMER_SUSPENDED'],
  }),
  verifyUser: endpoint({
    name: 'admin.verifyUser',
    summary: '店頭の会員確認：確認の完了（この店舗でコードを読み取った会員だけ）',
    who: ['register', 'manager'],
    params: z.object({ id }),
    body: z.strictObject({ document: z.enum(counterDocuments), confirmed: z.literal(true) }),
    status: 200,
    output: z.strictObject({ id, verified: z.literal(true) }),
    errors: ['ALREADY_VERIFIED'],
  }),
  setting: endpoint({
    name: 'admin.setting',
    summary: 'サイトの設定（公開のキー。ほかのキーは本部だけ）',
    who: callers,
    params: z.object({ key: z.string().regex(/^[a-z][a-z0-9_.]{0,63}$/) }),
    status: 200,
    output: z.strictObject({ key: z.string(), value: anyJson }),
    errors: [],
  }),
  banners: endpoint({
    name: 'admin.banners',
    summary: '公開中のバナー',
    who: callers,
    status: 200,
    output: z.strictObject({
      /** A notice of the operator that stands above every screen; null most of the time. */
      notice: z.nullable(z.string()),
      items: z.array(banner),
    }),
    errors: [],
  }),
}
