import { z } from 'zod'
import { recordedChange } from '../members/campaigns.ts'
import { lengthOf, trimmed } from '../../inputs/person.ts'
import { businessDate, id, instant, whole } from '../shapes.ts'

/** One line as it is printed: no line breaks or other unseen characters. */
const line = (max: number) =>
  z
    .string()
    .max(400)
    .transform((text) => trimmed(text).replaceAll('\n', ' '))
    .refine((text) => text !== '', 'REQUIRED')
    .refine((text) => lengthOf(text) <= max, `TOO_LONG ${max}`)

const postcode = z
  .string()
  .max(20)
  .transform((text) => text.normalize('NFKC').replace(/[\s〒\p{Dash}ー]/gu, ''))
  .refine((text) => /^\d{7}$/.test(text), 'POSTCODE_FORMAT')

/** Hyphens stay where they were written: that is how the number is printed. */
const phone = z
  .string()
  .max(40)
  .transform((text) => trimmed(text.normalize('NFKC').replace(/[\p{Dash}ー]/gu, '-')))
  .refine(
    (text) => /^0\d*(-\d+){0,3}$/.test(text) && /^\d{10,11}$/.test(text.replaceAll('-', '')),
    'PHONE_FORMAT',
  )

export const storeFields = {
  name: line(40),
  postcode,
  address: line(100),
  phone,
  /** When the business day begins in Asia/Tokyo: a sale before it belongs to the day before. */
  day_start: z.string().regex(/^(0\d|1[01]):[0-5]\d$/),
  /** Whether a sale may take the stock below zero. */
  stock_below_zero: z.boolean(),
  /** What staff at the register give back by themselves; null for what the brand has set. */
  register_refund_max: z.nullable(z.int().min(0).max(1_000_000)),
}
export const registerName = line(20)

const register = z.strictObject({
  id,
  number: whole,
  name: z.string(),
  /** Since when it is out of use. */
  closed_at: z.nullable(instant),
})
export type StoreRegister = z.infer<typeof register>

const device = z.strictObject({
  id,
  register_id: id,
  /** Its browser and system in words. */
  label: z.string(),
  enrolled_by: z.string(),
  enrolled_at: instant,
  /** To the hour. */
  last_used_at: instant,
  /** The one that asks. */
  current: z.boolean(),
})
export type RegisterDevice = z.infer<typeof device>

const closingKinds = ['home', 'day', 'parked', 'pending', 'stock_count', 'stock', 'cash', 'staff'] as const

export const store = z.strictObject({
  id,
  code: z.string(),
  name: z.string(),
  postcode: z.string(),
  address: z.string(),
  phone: z.string(),
  day_start: z.string(),
  stock_below_zero: z.boolean(),
  register_refund_max: z.nullable(whole),
  registers: z.array(register),
  /** The browsers that are one of its registers, by register and the newest first. */
  devices: z.array(device),
  /** The last business day of a shop that is closed for good; null while it is open. */
  closed_on: z.nullable(businessDate),
  /** What has to be done before it closes, and how much of each: pieces, yen, people. */
  closing: z.array(z.strictObject({ kind: z.enum(closingKinds), n: whole })),
  /** What customers owe it: paid at any other shop as well, before and after. */
  later_open: z.strictObject({ customers: whole, total: whole }),
  /** The newest first, those of the registers among them. */
  changes: z.array(recordedChange),
})
export type StoreSheet = z.infer<typeof store>
