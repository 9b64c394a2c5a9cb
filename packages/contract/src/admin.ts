import { z } from 'zod'
import { callers, endpoint } from './endpoint.ts'
import { id } from './resources.ts'

export const banner = z.strictObject({
  id,
  period: z.string(),
  title: z.string(),
  note: z.string(),
  picture: z.enum(['cup', 'ring', 'bangle', 'spoon', 'necklace', 'hairpin', 'dish', 'cloth']),
  /** A route of this app or a page of an allowed host; null shows the banner's own text. */
  link: z.nullable(z.string()),
  body: z.string(),
})
export type Banner = z.infer<typeof banner>

/** Keys that anybody may read: what the first screens need before a login. */
export const publicSettingKeys = ['brand', 'store_url', 'social_links', 'limits', 'terms_version'] as const

export const admin = {
  setting: endpoint({
    name: 'admin.setting',
    summary: 'サイトの設定（公開のキー。ほかのキーは本部だけ）',
    who: callers,
    params: z.object({ key: z.string().regex(/^[a-z][a-z0-9_.]{0,63}$/) }),
    status: 200,
    output: z.strictObject({ key: z.string(), value: z.json() }),
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
