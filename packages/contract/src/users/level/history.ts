import { z } from 'zod'
import { instant, whole } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

const levelChange = z.strictObject({
  at: instant,
  /**
   * A payment that reached a quota, New Year, a refund that lowered the year's sum, or a rank that head office gave and its
   * end.
   */
  reason: z.enum(['payment', 'year', 'refund', 'given', 'ended']),
  level_before: whole,
  level_after: whole,
  name_before: z.string(),
  name_after: z.string(),
})

export const levelHistory = endpoint({
  name: 'users.levelHistory',
  call: 'GET /v1/users/level/history',
  table: 'customer',
  summary: '自分のランクの変わり方（新しい順）',
  right: 'member',
  reach: 'own',
  status: 200,
  output: z.strictObject({ items: z.array(levelChange) }),
  errors: ['NOT_VERIFIED'],
})
