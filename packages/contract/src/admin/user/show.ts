import { z } from 'zod'
import { memberSheet } from '../../resources/brand/office.ts'
import { id } from '../../resources/shapes.ts'
import { viewPurposes } from '../../terms/office-words.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const showUser = endpoint({
  name: 'admin.showUser',
  call: 'GET /v1/admin/user/{id}/show',
  table: 'staff',
  summary: '会員の詳細（閲覧のたびに、目的とともに記録される）',
  right: 'customer.read',
  reach: { manager: 'own-shop' },
  note: 'managers up; every read in the audit log with a reason',
  params: z.object({ id }),
  query: z.object({ purpose: z.enum(viewPurposes).default('counter') }),
  status: 200,
  output: memberSheet,
  errors: [],
})
