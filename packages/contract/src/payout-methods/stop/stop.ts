import { z } from 'zod'
import { empty, id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const stopPayouts = endpoint({
  name: 'payoutMethods.stop',
  call: 'POST /v1/payout-methods/{id}/stop',
  table: 'reward',
  summary:
    '心当たりのない受取口座の停止（出金と報酬の受け取りも止まり、担当者に知らされる。再開は担当者だけができる）',
  right: 'member',
  reach: 'own',
  note: 'stops everything; only head office lets it go on',
  params: z.object({ id }),
  status: 204,
  output: empty,
  errors: ['NOT_VERIFIED'],
  lost: 'again',
})
