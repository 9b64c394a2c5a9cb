import type { Actor, Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { isKnownKey } from './store.ts'

type Counted = {
  /** What is counted, such as `refund`. */
  act: string
  max: number
  route: string
  key: string
}

/**
 * Counts an act that one employee may do so often in an hour, and answers how to take it out of the count again where it
 * turns out to be a repeat. Whoever asks again what came of an act is answered, however many acts there were.
 */
export async function countAct(
  ctx: Context,
  actor: Actor,
  { act, max, route, key }: Counted,
): Promise<() => Promise<void>> {
  const rule = { bucket: `${act}:${actor.user_id}`, max, windowSeconds: 3_600 }
  if ((await ctx.limits.overflow(rule)) && !(await isKnownKey(ctx.db, actor.user_id, route, key))) {
    throw new Problem('RATE_LIMITED', { reason: rule.bucket, retryAfterSeconds: 600 })
  }
  return () => ctx.limits.giveBack(rule)
}
