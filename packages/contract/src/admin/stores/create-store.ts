import { z } from 'zod'
import { trimmed } from '../../inputs/person.ts'
import { store, storeFields } from '../../resources/brand/stores.ts'
import { endpoint } from '../../wire/endpoint.ts'

const code = z
  .string()
  .max(20)
  .transform((text) => trimmed(text.normalize('NFKC')).toUpperCase())
  .refine((text) => /^[A-Z]{3}[0-9]$/.test(text), 'STORE_CODE_FORMAT')

export const createStore = endpoint({
  name: 'admin.createStore',
  call: 'POST /v1/admin/stores',
  table: 'staff',
  summary: '店舗の追加（レジ1台とともに。店舗コードは後から変えられない）',
  right: 'stores',
  reach: 'after-proof',
  note: 'on record',
  body: z.strictObject({ code, ...storeFields }),
  example: {
    code: 'KYT1',
    name: 'Kyoto',
    postcode: '600-8001',
    address: 'Kyoto 0-0-0',
    phone: '075-100-0000',
    day_start: '05:00',
    stock_below_zero: false,
    register_refund_max: null,
  },
  status: 201,
  output: store,
  errors: ['STORE_CODE_TAKEN', 'STEP_UP_REQUIRED'],
  lost: { ask: 'admin.stores' },
})
