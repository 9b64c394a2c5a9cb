import { z } from 'zod'
import { store } from '../../resources/brand/stores.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const closeStore = endpoint({
  name: 'admin.closeStore',
  call: 'POST /v1/admin/stores/{id}/close',
  table: 'staff',
  summary: '閉店（締め・在庫・現金・担当がすべて済んでから。元に戻せない。記録とレポートは残る）',
  right: 'stores',
  reach: 'after-proof',
  note: 'for good, once nothing is left to do there',
  params: z.object({ id }),
  status: 200,
  output: store,
  errors: ['STORE_NOT_READY', 'STEP_UP_REQUIRED'],
  lost: 'again',
})
