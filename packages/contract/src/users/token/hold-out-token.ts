import { z } from 'zod'
import { empty, instant } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const holdOutToken = endpoint({
  name: 'users.holdOutToken',
  call: 'PATCH /v1/users/token',
  table: 'first',
  summary: 'お支払い用コードの提示（先に発行したコードを画面に出すとき。ほかの端末のコードは無効になる）',
  right: 'member',
  reach: 'own',
  note: 'a code that was fetched ahead is shown: those of other devices end',
  /** As the code was answered. */
  body: z.strictObject({ issued_at: instant }),
  status: 204,
  output: empty,
  errors: ['QR_EXPIRED'],
  lost: 'again',
})
