import { z } from 'zod'
import { written } from '../../inputs/written.ts'
import { affiliatorRow } from '../../resources/members/affiliates.ts'
import { pageOf, pageQuery, whole } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const affiliators = endpoint({
  name: 'admin.affiliators',
  call: 'GET /v1/admin/affiliators',
  table: 'staff',
  summary: 'アフィリエーターの一覧（確認待ちのある人が先）',
  right: 'affiliates.read',
  query: pageQuery.extend({
    q: written.max(40).default(''),
    state: z.enum(['all', 'held', 'stopped']).default('all'),
  }),
  status: 200,
  output: z.strictObject({
    ...pageOf(affiliatorRow).shape,
    /** Of all invited persons, those whose rewards wait for a look. */
    held_count: whole,
  }),
  errors: [],
})
