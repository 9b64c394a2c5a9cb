import { z } from 'zod'
import { sheet } from '../../resources/brand/legal-office.ts'
import { legalSlug } from '../../resources/brand/legal.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const legalText = endpoint({
  name: 'admin.legalText',
  call: 'GET /v1/admin/legal/{slug}',
  table: 'staff',
  summary: '本部：規約や表示の版の一覧と変更の履歴、承認待ちの版の全文',
  right: 'legal.agree',
  note: 'with what waits to be published',
  params: z.object({ slug: legalSlug }),
  status: 200,
  output: sheet,
  errors: [],
})
