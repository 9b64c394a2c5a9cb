import { z } from 'zod'
import { empty, id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const removePhoto = endpoint({
  name: 'skus.removePhoto',
  call: 'DELETE /v1/skus/{id}/photo',
  table: 'staff',
  summary: '商品の写真を外す（絵に戻る）',
  right: 'catalogue.photo',
  note: 'the drawing stands again; on record',
  params: z.object({ id }),
  status: 204,
  output: empty,
  errors: ['SKU_NOT_FOUND'],
  lost: 'again',
})
