import { z } from 'zod'
import { empty, instant } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const voidToken = endpoint({
  name: 'users.voidToken',
  call: 'DELETE /v1/users/token',
  table: 'first',
  summary: 'お支払い用コードの無効化（画面を離れたとき。レジが読み取ったコードはそのまま使える）',
  right: 'member',
  reach: 'own',
  note: 'the customer voids the code (page hidden)',
  /** As the last code was answered: one that was issued later, by another page of the session, lives on. */
  body: z.strictObject({ issued_at: z.optional(instant) }),
  status: 204,
  output: empty,
  errors: [],
  lost: 'again',
})
