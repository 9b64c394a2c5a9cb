import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'

export const search = endpoint({
  name: 'addresses.search',
  call: 'GET /v1/addresses/search/{postcode}',
  table: 'customer',
  summary: '郵便番号から住所（日本郵便のデータ。1つの番号に複数の町域があるときは、すべて）',
  right: 'anyone',
  reach: { other_customer: 'ignored' },
  note: 'public data, limited by IP',
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
})
