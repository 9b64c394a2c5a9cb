import { z } from 'zod'
import { shopQuery, stockItem, stockPlace } from '../resources/brand/inventory.ts'
import { pageOf, pageQuery, whole } from '../resources/shapes.ts'
import { skuCategories } from '../terms/sku-terms.ts'
import { stockFilters } from '../terms/stock-terms.ts'
import { endpoint } from '../wire/endpoint.ts'

export const listInventory = endpoint({
  name: 'inventory.list',
  call: 'GET /v1/inventory',
  table: 'staff',
  summary: '在庫の一覧（本部は店舗を選ばなければ全店の合計）',
  right: 'stock.read',
  note: 'staff: their own shop; head office any',
  query: pageQuery.extend({
    ...shopQuery,
    query: z.string().max(100).default(''),
    filter: z.enum(stockFilters).default('all'),
    category: z.optional(z.enum(skuCategories)),
  }),
  status: 200,
  output: z.strictObject({
    ...pageOf(stockItem).shape,
    /** Every store of the brand: where articles can be sent, and what head office can choose. */
    stores: z.array(stockPlace),
    /** How many articles each filter holds, whether or not they match the search. */
    counts: z.strictObject({ low: whole, out: whole }),
  }),
  errors: [],
})
