import { z } from 'zod'
import { emailInput, passwordInput, phoneInput, token, usernameInput } from '../resources/members/auth.ts'
import { user } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const register = endpoint({
  name: 'auth.register',
  call: 'POST /v1/auth/register',
  table: 'customer',
  summary: '新規会員登録（ログインした状態になり、認証コードをSMSで送る）',
  right: 'anyone',
  reach: { all: 'conflict', anonymous: 'served' },
  note: '409 ALREADY_SIGNED_IN to a person who is signed in; the body can name no type, verification, employee, wallet or rank',
  headers: ['X-Client-Type'],
  body: z.strictObject({
    username: usernameInput,
    password: passwordInput,
    phone_number: phoneInput,
    email: z.optional(emailInput),
    agree_to_tos: z.boolean().refine((agrees) => agrees, 'TOS_NOT_AGREED'),
    store_ref: z.optional(z.string().max(1024)),
    affiliate_code: z.optional(z.string().max(1024)),
  }),
  status: 201,
  output: z.strictObject({ user, token }),
  errors: [
    'ALREADY_SIGNED_IN',
    'REGISTRATION_CLOSED',
    'TICKET_REQUIRED',
    'USERNAME_TAKEN',
    'PHONE_TAKEN',
    'EMAIL_TAKEN',
    'PASSWORD_TOO_COMMON',
    'RATE_LIMITED',
  ],
  lost: { ask: 'auth.login' },
})
