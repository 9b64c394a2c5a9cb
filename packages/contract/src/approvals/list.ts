import { z } from 'zod'
import { approval } from '../resources/brand/approvals.ts'
import { pageOf, pageQuery } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const listApprovals = endpoint({
  name: 'approvals.list',
  call: 'GET /v1/approvals',
  table: 'staff',
  summary: '承認の依頼の一覧（自店舗。本部は全店舗）',
  right: 'approve',
  note: 'those of one’s shop',
  query: z.object({ ...pageQuery.shape, state: z.enum(['waiting', 'all']).default('waiting') }),
  status: 200,
  output: pageOf(approval),
  errors: [],
})
