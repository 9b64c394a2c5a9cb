import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'

export const card = endpoint({
  name: 'affiliates.card',
  call: 'GET /v1/affiliates/{username}',
  table: 'customer',
  summary: '招待した人のカード（ユーザー名または招待コード）',
  right: 'anyone',
  reach: { other_customer: 'served' },
  note: 'guests arrive by invitations: user name, avatar and code only; a dead token answers 401',
  params: z.object({ username: z.string().min(1).max(80) }),
  status: 200,
  /** What an invitation shows of the member who sent it; nothing else of them is public. */
  output: z.strictObject({ username: z.string(), avatar: z.nullable(z.string()), code: z.string() }),
  errors: ['AFFILIATE_CODE_INVALID', 'AFFILIATE_ENDED', 'RATE_LIMITED'],
})
