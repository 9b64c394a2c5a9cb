import { z } from 'zod'
import { written } from '../../inputs/written.ts'
import { bookPeriod, buybackRow } from '../../resources/brand/buybacks.ts'
import { pageOf, pageQuery } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const buybacks = endpoint({
  name: 'admin.buybacks',
  call: 'GET /v1/admin/buybacks',
  table: 'staff',
  summary: '古物台帳（新しい順）',
  right: 'buyback.read',
  note: 'a manager sees the own shop',
  query: pageQuery.extend({
    ...bookPeriod,
    q: written.max(40).default(''),
    status: z.enum(['all', 'held', 'awaits_bank', 'stopped', 'reversed']).default('all'),
  }),
  status: 200,
  output: pageOf(buybackRow),
  errors: [],
})
