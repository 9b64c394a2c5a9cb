import { randomBytes, randomInt } from 'node:crypto'
import { limits } from '@shirogane/contract/rules/limits'
import { payCodeDigits, payTokenText } from '@shirogane/contract/inputs/pay-code'
import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { bindInviter } from '../../affiliates/index.ts'
import { recordCounterCode } from '../counter-store.ts'
import { hasAgreedToTerms, recordPayCode } from '../store.ts'

/**
 * A code that pays. Only its keyed hashes stay behind; a phone that loses the answer asks for the next one. The first
 * inviter of a customer stays: an affiliate named here counts only where they have none yet. A person who is not
 * verified yet gets a code for the counter's check of the person. It looks the same and is stored apart from all codes
 * that pay.
 */
export async function token(
  ctx: Context,
  actor: Actor,
  { body }: Input<'users.token'>,
): Promise<Output<'users.token'>> {
  await ctx.limits.spend(
    { bucket: `pay-code:${actor.user_id}`, max: limits.payTokensPerMinute, windowSeconds: 60 },
    { bucket: `pay-code-day:${actor.session_id}`, max: limits.payTokensPerDay, windowSeconds: 86_400 },
  )
  if (!(await hasAgreedToTerms(ctx.db, actor.user_id))) throw new Problem('TOS_NOT_AGREED')
  if (body.affiliate_id !== undefined) await bindInviter(ctx, actor, body.affiliate_id)

  const text = payTokenText(randomBytes(26))
  const digits = payCodeDigits(Array.from({ length: 15 }, () => randomInt(10)).join(''))
  const hashes = { token_hash: ctx.keys.payCodeHash(text), code_hash: ctx.keys.payCodeHash(digits) }
  if (actor.role === 'unverified') {
    const at = ctx.now()
    await recordCounterCode(ctx.db, {
      id: uuidv7(at),
      user_id: actor.user_id,
      session_id: actor.session_id,
      ...hashes,
      at,
      expires_at: new Date(at.getTime() + limits.payTokenTtlSeconds * 1000),
      overlap_until: new Date(at.getTime() + limits.payTokenOverlapSeconds * 1000),
    })
    return { token: text, ttl: limits.payTokenTtlSeconds, issued_at: at.toISOString(), code: digits }
  }
  const issued_at = await recordPayCode(ctx.db, {
    id: uuidv7(ctx.now()),
    user_id: actor.user_id,
    session_id: actor.session_id,
    ...hashes,
    ttl_seconds: limits.payTokenTtlSeconds,
    overlap_seconds: limits.payTokenOverlapSeconds,
    ahead: body.ahead ?? false,
  })
  return { token: text, ttl: limits.payTokenTtlSeconds, issued_at: issued_at.toISOString(), code: digits }
}
