import type { Actor, Context } from '../../../context.ts'
import { Problem } from '../../../http/problem.ts'
import { isKnownKey } from '../store.ts'

type Counted = {
  /** What is counted, such as `refund`. */
  act: string
  max: number
  /** An hour, unless it says otherwise. */
  windowSeconds?: number
  route: string
  /** Null where the caller sent none. */
  key: string | null
}

/**
 * Counts an act that one person may do a limited number of times in an hour or another time, and answers how to take it
 * out of the count again where it turns out to be a repeat. A repeat that asks what came of an act is answered, however
 * many acts there were.
 */
export async function countAct(
  ctx: Context,
  actor: Actor,
  { act, max, windowSeconds = 3_600, route, key }: Counted,
): Promise<() => Promise<void>> {
  const rule = { bucket: `${act}:${actor.user_id}`, max, windowSeconds }
  const isRepeat = async () => key !== null && (await isKnownKey(ctx.db, actor.user_id, route, key))
  if ((await ctx.limits.overflow(rule)) && !(await isRepeat())) {
    throw new Problem('RATE_LIMITED', {
      reason: rule.bucket,
      retryAfterSeconds: windowSeconds - ((ctx.now().getTime() / 1000) % windowSeconds),
    })
  }
  return () => ctx.limits.giveBack(rule)
}

/** Counts an act as `countAct` does, and only where something has moved: no repeat, no refusal, no question for a proof. */
export async function countMoves<T extends { code: string | null; replayed: boolean }>(
  ctx: Context,
  actor: Actor,
  counted: Counted,
  act: () => Promise<T>,
): Promise<T> {
  const uncount = await countAct(ctx, actor, counted)
  let hasMoved = false
  try {
    const outcome = await act()
    hasMoved = outcome.code === null && !outcome.replayed
    return outcome
  } finally {
    if (!hasMoved) await uncount()
  }
}
