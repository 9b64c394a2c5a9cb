import { z } from 'zod'
import { callers, endpoint } from './endpoint.ts'
import { passwordRefusal, readEmail, readPhone, readPin, readUsername } from './inputs.ts'
import { empty, user } from './resources.ts'

const token = z.strictObject({
  access_token: z.string(),
  /** A page gets the public handle of its session; the secret itself travels in the cookie alone. */
  refresh_token: z.string(),
  expires_in: z.int(),
})

/** What a person typed, checked by the reader of its field; the server keeps the reader's spelling. */
export const usernameInput = z
  .string()
  .max(1024)
  .refine((text) => readUsername(text) !== null, 'USERNAME_FORMAT')
export const emailInput = z
  .string()
  .max(1024)
  .refine((text) => readEmail(text) !== null, 'EMAIL_FORMAT')
export const phoneInput = z
  .string()
  .max(1024)
  .refine((text) => !isRefused(text, 'PHONE_FORMAT'), 'PHONE_FORMAT')
  .refine((text) => !isRefused(text, 'PHONE_NOT_MOBILE'), 'PHONE_NOT_MOBILE')
export const pinInput = z
  .string()
  .max(64)
  .refine((text) => readPin(text) !== null, 'PIN_FORMAT')
export const passwordInput = z
  .string()
  .max(1024)
  .refine((text) => passwordRefusal(text) !== 'PASSWORD_CHARS', 'PASSWORD_CHARS')
  .refine((text) => passwordRefusal(text) !== 'PASSWORD_TOO_SHORT', 'PASSWORD_TOO_SHORT')
  .refine((text) => passwordRefusal(text) !== 'PASSWORD_TOO_COMMON', 'PASSWORD_TOO_COMMON')

function isRefused(text: string, refusal: string): boolean {
  const phone = readPhone(text)
  return 'refusal' in phone && phone.refusal === refusal
}

/** When the code ends, and from when on a new one may be asked for, in seconds from now. */
const sentPin = z.strictObject({ expires_in: z.int(), resend_in: z.int() })

/** The secret of a login that waits for its code. */
const loginFlow = z.string().min(1).max(128)

const refreshBody = z.strictObject({ refresh_token: z.optional(z.string().max(512)) })
const refreshed = z.strictObject({
  access_token: z.string(),
  refresh_token: z.optional(z.string()),
  expires_in: z.int(),
  error: z.null(),
})

export const auth = {
  ticket: endpoint({
    name: 'auth.ticket',
    summary: '登録画面のチケット（Cookie。空き確認に必要）',
    who: callers,
    status: 204,
    output: empty,
    errors: ['RATE_LIMITED'],
  }),
  register: endpoint({
    name: 'auth.register',
    summary: '新規会員登録（ログインした状態になり、認証コードをSMSで送る）',
    who: callers,
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
  }),
  sendVerify: endpoint({
    name: 'auth.sendVerify',
    summary: '会員確認の認証コードをSMSで送る',
    who: ['unverified', 'customer'],
    status: 200,
    output: sentPin,
    errors: ['ALREADY_VERIFIED', 'PIN_RESEND_TOO_SOON', 'PIN_SEND_LIMIT'],
  }),
  verifyUser: endpoint({
    name: 'auth.verifyUser',
    summary: '認証コードによる会員確認',
    who: ['unverified', 'customer'],
    body: z.strictObject({ pin: pinInput }),
    status: 200,
    output: z.strictObject({ user }),
    errors: ['ALREADY_VERIFIED', 'PIN_INVALID', 'PIN_EXPIRED', 'PIN_ATTEMPTS_EXCEEDED', 'RATE_LIMITED'],
  }),
  sendReset: endpoint({
    name: 'auth.sendReset',
    summary: 'パスワード再設定の確認番号を送る（登録の有無は答えない）',
    who: ['anonymous', 'unverified', 'customer'],
    body: z.strictObject({ credential: z.string().min(1).max(254) }),
    status: 200,
    output: sentPin,
    errors: ['RATE_LIMITED'],
  }),
  checkReset: endpoint({
    name: 'auth.checkReset',
    summary: '再設定の確認番号の確認',
    who: callers,
    body: z.strictObject({ pin: pinInput }),
    status: 200,
    output: z.strictObject({ expires_in: z.int() }),
    errors: ['RESET_TOKEN_INVALID', 'PIN_INVALID', 'PIN_EXPIRED', 'PIN_ATTEMPTS_EXCEEDED', 'RATE_LIMITED'],
  }),
  resetPassword: endpoint({
    name: 'auth.resetPassword',
    summary: '新しいパスワードの設定（すべての端末でログアウトする）',
    who: callers,
    body: z.strictObject({ password: passwordInput }),
    status: 200,
    output: z.strictObject({}),
    errors: ['RESET_TOKEN_INVALID', 'PASSWORD_TOO_COMMON', 'RATE_LIMITED'],
  }),
  undoEmail: endpoint({
    name: 'auth.undoEmail',
    summary: 'メールアドレスの変更の取り消し（変更前のアドレスに届いた番号で、72時間以内に一度だけ）',
    who: callers,
    body: z.strictObject({ code: z.string().min(1).max(64) }),
    status: 200,
    output: z.strictObject({
      /** The address that is in force again, masked. */
      email: z.string(),
      /** The run of a new password has begun in this browser, past its code. */
      may_reset: z.boolean(),
    }),
    errors: ['EMAIL_UNDO_INVALID', 'EMAIL_TAKEN', 'RATE_LIMITED'],
  }),
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
  }),
  loginSend: endpoint({
    name: 'auth.loginSend',
    summary: '新しい端末でのログインの確認番号をもう一度送る',
    who: callers,
    body: z.strictObject({ flow: loginFlow }),
    status: 200,
    output: sentPin,
    errors: ['LOGIN_FLOW_INVALID', 'PIN_RESEND_TOO_SOON', 'PIN_SEND_LIMIT', 'RATE_LIMITED'],
  }),
  loginCode: endpoint({
    name: 'auth.loginCode',
    summary: '新しい端末でのログインの確認番号（5回間違えると、はじめからやり直す）',
    who: callers,
    body: z.strictObject({ flow: loginFlow, pin: pinInput }),
    status: 200,
    output: z.strictObject({ user, token }),
    errors: [
      'LOGIN_FLOW_INVALID',
      'PIN_INVALID',
      'PIN_EXPIRED',
      'PIN_ATTEMPTS_EXCEEDED',
      'AUTH_SUSPENDED',
      'RATE_LIMITED',
    ],
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
    body: z.strictObject({
      ...refreshBody.shape,
      /** The online store's signature that it is the store; nobody else sends one. */
      client_assertion: z.optional(z.string().max(2_048)),
    }),
    status: 200,
    output: refreshed,
    errors: ['SESSION_REQUIRED', 'SESSION_EXPIRED', 'SESSION_REVOKED', 'AUTH_SUSPENDED'],
  }),
}
