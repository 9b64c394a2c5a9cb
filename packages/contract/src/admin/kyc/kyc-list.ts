import { z } from 'zod'
import { queued, requestStatus } from '../../resources/members/kyc.ts'
import { pageOf, pageQuery } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const kycList = endpoint({
  name: 'admin.kycList',
  call: 'GET /v1/admin/kyc',
  table: 'staff',
  summary: '本人確認の申請の一覧（審査待ちは古い順、ほかは新しい順）',
  right: 'kyc.review',
  query: z.object({ ...pageQuery.shape, status: requestStatus.default('pending') }),
  status: 200,
  output: pageOf(queued),
  errors: [],
})
