import { z } from 'zod'
import { legalSlug, legalVersion, shownDocument } from '../resources/brand/legal.ts'
import { endpoint } from '../wire/endpoint.ts'

export const showLegalDocument = endpoint({
  name: 'legal.show',
  call: 'GET /v1/legal/{slug}',
  table: 'customer',
  summary: '規約と法定表示の本文',
  right: 'anyone',
  reach: { other_customer: 'ignored' },
  note: 'published texts, every version',
  params: z.object({ slug: legalSlug }),
  query: z.object({ version: z.optional(legalVersion) }),
  status: 200,
  output: shownDocument,
  errors: [],
})
