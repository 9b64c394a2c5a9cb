import { z } from 'zod'
import {
  adminBanner,
  bannerAsKept,
  bannerFields,
  isForward,
  reversed,
} from '../../../resources/brand/office.ts'
import { id } from '../../../resources/shapes.ts'
import { endpoint } from '../../../wire/endpoint.ts'

const changedBanner = z
  .strictObject({ ...bannerFields, before: z.optional(z.strictObject(bannerAsKept)) })
  .refine(isForward, reversed)

export const updateBanner = endpoint({
  name: 'admin.updateBanner',
  call: 'PATCH /v1/admin/content/banners/{id}',
  table: 'staff',
  summary: '本部：バナーの変更（beforeがあれば、その値が一致するときだけ）',
  right: 'banners',
  note: 'on record with before and after',
  params: z.object({ id }),
  body: changedBanner,
  status: 200,
  output: adminBanner,
  errors: ['BANNER_IMAGE_UNKNOWN', 'CONFLICT'],
  lost: 'again',
})
