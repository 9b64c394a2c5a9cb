import { limits } from '@shirogane/contract/rules/limits'
import { sentenceOf } from '@shirogane/contract/wire/errors'
import type { Context } from '../../../context.ts'
import type { Rule } from '../../../http/rate-limits.ts'
import { Problem } from '../../../http/problem.ts'
import { verifyPassword } from './passwords.ts'

const lockSeconds = 1_800

/**
 * The password of a person who is signed in, asked for once more. Failures are counted before the password is looked
 * at, so that a hundred guesses at once count as a hundred; a right one takes its own back.
 */
export async function checkOwnPassword(
  ctx: Context,
  userId: string,
  account: { password_hash: string },
  password: string,
  field = 'password',
): Promise<void> {
  const tries: Rule = { bucket: `confirm:${userId}`, max: limits.confirmTries, windowSeconds: lockSeconds }
  if (await ctx.limits.overflow(tries))
    throw new Problem('AUTH_ACCOUNT_LOCKED', { reason: tries.bucket, retryAfterSeconds: lockSeconds })
  if (!(await verifyPassword(account.password_hash, password, ctx.keys.pepper))) {
    throw new Problem('PASSWORD_CURRENT_INVALID', {
      fields: { [field]: sentenceOf('PASSWORD_CURRENT_INVALID') },
    })
  }
  await ctx.limits.giveBack(tries)
}
