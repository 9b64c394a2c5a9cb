import { skuBody, skuErrors, skuRecord } from '../resources/brand/skus.ts'
import { endpoint } from '../wire/endpoint.ts'

export const createSku = endpoint({
  name: 'skus.create',
  call: 'POST /v1/skus',
  table: 'staff',
  summary: '本部：商品の登録',
  right: 'catalogue',
  note: 'on record with before and after',
  body: skuBody,
  status: 201,
  output: skuRecord,
  errors: [...skuErrors, 'CONFLICT'],
  lost: 'again',
})
