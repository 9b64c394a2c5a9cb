import type { Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'

/**
 * What became of an act, where the database may have gone away in the middle of it: the commit may or may not have happened,
 * and the same key asks again and learns which. A refusal stays a refusal.
 */
export async function orSayUnknown<T>(ctx: Context, act: string, post: () => Promise<T>): Promise<T> {
  try {
    return await post()
  } catch (error) {
    if (error instanceof Problem) throw error
    ctx.log.error({ err: error }, `the outcome of ${act} is unknown`)
    throw new Problem('PAYMENT_UNKNOWN', { retryAfterSeconds: 2 })
  }
}
