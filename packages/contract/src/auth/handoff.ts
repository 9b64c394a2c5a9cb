import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'

export const signOn = endpoint({
  name: 'auth.handoff',
  call: 'POST /v1/auth/handoff',
  table: 'first',
  summary: 'オンラインストアへの引き渡し（60秒・一度だけ）',
  right: 'member',
  reach: 'own',
  note: 'the same token for a page that opens the window itself',
  status: 200,
  output: z.strictObject({ refresh_token: z.string(), expires_in: z.int(), url: z.string() }),
  errors: ['NOT_VERIFIED', 'STORE_UNAVAILABLE'],
  lost: 'anew',
})
