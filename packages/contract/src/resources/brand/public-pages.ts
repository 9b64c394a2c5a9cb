import { z } from 'zod'
import { id } from '../shapes.ts'

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
export const counterDocuments = [
  'driver_license',
  'my_number_card',
  'residence_card',
  'passport',
  'other',
] as const
export type CounterDocument = (typeof counterDocuments)[number]
