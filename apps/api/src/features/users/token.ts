import { randomBytes, randomInt } from 'node:crypto'
import { limits } from '@shirogane/contract/limits'
import { payCodeDigits, payTokenText } from '@shirogane/contract/pay-code'
import type { Actor, Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import type { Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { hasAgreedToTerms, recordPayCode } from './store.ts'

/**
 * A code that pays. Only its keyed hashes stay behind; whoever loses the answer asks for the next one. Who invited a
 * customer is settled at registration, so an affiliate named here changes nothing, and blocks no payment either.
 */
export async function token(ctx: Context, actor: Actor): Promise<Output<'users.token'>> {
  await ctx.limits.spend({
    bucket: `pay-code:${actor.user_id}`,
    max: limits.payTokensPerMinute,
    windowSeconds: 60,
  })
  if (!(await hasAgreedToTerms(ctx.db, actor.user_id))) throw new Problem('TOS_NOT_AGREED')

  const text = payTokenText(randomBytes(26))
  const digits = payCodeDigits(Array.from({ length: 15 }, () => randomInt(10)).join(''))
  await recordPayCode(ctx.db, {
    id: uuidv7(ctx.now()),
    user_id: actor.user_id,
    session_id: actor.session_id,
    token_hash: ctx.keys.payCodeHash(text),
    code_hash: ctx.keys.payCodeHash(digits),
    ttl_seconds: limits.payTokenTtlSeconds,
    overlap_seconds: limits.payTokenOverlapSeconds,
  })
  return { token: text, ttl: limits.payTokenTtlSeconds, code: digits }
}
