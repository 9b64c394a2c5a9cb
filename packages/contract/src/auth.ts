import { z } from 'zod'
import { callers, endpoint } from './endpoint.ts'
import { empty, user } from './resources.ts'

const token = z.strictObject({
  access_token: z.string(),
  /** A page gets the public handle of its session; the secret itself travels in the cookie alone. */
  refresh_token: z.string(),
  expires_in: z.int(),
})

const refreshBody = z.strictObject({ refresh_token: z.optional(z.string().max(512)) })
const refreshed = z.strictObject({
  access_token: z.string(),
  refresh_token: z.optional(z.string()),
  expires_in: z.int(),
  error: z.null(),
})

export const auth = {
  login: endpoint({
    name: 'auth.login',
    summary: 'ログイン（ユーザー名・電話番号・メールアドレス・社員番号）',
    who: callers,
    body: z
      .strictObject({
        credential: z.optional(z.string().min(1).max(254)),
        username: z.optional(z.string().min(1).max(254)),
        password: z.string().min(1).max(1024),
      })
      .refine((body) => body.credential !== undefined || body.username !== undefined, {
        path: ['credential'],
        message: 'REQUIRED',
      }),
    status: 200,
    output: z.strictObject({ user, token }),
    errors: ['AUTH_INVALID_CREDENTIALS', 'AUTH_SUSPENDED', 'AUTH_ACCOUNT_LOCKED', 'RATE_LIMITED'],
  }),
  logout: endpoint({
    name: 'auth.logout',
    summary: 'ログアウト',
    who: callers,
    body: refreshBody,
    status: 204,
    output: empty,
    errors: ['NOT_FOUND'],
  }),
  refreshAccessToken: endpoint({
    name: 'auth.refreshAccessToken',
    summary: 'アクセストークンの更新（リフレッシュトークンはそのまま）',
    who: callers,
    body: refreshBody,
    status: 200,
    output: refreshed,
    errors: ['SESSION_REQUIRED', 'SESSION_EXPIRED', 'SESSION_REVOKED', 'AUTH_SUSPENDED'],
  }),
  refreshToken: endpoint({
    name: 'auth.refreshToken',
    summary: 'リフレッシュトークンの更新（入れ替え）',
    who: callers,
    body: refreshBody,
    status: 200,
    output: refreshed,
    errors: ['SESSION_REQUIRED', 'SESSION_EXPIRED', 'SESSION_REVOKED', 'AUTH_SUSPENDED'],
  }),
}
