import { z } from 'zod'
import { act, logQuery } from '../resources/brand/log.ts'
import { pageOf, pageQuery } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const log = endpoint({
  name: 'admin.log',
  call: 'GET /v1/admin/log',
  table: 'staff',
  summary: '操作履歴（店長は自店舗だけ。新しい順）',
  right: 'log.read',
  reach: { manager: 'own-shop' },
  note: 'every act of staff; a manager reads those of their shop',
  query: z.object({ ...pageQuery.shape, ...logQuery }),
  status: 200,
  output: pageOf(act),
  errors: ['PERIOD_REVERSED'],
})
