import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { empty, id, instant, whole } from './resources.ts'
import { written } from './written.ts'

const finding = z.strictObject({
  /** The rule of the books that does not hold, in the words of `npm run audit`. */
  rule: z.string(),
  /** Whose row it is: its id, and what of it. */
  subject: z.string(),
  expected: z.string(),
  found: z.string(),
})
export type BookFinding = z.infer<typeof finding>

const freeze = z.strictObject({
  since: instant,
  /** What the check found that began it. */
  findings: whole,
  lifted_at: instant,
  lifted_by: z.string(),
  note: z.string(),
})
export type LiftedFreeze = z.infer<typeof freeze>

export const books = {
  show: endpoint({
    name: 'admin.books',
    summary: '帳簿の照合の結果（夜間の照合で見つかった不一致）と、それによる出金の停止',
    who: ['accounting', 'owner'],
    status: 200,
    output: z.strictObject({
      /** The newest check; null before the first one. */
      last: z.nullable(z.strictObject({ at: instant, findings: whole })),
      /** The newest check that found anything, with the first of its findings. */
      wrong: z.nullable(z.strictObject({ id, at: instant, findings: whole, items: z.array(finding) })),
      /** Since when no payout is made; null while they are. */
      frozen_since: z.nullable(instant),
      may_lift: z.boolean(),
      /** Those that are over, the newest first. */
      lifted: z.array(freeze),
    }),
    errors: [],
  }),
  lift: endpoint({
    name: 'admin.liftFreeze',
    summary:
      '出金の停止の解除（最新の不一致を確認したうえで、理由を残す。再度の本人確認が必要。操作は記録される）',
    who: ['owner'],
    params: z.object({ id }),
    body: z.strictObject({ note: written.min(1).max(200) }),
    status: 204,
    output: empty,
    errors: ['CONFLICT', 'STEP_UP_REQUIRED'],
  }),
}
