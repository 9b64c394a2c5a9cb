import { z } from 'zod'
import { foundSku } from '../resources/brand/skus.ts'
import { endpoint } from '../wire/endpoint.ts'

export const search = endpoint({
  name: 'skus.search',
  call: 'GET /v1/skus/search',
  table: 'staff',
  summary: '商品を名前・SKU・バーコードで探す（空の検索は自店の、なければ本部のよく使う商品）',
  right: 'catalogue.read',
  query: z.object({ query: z.string().max(100).default('') }),
  status: 200,
  output: z.strictObject({ items: z.array(foundSku) }),
  errors: [],
})
