import { z } from 'zod'
import { sentPin, token } from '../resources/members/auth.ts'
import { user } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const login = endpoint({
  name: 'auth.login',
  call: 'POST /v1/auth/login',
  table: 'customer',
  summary: 'ログイン（ユーザー名・電話番号・メールアドレス・社員番号）',
  right: 'anyone',
  note: 'a wrong credential is 400, never 401 (the client retries POST on 401)',
  headers: ['X-Client-Type'],
  body: z
    .strictObject({
      credential: z.optional(z.string().min(1).max(254)),
      username: z.optional(z.string().min(1).max(254)),
      password: z.string().min(1).max(1024),
      /**
       * After many failures at one name, AUTH_ACCOUNT_LOCKED says in `fields.work` what to work on: the answer is that text,
       * a full stop and the first whole number whose PBKDF2 over it begins with as many zeros as the limits say.
       */
      work: z.optional(z.string().max(100)),
    })
    .refine((body) => body.credential !== undefined || body.username !== undefined, {
      path: ['credential'],
      message: 'REQUIRED',
    }),
  example: { credential: 'hanako', password: 'hikaru-gin-no-suzu-925' },
  status: 200,
  output: z.union([
    z.strictObject({ user, token }),
    /** A member in a browser that is new to us: a code is on its way, and there is no session without it. */
    z.strictObject({
      mfa_required: z.literal(true),
      /** What the code is handed in with; it opens nothing by itself. */
      flow: z.string(),
      channel: z.enum(['sms', 'mail']),
      /** Where the code went, masked. */
      to: z.string(),
      /** False where this address was written to a moment ago, for something else: the code is asked for after it. */
      sent: z.boolean(),
      ...sentPin.shape,
    }),
  ]),
  errors: [
    'AUTH_INVALID_CREDENTIALS',
    'AUTH_SUSPENDED',
    'AUTH_ACCOUNT_LOCKED',
    'PIN_SEND_LIMIT',
    'RATE_LIMITED',
  ],
  lost: 'anew',
})
