import { z } from 'zod'
import { banner } from '../../../resources/brand/public-pages.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const banners = endpoint({
  name: 'admin.banners',
  call: 'GET /v1/admin/content/banners',
  table: 'first',
  summary: '公開中のバナー',
  right: 'anyone',
  note: 'published rows only (fetched before sign-in)',
  status: 200,
  output: z.strictObject({
    /** A notice of the operator that stands above every screen; null most of the time. */
    notice: z.nullable(z.string()),
    items: z.array(banner),
  }),
  errors: [],
})
