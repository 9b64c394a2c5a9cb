import { z } from 'zod'
import { callers, endpoint } from './endpoint.ts'

export const affiliates = {
  card: endpoint({
    name: 'affiliates.card',
    summary: '招待した人のカード（ユーザー名または招待コード）',
    who: callers,
    params: z.object({ username: z.string().min(1).max(80) }),
    status: 200,
    /** What an invitation shows of whoever sent it; nothing else of them is public. */
    output: z.strictObject({ username: z.string(), avatar: z.nullable(z.string()), code: z.string() }),
    errors: ['AFFILIATE_CODE_INVALID'],
  }),
}
