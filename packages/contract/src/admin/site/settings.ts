import { z } from 'zod'
import { setting } from '../../resources/brand/office.ts'
import { recordedChange } from '../../resources/members/campaigns.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const settings = endpoint({
  name: 'admin.settings',
  call: 'GET /v1/admin/site/settings',
  table: 'staff',
  summary: '設定の一覧と変更の履歴',
  right: 'settings.read',
  status: 200,
  output: z.strictObject({ items: z.array(setting), changes: z.array(recordedChange) }),
  errors: [],
})
