import type { Context } from '../../context.ts'
import { ranOut } from '../../db/resources.ts'
import { Problem } from '../../http/problem.ts'
import { isOwnWord } from '../approvals/index.ts'

/**
 * What became of an act, where the database may have gone away in the middle of it: the commit may or may not have happened,
 * and the same key asks again and learns which. A refusal stays a refusal, of the database for want of room as well: nothing was
 * posted, and nobody has to look for it.
 */
export async function orSayUnknown<T>(ctx: Context, act: string, post: () => Promise<T>): Promise<T> {
  try {
    return await post()
  } catch (error) {
    if (error instanceof Problem || ranOut(error)) throw error
    if (isOwnWord(error)) throw new Problem('APPROVAL_RIGHT')
    ctx.log.error({ err: error }, `the outcome of ${act} is unknown`)
    throw new Problem('PAYMENT_UNKNOWN', { retryAfterSeconds: 2 })
  }
}
