import { z } from 'zod'
import { skuRecord } from '../resources/brand/skus.ts'
import { recordedChange } from '../resources/members/campaigns.ts'
import { id } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const showSku = endpoint({
  name: 'skus.show',
  call: 'GET /v1/skus/{id}',
  table: 'staff',
  summary: '商品と変更の記録',
  right: 'catalogue.read',
  params: z.object({ id }),
  status: 200,
  output: z.strictObject({ ...skuRecord.shape, changes: z.array(recordedChange) }),
  errors: ['SKU_NOT_FOUND'],
})
