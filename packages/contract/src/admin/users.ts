import { z } from 'zod'
import { written } from '../inputs/written.ts'
import { memberRow } from '../resources/brand/office.ts'
import { pageOf, pageQuery } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const members = endpoint({
  name: 'admin.members',
  call: 'GET /v1/admin/users',
  table: 'staff',
  summary: '会員の検索（電話番号・氏名・ユーザー名）。店長には自店で支払った会員だけ',
  right: 'customer.read',
  note: 'a manager finds who has paid at their own shop',
  query: pageQuery.extend({
    q: written.max(40).default(''),
    status: z.enum(['all', 'stopped']).default('all'),
  }),
  status: 200,
  output: pageOf(memberRow),
  errors: [],
})
