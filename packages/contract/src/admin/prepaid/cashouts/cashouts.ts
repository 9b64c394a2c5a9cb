import { z } from 'zod'
import { cashoutRow, quota } from '../../../resources/brand/cashouts.ts'
import { pageOf, pageQuery } from '../../../resources/shapes.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const cashouts = endpoint({
  name: 'admin.cashouts',
  call: 'GET /v1/admin/prepaid/cashouts',
  table: 'staff',
  summary: '残高の払戻しの一覧（新しい順）と、今期の払戻しの枠',
  right: 'cashout',
  query: pageQuery,
  status: 200,
  output: z.strictObject({ ...pageOf(cashoutRow).shape, quota }),
  errors: [],
})
