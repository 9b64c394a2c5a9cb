import { z } from 'zod'
import { cashMove, closeNote } from '../../resources/brand/days.ts'
import { amountInput, id } from '../../resources/shapes.ts'
import { cashReasons } from '../../terms/day-words.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const moveCash = endpoint({
  name: 'admin.moveCash',
  call: 'POST /v1/admin/register/cash',
  table: 'staff',
  summary: 'レジの入金・出金',
  right: 'close',
  reach: { shop: 'own-shop' },
  note: 'no more is taken out than the drawer holds',
  body: z.strictObject({
    store_id: id,
    register_id: z.optional(id),
    act: z.enum(['pay_in', 'pay_out']),
    amount: amountInput.min(1),
    reason: z.enum(cashReasons),
    note: closeNote,
  }),
  status: 200,
  output: cashMove,
  errors: ['DRAWER_SHORT', 'REGISTER_OUT_OF_USE'],
  idempotent: true,
})
