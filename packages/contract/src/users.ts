import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { employee, id, level, tillCustomer, user, wallet, whole } from './resources.ts'

const everyone = [
  'unverified',
  'customer',
  'register',
  'manager',
  'accounting',
  'kyc_reviewer',
  'owner',
] as const

export const users = {
  me: endpoint({
    name: 'users.me',
    summary: 'ログイン中の利用者',
    who: everyone,
    status: 200,
    output: user,
    errors: [],
  }),
  wallet: endpoint({
    name: 'users.wallet',
    summary: '残高とポイント',
    who: ['customer'],
    status: 200,
    output: wallet,
    errors: ['NOT_VERIFIED'],
  }),
  level: endpoint({
    name: 'users.level',
    summary: '会員ランク',
    who: ['customer'],
    status: 200,
    output: level,
    errors: ['NOT_VERIFIED'],
  }),
  employeeDetails: endpoint({
    name: 'users.employeeDetails',
    summary: 'ログイン中のスタッフと店舗',
    who: ['register', 'manager', 'accounting', 'kyc_reviewer', 'owner'],
    status: 200,
    output: z.strictObject({
      ...employee.shape,
      store: z.nullable(
        z.strictObject({
          id,
          code: z.string(),
          name: z.string(),
          registers: z.array(z.strictObject({ id, number: whole, name: z.string() })),
        }),
      ),
      permissions: z.array(z.string()),
    }),
    errors: [],
  }),
  token: endpoint({
    name: 'users.token',
    summary: 'お支払い用コードの発行',
    who: ['customer'],
    body: z.strictObject({ affiliate_id: z.optional(id) }),
    status: 200,
    output: z.strictObject({
      /** What the QR code holds. */
      token: z.string(),
      ttl: whole,
      /** Sixteen digits under the bar code. */
      code: z.string().regex(/^\d{16}$/),
    }),
    errors: ['NOT_VERIFIED', 'TOS_NOT_AGREED', 'AUTH_SUSPENDED', 'RATE_LIMITED'],
  }),
  admin: endpoint({
    name: 'users.admin',
    summary: 'レジに表示する会員（読み取り中、または本日この店舗で支払った会員）',
    who: ['register', 'manager', 'owner'],
    params: z.object({ id }),
    status: 200,
    output: tillCustomer,
    errors: [],
  }),
}
