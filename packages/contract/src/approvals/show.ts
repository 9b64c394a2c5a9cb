import { z } from 'zod'
import { approval, staffPerson } from '../resources/brand/approvals.ts'
import { id } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const showApproval = endpoint({
  name: 'approvals.show',
  call: 'GET /v1/approvals/{id}',
  table: 'staff',
  summary: '承認の依頼の状態と、承認できる責任者',
  right: 'approve.ask',
  reach: { register: 'own', manager: 'own-shop' },
  params: z.object({ id }),
  status: 200,
  output: z.strictObject({
    ...approval.shape,
    /** Who can approve it beside the register. */
    deciders: z.array(z.strictObject({ ...staffPerson.shape, has_pin: z.boolean() })),
  }),
  errors: [],
})
