import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, whole } from './resources.ts'

export const sku = z.strictObject({
  id,
  sku: z.string(),
  barcode: z.string(),
  name: z.string(),
  price: whole,
  tax_rate: whole,
  /** Which drawing stands for it: one of the silver goods of the picture set. */
  picture: z.enum(['cup', 'ring', 'bangle', 'spoon', 'necklace', 'hairpin', 'dish', 'cloth']),
  active: z.boolean(),
})
export type Sku = z.infer<typeof sku>

export const skus = {
  search: endpoint({
    name: 'skus.search',
    summary: '商品を名前・SKU・バーコードで探す（空の検索はよく使う商品）',
    who: ['register', 'manager', 'owner'],
    query: z.object({ query: z.string().max(100).default('') }),
    status: 200,
    output: z.strictObject({ items: z.array(sku) }),
    errors: [],
  }),
}
