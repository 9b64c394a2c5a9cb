import { z } from 'zod'
import { instant, whole } from '../shapes.ts'

export const finding = z.strictObject({
  /** The rule of the books that does not hold, in the words of `npm run audit`. */
  rule: z.string(),
  /** Whose row it is: its id, and what of it. */
  subject: z.string(),
  expected: z.string(),
  found: z.string(),
})
export type BookFinding = z.infer<typeof finding>

export const freeze = z.strictObject({
  since: instant,
  /** What the check found that began it. */
  findings: whole,
  lifted_at: instant,
  lifted_by: z.string(),
  note: z.string(),
})
export type LiftedFreeze = z.infer<typeof freeze>
