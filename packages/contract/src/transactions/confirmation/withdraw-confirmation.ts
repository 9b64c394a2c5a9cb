import { z } from 'zod'
import { registerState } from '../../resources/sales/transactions.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const withdrawConfirmation = endpoint({
  name: 'transactions.withdrawConfirmation',
  call: 'DELETE /v1/transactions/{id}/confirmation',
  table: 'staff',
  summary: 'お客様への確認の取り消し（会計はレジに残る）',
  right: 'sell',
  reach: { register: 'at-counter', manager: 'own-shop' },
  note: 'the sale stays open at the register',
  params: z.object({ id }),
  status: 200,
  output: registerState,
  errors: ['TXN_NOT_FOUND'],
  lost: 'again',
})
