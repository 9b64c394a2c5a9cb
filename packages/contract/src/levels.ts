import { z } from 'zod'
import { recordedChange } from './campaigns.ts'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { id, instant, whole } from './resources.ts'
import { written } from './written.ts'

const rank = z.strictObject({
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

const adminRank = z.strictObject({ ...rank.shape, members: whole })
export type AdminRank = z.infer<typeof adminRank>

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

export const levels = {
  list: endpoint({
    name: 'levels.list',
    summary: '会員ランクの一覧',
    who: ['customer', 'register', 'manager', 'owner'],
    status: 200,
    output: z.strictObject({ items: z.array(rank) }),
    errors: ['NOT_VERIFIED'],
  }),
  nextLevel: endpoint({
    name: 'levels.nextLevel',
    summary: '次のランク（最高ランクでは404）',
    who: ['customer', 'owner'],
    params: z.object({ id }),
    status: 200,
    output: z.strictObject({
      id,
      name: z.string(),
      quota: whole,
      point_rate: whole,
      benefits: z.array(z.string()),
    }),
    errors: ['NOT_VERIFIED'],
  }),
  history: endpoint({
    name: 'users.levelHistory',
    summary: '自分のランクの変わり方（新しい順）',
    who: ['customer'],
    status: 200,
    output: z.strictObject({ items: z.array(levelChange) }),
    errors: ['NOT_VERIFIED'],
  }),
}

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

export const adminLevels = {
  list: endpoint({
    name: 'admin.levels',
    summary: '本部：会員ランクと変更の履歴',
    who: ['manager', 'owner'],
    status: 200,
    output: z.strictObject({ items: z.array(adminRank), changes: z.array(recordedChange) }),
    errors: [],
  }),
  update: endpoint({
    name: 'admin.updateLevel',
    summary: '本部：会員ランクの変更（beforeがあれば、その値が一致するときだけ）',
    who: ['owner'],
    params: z.object({ id }),
    body: rankTerms.extend({ before: z.optional(termsAsKept) }),
    status: 200,
    output: adminRank,
    errors: ['CONFLICT', 'LEVELS_ASCEND'],
  }),
}
