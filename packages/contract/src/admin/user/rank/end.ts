import { z } from 'zod'
import { memberSheet, officeReason } from '../../../resources/brand/office.ts'
import { id } from '../../../resources/shapes.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const endRank = endpoint({
  name: 'admin.endRank',
  call: 'POST /v1/admin/user/{id}/rank/end',
  table: 'staff',
  summary: '本部：付与した会員ランクの終了（お買い上げによるランクに戻る）',
  right: 'rank.give',
  note: 'with a reason',
  params: z.object({ id }),
  body: z.strictObject({ reason: officeReason }),
  status: 200,
  output: memberSheet,
  errors: ['CONFLICT', 'SELF_DEALING'],
  lost: { ask: 'admin.showUser' },
})
