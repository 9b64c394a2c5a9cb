import { z } from 'zod'
import { parkedName, parkedSale } from '../../resources/sales/parked.ts'
import { cart, saleItems } from '../../resources/sales/transactions.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const park = endpoint({
  name: 'transactions.park',
  call: 'POST /v1/transactions/saved',
  table: 'staff',
  summary: '会計を保留にする（ポイントや残高は使われない）',
  right: 'sell',
  reach: 'own-shop',
  note: 'at the own shop alone',
  body: z.strictObject({
    /** Made by the register, so that a cart that was sent twice is put aside once. */
    id,
    register_id: id,
    name: parkedName,
    items: saleItems,
    discount: cart.discount,
    /** The member's open checkout: its code is given back, and the cart stays theirs. */
    checkout_id: z.optional(id),
    /** Put aside: until the cart ends its articles are sold to no other customer. */
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
  lost: 'again',
})

export type ParkBody = z.infer<typeof park.body>
