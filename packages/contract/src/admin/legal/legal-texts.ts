import { z } from 'zod'
import { legalSlug, legalVersion } from '../../resources/brand/legal.ts'
import { businessDate } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const legalDocuments = endpoint({
  name: 'admin.legalTexts',
  call: 'GET /v1/admin/legal',
  table: 'staff',
  summary: '本部：規約と表示の一覧（施行中・予告中の版、承認待ち）',
  right: 'legal.agree',
  status: 200,
  output: z.strictObject({
    items: z.array(
      z.strictObject({
        slug: legalSlug,
        title: z.string(),
        in_force: z.nullable(z.strictObject({ version: legalVersion, effective_on: businessDate })),
        announced: z.nullable(z.strictObject({ version: legalVersion, effective_on: businessDate })),
        is_waiting: z.boolean(),
      }),
    ),
  }),
  errors: [],
})
