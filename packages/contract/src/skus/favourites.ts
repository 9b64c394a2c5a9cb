import { z } from 'zod'
import { foundSku } from '../resources/brand/skus.ts'
import { id } from '../resources/shapes.ts'
import { limits } from '../rules/limits.ts'
import { endpoint } from '../wire/endpoint.ts'

export const setFavourites = endpoint({
  name: 'skus.setFavourites',
  call: 'PUT /v1/skus/favourites',
  table: 'staff',
  summary: '自店のレジの「よく使う商品」を並べる（空にすると本部の並びに戻る）',
  right: 'sell',
  note: 'of their own shop',
  body: z.strictObject({ sku_ids: z.array(id).max(limits.favouritesMax) }),
  status: 200,
  output: z.strictObject({ items: z.array(foundSku) }),
  errors: ['SKU_NOT_FOUND'],
  lost: 'again',
})
