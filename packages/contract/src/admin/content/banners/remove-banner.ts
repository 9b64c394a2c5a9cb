import { z } from 'zod'
import { empty, id } from '../../../resources/shapes.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const removeBanner = endpoint({
  name: 'admin.removeBanner',
  call: 'DELETE /v1/admin/content/banners/{id}',
  table: 'staff',
  summary: '本部：バナーの削除',
  right: 'banners',
  note: 'on record',
  params: z.object({ id }),
  status: 204,
  output: empty,
  errors: [],
  lost: { ask: 'admin.allBanners' },
})
