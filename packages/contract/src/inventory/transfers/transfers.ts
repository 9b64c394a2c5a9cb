import { z } from 'zod'
import { shopQuery, stockTransfer } from '../../resources/brand/inventory.ts'
import { pageOf, pageQuery } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const transfers = endpoint({
  name: 'inventory.transfers',
  call: 'GET /v1/inventory/transfers',
  table: 'staff',
  summary: '店舗間移動（出庫した店舗と届く店舗に見える）',
  right: 'stock.read',
  query: pageQuery.extend({ ...shopQuery, state: z.enum(['open', 'all']).default('all') }),
  status: 200,
  output: pageOf(stockTransfer),
  errors: [],
})
