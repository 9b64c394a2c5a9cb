import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../context.ts'
import { Problem } from '../../../http/problem.ts'
import type { Rule } from '../../../http/rate-limits.ts'

/**
 * Counts one try to prove at a register who a person is, before it is judged: for the one who tries, and then by the
 * other rules. The person who is named is not locked by it: a clerk who errs five times would else keep their manager
 * from approving in the whole shop. What is refused by a nearer rule counts for none of the further ones. Answers what
 * a right try gives back.
 */
export async function countRegisterTry(
  ctx: Context,
  actor: Actor,
  ...more: readonly Rule[]
): Promise<Rule[]> {
  const [max, windowSeconds] = [limits.employeeAuthTries, limits.employeeAuthLockSeconds]
  const rules: Rule[] = [{ bucket: `till:by:${actor.user_id}`, max, windowSeconds }, ...more]
  for (const rule of rules)
    if (await ctx.limits.overflow(rule))
      throw new Problem('EMPLOYEE_AUTH_LOCKED', {
        reason: rule.bucket,
        retryAfterSeconds: rule.windowSeconds,
      })
  return rules
}
