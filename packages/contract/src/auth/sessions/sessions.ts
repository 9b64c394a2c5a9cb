import { z } from 'zod'
import { id, instant } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

const session = z.strictObject({
  id,
  /** `online_store`: a session of the online store that was opened from here. */
  audience: z.enum(['api', 'online_store']),
  /** System and browser, such as `iPhone・Safari`. */
  device: z.string(),
  /** The network it was opened from, without its last part. */
  network: z.nullable(z.string()),
  created_at: instant,
  last_used_at: instant,
  current: z.boolean(),
})

export const sessions = endpoint({
  name: 'auth.sessions',
  call: 'GET /v1/auth/sessions',
  table: 'customer',
  summary: 'ログイン中の端末',
  right: 'session.own',
  reach: 'own',
  status: 200,
  output: z.strictObject({ items: z.array(session) }),
  errors: [],
})
