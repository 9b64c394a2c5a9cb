import { limits } from '@shirogane/contract/limits'
import type { Actor, Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import type { Rule } from '../../http/rate-limits.ts'

/**
 * Counts one try to show at a register who somebody is, before it is judged: for whoever tries, for the person who is named,
 * and then for what else holds. What is refused nearer by counts for nothing further out, or one till could lock out the
 * whole staff in a minute. Answers what a right try gives back.
 */
export async function countTillTry(
  ctx: Context,
  actor: Actor,
  named: string,
  ...more: readonly Rule[]
): Promise<Rule[]> {
  const [max, windowSeconds] = [limits.employeeAuthTries, limits.employeeAuthLockSeconds]
  const rules: Rule[] = [
    { bucket: `till:by:${actor.user_id}`, max, windowSeconds },
    { bucket: `till:named:${named}`, max, windowSeconds },
    ...more,
  ]
  for (const rule of rules)
    if (await ctx.limits.overflow(rule))
      throw new Problem('EMPLOYEE_AUTH_LOCKED', { reason: rule.bucket, retryAfterSeconds: windowSeconds })
  return rules
}
