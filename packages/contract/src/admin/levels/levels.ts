import { z } from 'zod'
import { recordedChange } from '../../resources/members/campaigns.ts'
import { adminRank } from '../../resources/members/levels.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const levels = endpoint({
  name: 'admin.levels',
  call: 'GET /v1/admin/levels',
  table: 'staff',
  summary: '本部：会員ランクと変更の履歴',
  right: 'campaigns.read',
  status: 200,
  output: z.strictObject({ items: z.array(adminRank), changes: z.array(recordedChange) }),
  errors: [],
})
