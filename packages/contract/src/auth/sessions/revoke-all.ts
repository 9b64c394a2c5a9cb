import { z } from 'zod'
import { whole } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const revokeAll = endpoint({
  name: 'auth.revokeAll',
  call: 'POST /v1/auth/sessions/revoke_all',
  table: 'customer',
  summary: 'この端末以外をすべてログアウトさせる',
  right: 'session.own',
  reach: 'own',
  status: 200,
  output: z.strictObject({ ended: whole }),
  errors: [],
  lost: 'again',
})
