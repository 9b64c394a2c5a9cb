import { z } from 'zod'
import {
  genders,
  isKatakana,
  isName,
  kanaMax,
  lengthOf,
  nameMax,
  toKatakana,
  trimmed,
} from '../inputs/person.ts'
import { user } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

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

export const profile = endpoint({
  name: 'users.profile',
  call: 'PATCH /v1/users/profile',
  table: 'customer',
  summary: 'プロフィールの変更（生年月日の登録は一度だけ）',
  right: 'account.own',
  reach: 'own',
  note: 'date_of_birth settable once',
  body: z.strictObject({
    username: z.optional(z.string().max(100)),
    last_name: z.optional(z.nullable(personName)),
    first_name: z.optional(z.nullable(personName)),
    last_name_kana: z.optional(z.nullable(personKana)),
    first_name_kana: z.optional(z.nullable(personKana)),
    date_of_birth: z.optional(z.string().max(40)),
    gender: z.optional(z.nullable(z.enum(genders))),
    /** The guardian of a person from 13 to 17, who agrees that they are a member. */
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
  lost: 'again',
})
