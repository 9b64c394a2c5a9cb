import { z } from 'zod'
import { trimmed } from '../../../inputs/person.ts'
import { staffMember } from '../../../resources/brand/staff.ts'
import { id, pageOf, pageQuery } from '../../../resources/shapes.ts'
import { limits } from '../../../rules/limits.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const staffList = endpoint({
  name: 'admin.staffList',
  call: 'GET /v1/admin/store/staff/list',
  table: 'staff',
  summary: 'スタッフの一覧（店舗の担当者は自店舗だけ）',
  right: 'sales.read',
  reach: { shop: 'own-shop' },
  note: 'a register sees ids and display names alone',
  query: z.object({
    ...pageQuery.shape,
    limit: pageQuery.shape.limit.unwrap().default(limits.pageSizeMax),
    store_id: z.optional(id),
    /** A number or a part of a name. */
    q: z
      .string()
      .max(80)
      .default('')
      .transform((text) => trimmed(text.normalize('NFKC'))),
    state: z.enum(['active', 'stopped', 'all']).default('active'),
  }),
  status: 200,
  output: pageOf(staffMember),
  errors: [],
})
