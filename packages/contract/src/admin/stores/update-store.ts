import { z } from 'zod'
import { store, storeFields } from '../../resources/brand/stores.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const updateStore = endpoint({
  name: 'admin.updateStore',
  call: 'PATCH /v1/admin/stores/{id}',
  table: 'staff',
  summary: '店舗の変更（レシートには次の会計から表示し、発行済みのものは変わらない）',
  right: 'stores',
  reach: 'after-proof',
  note: 'on record with before and after; the code never changes',
  params: z.object({ id }),
  body: z.strictObject({
    name: z.optional(storeFields.name),
    postcode: z.optional(storeFields.postcode),
    address: z.optional(storeFields.address),
    phone: z.optional(storeFields.phone),
    day_start: z.optional(storeFields.day_start),
    stock_below_zero: z.optional(storeFields.stock_below_zero),
    register_refund_max: z.optional(storeFields.register_refund_max),
  }),
  status: 200,
  output: store,
  errors: ['STORE_DAY_OPEN', 'STORE_STOCK_BELOW_ZERO', 'STEP_UP_REQUIRED'],
  lost: 'again',
})
