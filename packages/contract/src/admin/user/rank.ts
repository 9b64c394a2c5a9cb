import { z } from 'zod'
import { memberSheet, officeReason } from '../../resources/brand/office.ts'
import { businessDate, id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const giveRank = endpoint({
  name: 'admin.giveRank',
  call: 'POST /v1/admin/user/{id}/rank',
  table: 'staff',
  summary: '本部：会員ランクの付与（期限まで。別の担当者の承認が必要。実行中の付与は置き換わる）',
  right: 'rank.give',
  note: 'with the approval of a second person of head office, never to oneself',
  params: z.object({ id }),
  body: z.strictObject({
    level_id: id,
    /** The last day on which it holds, to the end of the next year. */
    until: businessDate,
    reason: officeReason,
    /** Of kind `rank`: its subject is `user_id`, `level_id`, `rank` (the rank's name) and `until`. */
    approval_id: id,
  }),
  status: 200,
  output: memberSheet,
  errors: ['APPROVAL_REQUIRED', 'RANK_NOT_ABOVE', 'RANK_UNTIL', 'SELF_DEALING'],
  lost: 'again',
})
