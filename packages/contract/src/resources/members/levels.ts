import { z } from 'zod'
import { id, whole } from '../shapes.ts'

export const rank = z.strictObject({
  id,
  /** Index from 0. */
  level_index: whole,
  name: z.string(),
  /** Yen of one calendar year. */
  quota: whole,
  point_rate: whole,
  birthday_points: whole,
  benefits: z.array(z.string()),
})
export type Rank = z.infer<typeof rank>

export const adminRank = z.strictObject({ ...rank.shape, members: whole })
export type AdminRank = z.infer<typeof adminRank>
