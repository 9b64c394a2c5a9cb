import { z } from 'zod'
import { written } from '../../inputs/written.ts'
import { user } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

const token = z.strictObject({ access_token: z.string(), refresh_token: z.string(), expires_in: z.int() })

export const switchStaff = endpoint({
  name: 'auth.switchStaff',
  call: 'POST /v1/auth/staff/switch',
  table: 'staff',
  summary: '担当者の切り替え：同じ店舗のスタッフがPINでレジを引き継ぐ',
  right: 'sell',
  reach: 'own-shop',
  note: 'by the PIN of a colleague of the same shop; the session ends when the one before it would have',
  headers: ['X-Client-Type'],
  body: z.strictObject({ employee_id: written.min(1).max(64), pin: z.string().min(1).max(20) }),
  status: 200,
  output: z.strictObject({ user, token }),
  errors: ['STAFF_PIN_INVALID', 'EMPLOYEE_AUTH_LOCKED'],
  lost: { ask: 'users.me' },
})
