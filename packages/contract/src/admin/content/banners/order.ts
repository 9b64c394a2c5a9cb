import { z } from 'zod'
import { allBanners } from '../../../resources/brand/office.ts'
import { id } from '../../../resources/shapes.ts'
import { limits } from '../../../rules/limits.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const orderBanners = endpoint({
  name: 'admin.orderBanners',
  call: 'PATCH /v1/admin/content/banners/order',
  table: 'staff',
  summary: '本部：バナーの並べ替え（すべてのバナーを新しい順で）',
  right: 'banners',
  note: 'on record',
  body: z.strictObject({ ids: z.array(id).min(1).max(limits.bannersMax) }),
  status: 200,
  output: allBanners,
  errors: ['CONFLICT'],
  lost: 'again',
})
