import { z } from 'zod'
import { callers, endpoint } from './endpoint.ts'
import { addressMax, withoutSeparators, lengthOf, prefectures, trimmed } from './person.ts'

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

export const savedAddress = z.strictObject({
  postcode: z.string(),
  prefecture: z.string(),
  city: z.string(),
  town: z.string(),
  street: z.string(),
  building: z.nullable(z.string()),
})
export type SavedAddress = z.infer<typeof savedAddress>

export const addresses = {
  search: endpoint({
    name: 'addresses.search',
    summary: '郵便番号から住所（日本郵便のデータ。1つの番号に複数の町域があるときは、すべて）',
    who: callers,
    params: z.object({ postcode: z.string().max(60) }),
    status: 200,
    output: z.strictObject({
      items: z.array(
        z.strictObject({
          postcode: z.string(),
          prefecture: z.string(),
          city: z.string(),
          /** Empty where the code stands for everything that has no code of its own. */
          town: z.string(),
          prefecture_kana: z.string(),
          city_kana: z.string(),
          town_kana: z.string(),
        }),
      ),
    }),
    errors: ['POSTCODE_FORMAT', 'POSTCODE_NOT_FOUND'],
  }),
  user: endpoint({
    name: 'addresses.user',
    summary: '登録した住所',
    who: ['customer'],
    status: 200,
    output: z.strictObject({ address: z.nullable(savedAddress) }),
    errors: ['NOT_VERIFIED'],
  }),
  create: endpoint({
    name: 'addresses.create',
    summary: '住所の登録（1人に1件。新しい住所に置き換わる）',
    who: ['customer'],
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
  }),
}
