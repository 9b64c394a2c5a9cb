import { z } from 'zod'
import { recordedChange } from './campaigns.ts'
import { endpoint } from './endpoint.ts'
import { lengthOf, trimmed } from './person.ts'
import { businessDate, id, instant, whole } from './resources.ts'

/** One line as it is printed: no line breaks or other characters that nobody sees. */
const line = (max: number) =>
  z
    .string()
    .max(400)
    .transform((text) => trimmed(text.replace(/\p{C}+/gu, ' ')))
    .refine((text) => text !== '', 'REQUIRED')
    .refine((text) => lengthOf(text) <= max, `TOO_LONG ${max}`)

const code = z
  .string()
  .max(20)
  .transform((text) => trimmed(text.normalize('NFKC')).toUpperCase())
  .refine((text) => /^[A-Z]{3}[0-9]$/.test(text), 'STORE_CODE_FORMAT')

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

const fields = {
  name: line(40),
  postcode,
  address: line(100),
  phone,
  /** When the business day begins in Asia/Tokyo: a sale before it belongs to the day before. */
  day_start: z.string().regex(/^(0\d|1[01]):[0-5]\d$/),
  /** Whether a sale may take the stock below zero. */
  stock_below_zero: z.boolean(),
  /** What staff at the register give back by themselves; null for what the house has set. */
  register_refund_max: z.nullable(z.int().min(0).max(1_000_000)),
}
const registerName = line(20)

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

const store = z.strictObject({
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

export const stores = {
  show: endpoint({
    name: 'admin.showStore',
    summary: '店舗の詳細：レシートの表示、営業日、レジ、変更の履歴（店長は自店舗だけ）',
    who: ['manager', 'accounting', 'owner'],
    params: z.object({ id }),
    status: 200,
    output: store,
    errors: [],
  }),
  create: endpoint({
    name: 'admin.createStore',
    summary: '店舗の追加（レジ1台とともに。店舗コードは後から変えられない）',
    who: ['owner'],
    body: z.strictObject({ code, ...fields }),
    status: 201,
    output: store,
    errors: ['STORE_CODE_TAKEN', 'STEP_UP_REQUIRED'],
  }),
  update: endpoint({
    name: 'admin.updateStore',
    summary: '店舗の変更（レシートには次の会計から表示し、発行済みのものは変わらない）',
    who: ['owner'],
    params: z.object({ id }),
    body: z.strictObject({
      name: z.optional(fields.name),
      postcode: z.optional(fields.postcode),
      address: z.optional(fields.address),
      phone: z.optional(fields.phone),
      day_start: z.optional(fields.day_start),
      stock_below_zero: z.optional(fields.stock_below_zero),
      register_refund_max: z.optional(fields.register_refund_max),
    }),
    status: 200,
    output: store,
    errors: ['STORE_DAY_OPEN', 'STORE_STOCK_BELOW_ZERO', 'STEP_UP_REQUIRED'],
  }),
  close: endpoint({
    name: 'admin.closeStore',
    summary: '閉店（締め・在庫・現金・担当がすべて済んでから。元に戻せない。記録とレポートは残る）',
    who: ['owner'],
    params: z.object({ id }),
    status: 200,
    output: store,
    errors: ['STORE_NOT_READY', 'STEP_UP_REQUIRED'],
  }),
  createRegister: endpoint({
    name: 'admin.createRegister',
    summary: 'レジの追加（番号は店舗の次の番号）',
    who: ['owner'],
    params: z.object({ id }),
    body: z.strictObject({ name: registerName }),
    status: 201,
    output: store,
    errors: ['REGISTER_LIMIT', 'STORE_CLOSED', 'STEP_UP_REQUIRED'],
  }),
  updateRegister: endpoint({
    name: 'admin.updateRegister',
    summary: 'レジの名前の変更、使用の終了と再開（取引の記録は残る）',
    who: ['owner'],
    params: z.object({ id, register: id }),
    body: z.strictObject({ name: z.optional(registerName), closed: z.optional(z.boolean()) }),
    status: 200,
    output: store,
    errors: ['REGISTER_IN_USE', 'REGISTER_LAST', 'STORE_CLOSED', 'STEP_UP_REQUIRED'],
  }),
  enrolDevice: endpoint({
    name: 'admin.enrolDevice',
    summary:
      'この端末をレジとして登録（店長は自店舗だけ。端末は1つのレジだけに登録され、前の登録は解除される）',
    who: ['manager', 'owner'],
    params: z.object({ id, register: id }),
    status: 201,
    output: store,
    errors: ['DEVICE_LIMIT', 'REGISTER_OUT_OF_USE', 'STEP_UP_REQUIRED'],
  }),
  removeDevice: endpoint({
    name: 'admin.removeDevice',
    summary: '端末の登録の解除（店長は自店舗だけ）',
    who: ['manager', 'owner'],
    params: z.object({ id, device: id }),
    status: 200,
    output: store,
    errors: [],
  }),
}
