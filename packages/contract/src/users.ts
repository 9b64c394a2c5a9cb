import { z } from 'zod'
import { emailInput, phoneInput, usernameInput } from './auth.ts'
import { employeeTypes, endpoint, signedIn, verified } from './endpoint.ts'
import { contactReceived, contactTransactionBody } from './contacts.ts'
import { avatarUrl } from './files.ts'
import { genders, isKatakana, isName, kanaMax, lengthOf, nameMax, toKatakana, trimmed } from './person.ts'
import {
  businessDate,
  employee,
  empty,
  id,
  instant,
  level,
  tillCustomer,
  user,
  wallet,
  whole,
} from './resources.ts'

/** Kept as it is written; only what a keyboard leaves at the ends goes. Empty takes the name away. */
const personName = z
  .string()
  .max(200)
  .transform(trimmed)
  .refine((name) => name === '' || isName(name), 'NAME_FORMAT')
  .refine((name) => lengthOf(name) <= nameMax, `TOO_LONG ${nameMax}`)
const personKana = z
  .string()
  .max(200)
  .transform(toKatakana)
  .refine((kana) => kana === '' || isKatakana(kana), 'KANA_FORMAT')
  .refine((kana) => lengthOf(kana) <= kanaMax, `TOO_LONG ${kanaMax}`)

const lookupCallers = ['anonymous', 'unverified', 'customer'] as const
/** Taken or free is an answer and no error; `message` is the sentence under the field. */
const availability = z.strictObject({ available: z.boolean(), message: z.optional(z.string()) })

export const users = {
  isUsernameAvailable: endpoint({
    name: 'users.isUsernameAvailable',
    summary: 'ユーザー名の空き確認',
    who: lookupCallers,
    query: z.object({ username: usernameInput }),
    status: 200,
    output: availability,
    errors: ['TICKET_REQUIRED', 'RATE_LIMITED'],
  }),
  isPhoneAvailable: endpoint({
    name: 'users.isPhoneAvailable',
    summary: '携帯電話番号の空き確認',
    who: lookupCallers,
    query: z.object({ phone: phoneInput }),
    status: 200,
    output: availability,
    errors: ['TICKET_REQUIRED', 'RATE_LIMITED'],
  }),
  isEmailAvailable: endpoint({
    name: 'users.isEmailAvailable',
    summary: 'メールアドレスの空き確認',
    who: lookupCallers,
    query: z.object({ email: emailInput }),
    status: 200,
    output: availability,
    errors: ['TICKET_REQUIRED', 'RATE_LIMITED'],
  }),
  changePhone: endpoint({
    name: 'users.changePhone',
    summary: '会員確認前の携帯電話番号の訂正（新しい番号に認証コードを送る）',
    who: ['unverified', 'customer'],
    params: z.object({ id }),
    body: z.strictObject({ phone: phoneInput }),
    status: 200,
    output: user,
    errors: ['ALREADY_VERIFIED', 'PHONE_TAKEN', 'PIN_RESEND_TOO_SOON', 'PIN_SEND_LIMIT'],
  }),
  me: endpoint({
    name: 'users.me',
    summary: 'ログイン中の利用者',
    who: signedIn,
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
    who: employeeTypes,
    status: 200,
    output: z.strictObject({
      ...employee.shape,
      store: z.nullable(
        z.strictObject({
          id,
          code: z.string(),
          name: z.string(),
          /** Where the brand sells on enrolled devices alone: of such a device its own register and no other. */
          registers: z.array(z.strictObject({ id, number: whole, name: z.string() })),
          /** This device may not sell before it is enrolled as a register. */
          needs_device: z.boolean(),
        }),
      ),
      /** The day that is open at the shop; for head office the one that the shops began last. */
      business_date: businessDate,
      permissions: z.array(z.string()),
    }),
    errors: [],
  }),
  token: endpoint({
    name: 'users.token',
    summary: 'お支払い用コードの発行（会員確認前は、店頭での会員確認だけに使えるコード）',
    who: ['unverified', 'customer'],
    body: z.strictObject({
      affiliate_id: z.optional(id),
      /** Nobody sees the code yet: what other devices of the same person hold out lives on until it is held out itself. */
      ahead: z.optional(z.boolean()),
    }),
    status: 200,
    output: z.strictObject({
      /** What the QR code holds. */
      token: z.string(),
      ttl: whole,
      /** By the clock that payments are dated by: what is paid with this code is completed after it. */
      issued_at: instant,
      /** Sixteen digits under the bar code. */
      code: z.string().regex(/^\d{16}$/),
    }),
    errors: [
      'AFFILIATE_MISMATCH',
      'AFFILIATE_SELF',
      'AFFILIATE_RING',
      'NOT_VERIFIED',
      'TOS_NOT_AGREED',
      'AUTH_SUSPENDED',
      'RATE_LIMITED',
    ],
  }),
  holdOutToken: endpoint({
    name: 'users.holdOutToken',
    summary: 'お支払い用コードの提示（先に発行したコードを画面に出すとき。ほかの端末のコードは無効になる）',
    who: ['customer'],
    /** As the code was answered. */
    body: z.strictObject({ issued_at: instant }),
    status: 204,
    output: empty,
    errors: ['QR_EXPIRED'],
  }),
  voidToken: endpoint({
    name: 'users.voidToken',
    summary: 'お支払い用コードの無効化（画面を離れたとき。レジが読み取ったコードはそのまま使える）',
    who: ['customer'],
    /** As the last code was answered: one that was issued later, by another page of the session, lives on. */
    body: z.strictObject({ issued_at: z.optional(instant) }),
    status: 204,
    output: empty,
    errors: [],
  }),
  profile: endpoint({
    name: 'users.profile',
    summary: 'プロフィールの変更（生年月日の登録は一度だけ）',
    who: verified,
    body: z.strictObject({
      username: z.optional(z.string().max(100)),
      last_name: z.optional(z.nullable(personName)),
      first_name: z.optional(z.nullable(personName)),
      last_name_kana: z.optional(z.nullable(personKana)),
      first_name_kana: z.optional(z.nullable(personKana)),
      date_of_birth: z.optional(z.string().max(40)),
      gender: z.optional(z.nullable(z.enum(genders))),
      /** The guardian of somebody from 13 to 17, who agrees that they are a member. */
      guardian: z.optional(z.strictObject({ name: personName, consent: z.literal(true) })),
    }),
    status: 200,
    output: user,
    errors: [
      'NOT_VERIFIED',
      'USERNAME_FORMAT',
      'USERNAME_TAKEN',
      'USERNAME_LOCKED',
      'DOB_INVALID',
      'DOB_LOCKED',
      'AGE_RESTRICTED',
      'GUARDIAN_CONSENT_REQUIRED',
    ],
  }),
  contactTransaction: endpoint({
    name: 'users.contactTransaction',
    summary: '自分の取引についてのお問い合わせ',
    who: ['customer'],
    body: contactTransactionBody,
    status: 201,
    output: contactReceived,
    errors: ['NOT_VERIFIED', 'TXN_NOT_FOUND', 'RATE_LIMITED'],
  }),
  avatar: endpoint({
    name: 'users.avatar',
    summary: 'アイコンの変更（自分がアップロードした画像。nullで削除）',
    who: verified,
    params: z.object({ id }),
    body: z.strictObject({ avatar: z.nullable(z.string().max(200)) }),
    status: 200,
    output: z.strictObject({ ...user.shape, avatar: z.nullable(avatarUrl) }),
    errors: ['NOT_VERIFIED', 'AVATAR_UNKNOWN'],
  }),
  agreeToTos: endpoint({
    name: 'users.agreeToTos',
    summary: '利用規約への同意',
    who: signedIn,
    body: z.strictObject({ version: z.string().max(20) }),
    status: 200,
    output: user,
    errors: ['CONFLICT'],
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
