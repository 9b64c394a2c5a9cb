import { z } from 'zod'
import { addressMax, lengthOf, trimmed, withoutSeparators } from '../inputs/person.ts'
import { prefectures } from '../inputs/person-text.ts'
import { savedAddress } from '../resources/members/addresses.ts'
import { endpoint } from '../wire/endpoint.ts'

/** Nothing invisible, no pictures, no brackets of a markup. */
const neverInAddresses = /[\p{Cc}\p{Cf}\p{Co}<>]|\p{Extended_Pictographic}/u

const written = (max: number) =>
  z
    .string()
    .max(400)
    .transform(trimmed)
    .refine((text) => !neverInAddresses.test(text), 'NAME_FORMAT')
    .refine((text) => lengthOf(text) <= max, `TOO_LONG ${max}`)

const needed = (max: number) => written(max).refine((text) => text !== '', 'REQUIRED')

export const createAddress = endpoint({
  name: 'addresses.create',
  call: 'POST /v1/addresses',
  table: 'customer',
  summary: '住所の登録（1人に1件。新しい住所に置き換わる）',
  right: 'member',
  reach: 'own',
  body: z.strictObject({
    postcode: z
      .string()
      .max(60)
      .transform(withoutSeparators)
      .refine((code) => /^\d{7}$/.test(code), 'POSTCODE_FORMAT'),
    prefecture: z.string().refine((name) => prefectures.includes(name), 'REQUIRED'),
    city: needed(addressMax.city),
    town: z.optional(written(addressMax.town)),
    street: needed(addressMax.street),
    building: z.optional(z.nullable(written(addressMax.building))),
  }),
  status: 201,
  output: z.strictObject({ address: savedAddress }),
  errors: ['NOT_VERIFIED'],
  lost: 'again',
})
