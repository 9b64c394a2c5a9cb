import { allBanners } from '../../../resources/brand/office.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const allBannersCall = endpoint({
  name: 'admin.allBanners',
  call: 'GET /v1/admin/content/banners/all',
  table: 'staff',
  summary: '本部：すべてのバナー（表示順）と変更の履歴',
  right: 'campaigns.read',
  status: 200,
  output: allBanners,
  errors: [],
})
