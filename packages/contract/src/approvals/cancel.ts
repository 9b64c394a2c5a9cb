import { z } from 'zod'
import { empty, id } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const cancel = endpoint({
  name: 'approvals.cancel',
  call: 'DELETE /v1/approvals/{id}',
  table: 'staff',
  summary: '承認の依頼を取り下げる',
  right: 'approve.ask',
  reach: 'own',
  params: z.object({ id }),
  status: 204,
  output: empty,
  errors: [],
  lost: 'again',
})
