import { adminBanner, bannerBody } from '../../../resources/brand/office.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const createBanner = endpoint({
  name: 'admin.createBanner',
  call: 'POST /v1/admin/content/banners',
  table: 'staff',
  summary: '本部：バナーの追加（末尾に並ぶ）',
  right: 'banners',
  note: 'on record',
  body: bannerBody,
  status: 201,
  output: adminBanner,
  errors: ['BANNER_IMAGE_UNKNOWN', 'BANNER_LIMIT'],
  lost: { ask: 'admin.allBanners' },
})
