import { z } from 'zod'
import { written } from '../../inputs/written.ts'
import { details, pieceParams } from '../../resources/brand/buybacks.ts'
import { buybackWays } from '../../terms/buyback-words.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const disposeBuyback = endpoint({
  name: 'admin.disposeBuyback',
  call: 'PATCH /v1/admin/buybacks/{id}/items/{line}',
  table: 'staff',
  summary: '買い取った品物の処分日と処分先（保管期間のあと、一度だけ）',
  right: 'buyback.make',
  reach: 'own-shop',
  note: 'once, after the days of keeping',
  params: pieceParams,
  body: z.strictObject({
    kind: z.enum(buybackWays).default('other'),
    disposed_to: written.min(1).max(60),
  }),
  status: 200,
  output: details,
  errors: ['BUYBACK_HELD', 'CONFLICT', 'STOCKTAKE_IN_PROGRESS'],
  lost: { ask: 'admin.buyback' },
})
