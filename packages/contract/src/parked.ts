import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { id, instant, item, pageOf, pageQuery, whole } from './resources.ts'
import { drawerReasons, parkedStatuses } from './sale-terms.ts'
import { narrowing } from './search.ts'
import { sku } from './skus.ts'
import { cart, saleItems } from './transactions.ts'
import { written } from './written.ts'

/** A cart that was put aside, as the list shows it. */
export const parkedSale = z.strictObject({
  id,
  name: z.string(),
  status: z.enum(parkedStatuses),
  /** Grows with every act on it: whoever knows an older one has to look again. */
  version: whole,
  /** What it came to when it was put aside. */
  total: whole,
  pieces: whole,
  /** At the prices of now. */
  items: z.array(item),
  customer: z.nullable(z.strictObject({ id, name: z.string() })),
  store: z.strictObject({ id, code: z.string(), name: z.string() }),
  /** The register that put it aside, or has it in hand. */
  register: z.strictObject({ id, number: whole }),
  employee: z.string(),
  parked_at: instant,
  expires_at: instant,
  /** Whether its goods are sold to nobody else until it ends. */
  keeps_goods: z.boolean(),
  /** Until when a register has it in hand; null while it waits, and once that is over. */
  held_until: z.nullable(instant),
})
export type ParkedSale = z.infer<typeof parkedSale>

/** The cart itself, for the register that takes it back. */
const resumed = z.strictObject({
  parked: parkedSale,
  cart: z.strictObject({ items: saleItems, discount: cart.discount }),
  /** The articles of the cart as the catalogue knows them now. */
  skus: z.array(sku),
  /** What it comes to now; a price may have changed since it was put aside. */
  total: whole,
  /** Names of what is not sold any more, and so left out. */
  unavailable: z.array(z.string()),
})
export type ResumedSale = z.infer<typeof resumed>

const name = written.min(1).max(30)

export const parked = {
  search: endpoint({
    name: 'transactions.searchSaved',
    summary: '保留中の会計（自店の分。本部は店舗を指定）',
    who: ['register', 'manager', 'owner'],
    query: pageQuery.extend({
      limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(limits.transactionSearchPageSize),
      store_id: narrowing.store_id,
      /** Carts with any of these articles. */
      skus: narrowing.skus,
      /** The day on which it was put aside, in Japan. */
      date: narrowing.date,
      employee_id: narrowing.employee_id,
      /** In the name, or the member's. */
      q: narrowing.q,
    }),
    status: 200,
    output: pageOf(parkedSale),
    errors: [],
  }),
  park: endpoint({
    name: 'transactions.park',
    summary: '会計を保留にする（ポイントや残高は使われない）',
    who: ['register', 'manager'],
    body: z.strictObject({
      /** Made by the register, so that a cart that was sent twice is put aside once. */
      id,
      register_id: id,
      name,
      items: saleItems,
      discount: cart.discount,
      /** The member's open checkout: its code is given back, and the cart stays theirs. */
      checkout_id: z.optional(id),
      /** 取置き: until the cart ends nobody else is sold its goods. */
      keep_goods: z.optional(z.boolean()),
    }),
    status: 201,
    output: parkedSale,
    errors: [
      'REGISTER_OUT_OF_USE',
      'DEVICE_NOT_ENROLLED',
      'TXN_NOT_FOUND',
      'PAYMENT_STATE',
      'SKU_NOT_FOUND',
      'SKU_INACTIVE',
      'DISCOUNT_EXCEEDS',
      'WEIGHT_REQUIRED',
      'SILVER_RATE_MISSING',
      'AMOUNT_INVALID',
      'PARKED_LIMIT',
      'STOCK_SHORTAGE',
      'CONFLICT',
    ],
  }),
  resume: endpoint({
    name: 'transactions.resume',
    summary: '保留した会計を、この店舗のレジで呼び出す（一度に一台）',
    who: ['register', 'manager'],
    params: z.object({ id }),
    body: z.strictObject({ register_id: id, version: z.int().min(1) }),
    status: 200,
    output: resumed,
    errors: [
      'REGISTER_OUT_OF_USE',
      'DEVICE_NOT_ENROLLED',
      'PARKED_NOT_FOUND',
      'PARKED_ELSEWHERE',
      'PARKED_ENDED',
      'CONFLICT',
    ],
  }),
  update: endpoint({
    name: 'transactions.updateParked',
    summary: '呼び出した会計をもう一度保留にする、または保留を削除する',
    who: ['register', 'manager'],
    params: z.object({ id }),
    body: z.strictObject({
      register_id: id,
      version: z.int().min(1),
      status: z.enum(['parked', 'discarded']),
      name: z.optional(name),
      ...cart,
    }),
    status: 200,
    output: parkedSale,
    errors: [
      'REGISTER_OUT_OF_USE',
      'DEVICE_NOT_ENROLLED',
      'PARKED_NOT_FOUND',
      'PARKED_ELSEWHERE',
      'PARKED_ENDED',
      'CONFLICT',
      'SKU_NOT_FOUND',
      'SKU_INACTIVE',
      'DISCOUNT_EXCEEDS',
      'WEIGHT_REQUIRED',
      'SILVER_RATE_MISSING',
      'AMOUNT_INVALID',
      'STOCK_SHORTAGE',
    ],
  }),
}

export const till = {
  terms: endpoint({
    name: 'transactions.registerTerms',
    summary: 'レジの決まり（自分の判断で値引きできる範囲など）',
    who: ['register', 'manager'],
    status: 200,
    output: z.strictObject({
      /** Yen that the caller may take off a sale by their own word; null where they need nobody. */
      discount_max: z.nullable(whole),
      parked_hours: whole,
      /** Whether a sale is looked at once more before it is confirmed. */
      confirm_sale: z.boolean(),
      /** Whether the float of the open day was counted; null for whoever stands in no shop. */
      float_counted: z.nullable(z.boolean()),
      /** When the house was last led back, within the last seven days: what was acknowledged before then may be lost. */
      restored_at: z.nullable(instant),
    }),
    errors: [],
  }),
  missing: endpoint({
    name: 'transactions.missing',
    summary: 'レジが控えている取引のうち、帳簿にないもの（復旧で失われたもの）',
    who: ['register', 'manager'],
    body: z.strictObject({ ids: z.array(id).min(1).max(limits.journalBatch) }),
    status: 200,
    output: z.strictObject({ missing: z.array(id) }),
    errors: [],
  }),
  drawer: endpoint({
    name: 'admin.openDrawer',
    summary: '会計のないドロアーの開放を記録する',
    who: ['register', 'manager'],
    body: z.strictObject({
      id,
      register_id: id,
      reason: z.enum(drawerReasons),
      note: z.optional(written.max(60)),
    }),
    status: 201,
    output: z.strictObject({ id, opened_at: instant }),
    errors: ['REGISTER_OUT_OF_USE', 'DEVICE_NOT_ENROLLED', 'CONFLICT'],
  }),
}
export type ParkBody = z.infer<typeof parked.park.body>
export type UpdateParkedBody = z.infer<typeof parked.update.body>
