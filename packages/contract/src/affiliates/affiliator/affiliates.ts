import { z } from 'zod'
import { affiliate } from '../../resources/members/affiliates.ts'
import { pageOf, pageQuery } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const listAffiliates = endpoint({
  name: 'affiliates.list',
  call: 'GET /v1/affiliates/affiliator/affiliates',
  table: 'customer',
  summary: '招待した人（名前は一部だけ。showAll=true は登録だけの人も）',
  right: 'member',
  reach: { customer: 'forbidden', affiliator: 'own' },
  note: 'masked names of the invited',
  query: pageQuery.extend({ showAll: z.enum(['true', 'false']).default('false') }),
  status: 200,
  output: pageOf(affiliate),
  errors: ['NOT_VERIFIED', 'NOT_AFFILIATOR'],
})
