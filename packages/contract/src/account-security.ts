import { z } from 'zod'
import { emailInput, passwordInput, phoneInput, pinInput } from './auth.ts'
import { callers, endpoint, signedIn, verified } from './endpoint.ts'
import { limits } from './limits.ts'
import { empty, id, instant, user, whole } from './resources.ts'
import { stepUpPurposes } from './step-up.ts'
import { written } from './written.ts'

const purpose = z.enum(stepUpPurposes)
/** What the proof is about, where the purpose alone does not say it: the id of one bank account, for instance. */
const ref = z.optional(z.string().max(100))
const sentPin = z.strictObject({ expires_in: z.int(), resend_in: z.int() })

/** The answer of a browser's `navigator.credentials`, as JSON. What is in it is the library's to judge. */
const credentialText = z.string().max(20_000)
const assertion = z.strictObject({
  id: z.string().max(1_400),
  rawId: z.string().max(1_400),
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON: credentialText,
    authenticatorData: credentialText,
    signature: credentialText,
    userHandle: z.optional(z.nullable(z.string().max(200))),
  }),
  authenticatorAttachment: z.optional(z.nullable(z.string().max(40))),
  clientExtensionResults: z.record(z.string().max(60), z.unknown()),
})
const attestation = z.strictObject({
  id: z.string().max(1_400),
  rawId: z.string().max(1_400),
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON: credentialText,
    attestationObject: credentialText,
    authenticatorData: z.optional(credentialText),
    transports: z.optional(z.array(z.string().max(40)).max(10)),
    publicKeyAlgorithm: z.optional(z.int()),
    publicKey: z.optional(credentialText),
  }),
  authenticatorAttachment: z.optional(z.nullable(z.string().max(40))),
  clientExtensionResults: z.record(z.string().max(60), z.unknown()),
})
/** What goes into `navigator.credentials`, as JSON. */
const credentialOptions = z.record(z.string(), z.unknown())

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
const passkey = z.strictObject({
  id,
  name: z.string(),
  synced: z.boolean(),
  created_at: instant,
  last_used_at: z.nullable(instant),
})

const token = z.strictObject({ access_token: z.string(), refresh_token: z.string(), expires_in: z.int() })

export const authSecurity = {
  sessions: endpoint({
    name: 'auth.sessions',
    summary: 'ログイン中の端末',
    who: signedIn,
    status: 200,
    output: z.strictObject({ items: z.array(session) }),
    errors: [],
  }),
  endSession: endpoint({
    name: 'auth.endSession',
    summary: '端末をログアウトさせる（1秒以内に効く）',
    who: signedIn,
    params: z.object({ sid: id }),
    status: 204,
    output: empty,
    errors: [],
  }),
  revokeAll: endpoint({
    name: 'auth.revokeAll',
    summary: 'この端末以外をすべてログアウトさせる',
    who: signedIn,
    status: 200,
    output: z.strictObject({ ended: whole }),
    errors: [],
  }),
  confirm: endpoint({
    name: 'auth.confirm',
    summary: 'パスワードの再入力（出金など、5分以内の操作に一度だけ使える）',
    who: signedIn,
    body: z.strictObject({ password: z.string().min(1).max(1024) }),
    status: 200,
    output: z.strictObject({ expires_in: z.int() }),
    errors: ['STEP_UP_METHOD', 'PASSWORD_CURRENT_INVALID', 'AUTH_ACCOUNT_LOCKED'],
  }),
  stepUpMethods: endpoint({
    name: 'auth.stepUpMethods',
    summary: '本人確認の方法（目的ごと）',
    who: signedIn,
    query: z.object({ purpose }),
    status: 200,
    output: z.strictObject({
      methods: z.array(z.enum(['passkey', 'otp', 'password'])),
      /** Where the code goes, masked; null where no code can be sent. */
      phone: z.nullable(z.string()),
    }),
    errors: [],
  }),
  stepUpSend: endpoint({
    name: 'auth.stepUpSend',
    summary: '本人確認の番号をSMSで送る（文面に操作の名前が入る）',
    who: signedIn,
    body: z.strictObject({ purpose, ref }),
    status: 200,
    output: sentPin,
    errors: ['STEP_UP_METHOD', 'PIN_RESEND_TOO_SOON', 'PIN_SEND_LIMIT'],
  }),
  stepUp: endpoint({
    name: 'auth.stepUp',
    summary: '本人確認（目的ひとつに一度だけ、5分間）',
    who: signedIn,
    body: z.discriminatedUnion('method', [
      z.strictObject({ method: z.literal('password'), purpose, ref, password: z.string().min(1).max(1024) }),
      z.strictObject({ method: z.literal('otp'), purpose, ref, code: pinInput }),
      z.strictObject({ method: z.literal('passkey'), purpose, ref, credential: assertion }),
    ]),
    status: 200,
    output: z.strictObject({ expires_in: z.int() }),
    errors: [
      'STEP_UP_METHOD',
      'PASSWORD_CURRENT_INVALID',
      'PASSKEY_INVALID',
      'PIN_INVALID',
      'PIN_EXPIRED',
      'PIN_ATTEMPTS_EXCEEDED',
      'AUTH_ACCOUNT_LOCKED',
    ],
  }),
  handoff: endpoint({
    name: 'auth.handoff',
    summary: 'オンラインストアへの引き渡し（60秒・一度だけ）',
    who: ['customer'],
    status: 200,
    output: z.strictObject({ refresh_token: z.string(), expires_in: z.int(), url: z.string() }),
    errors: ['NOT_VERIFIED', 'STORE_UNAVAILABLE'],
  }),
  handoffOnlineStore: endpoint({
    name: 'auth.handoffOnlineStore',
    summary: 'オンラインストアへ移動する（ログイン中なら引き渡し付き）',
    who: callers,
    status: 303,
    output: empty,
    errors: ['STORE_UNAVAILABLE'],
  }),
  passkeys: endpoint({
    name: 'auth.passkeys',
    summary: '登録済みのパスキー',
    who: verified,
    status: 200,
    output: z.strictObject({ items: z.array(passkey) }),
    errors: ['NOT_VERIFIED'],
  }),
  passkeyOptions: endpoint({
    name: 'auth.passkeyOptions',
    summary: 'パスキー登録の準備',
    who: verified,
    status: 200,
    output: credentialOptions,
    errors: ['NOT_VERIFIED', 'PASSKEY_LIMIT'],
  }),
  addPasskey: endpoint({
    name: 'auth.addPasskey',
    summary: 'パスキーの登録（本人確認が必要）',
    who: verified,
    body: z.strictObject({ credential: attestation, name: z.optional(z.string().max(60)) }),
    status: 201,
    output: passkey,
    errors: ['NOT_VERIFIED', 'STEP_UP_REQUIRED', 'PASSKEY_INVALID', 'PASSKEY_LIMIT', 'PASSKEY_TAKEN'],
  }),
  removePasskey: endpoint({
    name: 'auth.removePasskey',
    summary: 'パスキーの削除',
    who: verified,
    params: z.object({ id }),
    status: 204,
    output: empty,
    errors: ['NOT_VERIFIED'],
  }),
  passkeyChallenge: endpoint({
    name: 'auth.passkeyChallenge',
    summary: 'パスキーで示すための問い（ログインと本人確認）',
    who: callers,
    status: 200,
    output: credentialOptions,
    errors: ['RATE_LIMITED'],
  }),
  passkeyLogin: endpoint({
    name: 'auth.passkeyLogin',
    summary: 'パスキーでログイン',
    who: callers,
    body: z.strictObject({ credential: assertion }),
    status: 200,
    output: z.strictObject({ user, token }),
    errors: ['PASSKEY_INVALID', 'AUTH_SUSPENDED', 'RATE_LIMITED'],
  }),
}

export const userSecurity = {
  password: endpoint({
    name: 'users.password',
    summary: 'パスワードの変更（ほかの端末はログアウトする）',
    who: verified,
    body: z.strictObject({ current_password: z.string().min(1).max(1024), password: passwordInput }),
    status: 200,
    output: z.strictObject({}),
    errors: [
      'NOT_VERIFIED',
      'PASSWORD_CURRENT_INVALID',
      'PASSWORD_SAME',
      'PASSWORD_TOO_SHORT_STAFF',
      'PASSWORD_TOO_COMMON',
      'AUTH_ACCOUNT_LOCKED',
    ],
  }),
  email: endpoint({
    name: 'users.email',
    summary: 'メールアドレスの変更（新しいアドレスに確認番号を送る。本人確認が必要）',
    who: verified,
    body: z.strictObject({ email: emailInput }),
    status: 200,
    output: sentPin,
    errors: ['NOT_VERIFIED', 'STEP_UP_REQUIRED', 'EMAIL_TAKEN', 'PIN_RESEND_TOO_SOON', 'PIN_SEND_LIMIT'],
  }),
  sendEmailCode: endpoint({
    name: 'users.sendEmailCode',
    summary: 'メールアドレスの確認番号を送る（変更中のアドレス、なければ今のアドレス）',
    who: verified,
    body: z.strictObject({ target: z.optional(z.enum(['current', 'new'])) }),
    status: 200,
    output: sentPin,
    errors: ['NOT_VERIFIED', 'EMAIL_REQUIRED', 'PIN_RESEND_TOO_SOON', 'PIN_SEND_LIMIT'],
  }),
  verifyEmail: endpoint({
    name: 'users.verifyEmail',
    summary: 'メールアドレスの確認（変更中のアドレスはここで切り替わる）',
    who: verified,
    body: z.strictObject({ code: pinInput }),
    status: 200,
    output: user,
    errors: ['NOT_VERIFIED', 'EMAIL_TAKEN', 'PIN_INVALID', 'PIN_EXPIRED', 'PIN_ATTEMPTS_EXCEEDED'],
  }),
  phone: endpoint({
    name: 'users.phone',
    summary: '携帯電話番号の変更（新しい番号に認証コードを送る。本人確認が必要）',
    who: ['customer'],
    body: z.strictObject({ phone: phoneInput }),
    status: 200,
    output: sentPin,
    errors: ['NOT_VERIFIED', 'STEP_UP_REQUIRED', 'PHONE_TAKEN', 'PIN_RESEND_TOO_SOON', 'PIN_SEND_LIMIT'],
  }),
  verifyPhone: endpoint({
    name: 'users.verifyPhone',
    summary: '新しい携帯電話番号の確認（ここで切り替わる）',
    who: ['customer'],
    body: z.strictObject({ pin: pinInput }),
    status: 200,
    output: user,
    errors: ['NOT_VERIFIED', 'PHONE_TAKEN', 'PIN_INVALID', 'PIN_EXPIRED', 'PIN_ATTEMPTS_EXCEEDED'],
  }),
  export: endpoint({
    name: 'users.export',
    summary: '登録情報のダウンロード（JSONと、取引のCSV。本人確認が必要）',
    who: ['customer'],
    status: 200,
    output: z.strictObject({
      generated_at: instant,
      data: z.record(z.string(), z.unknown()),
      /** The transactions once more, for a spreadsheet. */
      csv: z.string(),
    }),
    errors: ['NOT_VERIFIED', 'STEP_UP_REQUIRED'],
  }),
  remove: endpoint({
    name: 'users.remove',
    summary: '退会（残高・後払い・お会計が残っている間はできない。本人確認が必要）',
    who: ['unverified', 'customer'],
    body: z.strictObject({
      password: z.string().min(1).max(1024),
      reason: z.optional(written.max(limits.closeReasonMax)),
    }),
    status: 204,
    output: empty,
    errors: [
      'STEP_UP_REQUIRED',
      'PASSWORD_CURRENT_INVALID',
      'AUTH_ACCOUNT_LOCKED',
      'CLOSE_BALANCE_LEFT',
      'CLOSE_LATER_LEFT',
      'CLOSE_REWARD_LEFT',
      'CLOSE_PAYOUT_OPEN',
      'CLOSE_CHARGE_PENDING',
      'CLOSE_SALE_OPEN',
    ],
  }),
}
