import { z } from 'zod'
import { barcode, described, skuErrors, skuRecord } from '../resources/brand/skus.ts'
import { id } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const updateSku = endpoint({
  name: 'skus.update',
  call: 'PATCH /v1/skus/{id}',
  table: 'staff',
  summary: '本部：商品の変更（値は変えるものだけ）',
  right: 'catalogue',
  note: 'on record with before and after',
  params: z.object({ id }),
  body: z.strictObject({
    /** As it was read: another person's change in between is not overwritten. */
    version: z.int().min(1),
    barcode: z.optional(barcode),
    active: z.optional(z.boolean()),
    ...z.object(described).partial().shape,
  }),
  status: 200,
  output: skuRecord,
  errors: ['SKU_NOT_FOUND', 'CONFLICT', ...skuErrors],
  lost: { ask: 'skus.show' },
})
