import { z } from 'zod'
import { skuRecord } from '../resources/brand/skus.ts'
import { pageOf, pageQuery } from '../resources/shapes.ts'
import { skuCategories, skuStates } from '../terms/sku-terms.ts'
import { endpoint } from '../wire/endpoint.ts'

export const listSkus = endpoint({
  name: 'skus.list',
  call: 'GET /v1/skus',
  table: 'staff',
  summary: '商品の一覧（SKUの順。レジは通信断に備えてこれを手元に控える）',
  right: 'catalogue.read',
  query: pageQuery.extend({
    query: z.string().max(100).default(''),
    category: z.optional(z.enum(skuCategories)),
    state: z.enum(skuStates).default('active'),
  }),
  status: 200,
  output: pageOf(skuRecord),
  errors: [],
})
