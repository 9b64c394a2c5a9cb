import { z } from 'zod'
import { affiliator } from '../../resources/members/affiliates.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const become = endpoint({
  name: 'affiliates.become',
  call: 'POST /v1/affiliates/affiliator',
  table: 'customer',
  summary: 'アフィリエーターになる（本人、または受付中のお客さまについてスタッフが）',
  right: 'counter',
  reach: {
    customer: 'own',
    other_customer: 'absent',
    affiliator: 'conflict',
    register: 'at-counter',
    manager: 'own-shop',
  },
  note: 'staff need the live code of the customer in their own shop; a member names themself alone; 409 AFFILIATE_ALREADY',
  /** `terms_version` names what was on the screen; a caller that leaves it out agrees to the version in force. */
  body: z.strictObject({ user_id: id, terms_version: z.optional(z.string().max(20)) }),
  status: 201,
  output: affiliator,
  errors: [
    'NOT_VERIFIED',
    'AFFILIATE_ALREADY',
    'AGE_RESTRICTED',
    'DOB_REQUIRED',
    'KYC_REQUIRED',
    'KYC_BLOCKED',
    'SELF_DEALING',
    'CONFLICT',
  ],
  lost: { ask: 'affiliates.show' },
})
