import { z } from 'zod'
import { empty, id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const endSession = endpoint({
  name: 'auth.endSession',
  call: 'DELETE /v1/auth/sessions/{sid}',
  table: 'customer',
  summary: '端末をログアウトさせる（1秒以内に効く）',
  right: 'session.own',
  reach: 'own',
  params: z.object({ sid: id }),
  status: 204,
  output: empty,
  errors: [],
  lost: { ask: 'auth.sessions' },
})
