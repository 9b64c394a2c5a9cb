import type { Context } from '../../../context.ts'
import { ranOut } from '../../../db/resources.ts'
import { StandsStill } from '../../../db/standstill.ts'
import { Problem } from '../../../http/problem.ts'
import { isOwnApproval } from '../../approvals/index.ts'

/**
 * What became of an act, where the database may have gone away in the middle of it: the commit may or may not have
 * happened, and the same key asks again and learns which. A refusal stays a refusal, also the database's for want of
 * room, and so does what was never sent: nothing was posted, and nothing has to be looked for.
 */
export async function orSayUnknown<T>(ctx: Context, act: string, post: () => Promise<T>): Promise<T> {
  try {
    return await post()
  } catch (error) {
    if (error instanceof Problem || error instanceof StandsStill || ranOut(error)) throw error
    if (isOwnApproval(error)) throw new Problem('APPROVAL_RIGHT')
    ctx.log.error({ err: error }, `the outcome of ${act} is unknown`)
    throw new Problem('PAYMENT_UNKNOWN', { retryAfterSeconds: 2 })
  }
}
