import { z } from 'zod'
import { written } from '../../inputs/written.ts'
import { adminRank } from '../../resources/members/levels.ts'
import { id, whole } from '../../resources/shapes.ts'
import { limits } from '../../rules/limits.ts'
import { endpoint } from '../../wire/endpoint.ts'

const rankTerms = z
  .strictObject({
    name: written.min(1).max(12),
    quota: z.int().min(0).max(limits.amountMax),
    point_rate: z.int().min(0).max(2_000),
    birthday_points: z.int().min(0).max(100_000),
    benefits: z.array(written.min(1).max(30)).max(6),
  })
  .partial()

/** As they stand, also where they were written before a rule was made. */
const termsAsKept = z
  .strictObject({
    name: z.string(),
    quota: whole,
    point_rate: whole,
    birthday_points: whole,
    benefits: z.array(z.string()),
  })
  .partial()

export const updateLevel = endpoint({
  name: 'admin.updateLevel',
  call: 'PATCH /v1/admin/levels/{id}',
  table: 'staff',
  summary: '本部：会員ランクの変更（beforeがあれば、その値が一致するときだけ）',
  right: 'levels',
  note: 'on record with before and after',
  params: z.object({ id }),
  body: rankTerms.extend({ before: z.optional(termsAsKept) }),
  status: 200,
  output: adminRank,
  errors: ['CONFLICT', 'LEVELS_ASCEND'],
  lost: { ask: 'admin.levels' },
})
