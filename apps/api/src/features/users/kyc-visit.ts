import { randomBytes, randomInt } from 'node:crypto'
import { payCodeDigits, payTokenText } from '@shirogane/contract/inputs/pay-code'
import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import type { Input, Output } from '../../http/operation.ts'
import { getSubject } from '../kyc/store.ts'
import { recordVisitRow } from '../kyc/visit-store.ts'
import { mayAsk, wholeRecord } from '../kyc/visit.ts'

/** For a person without a camera: a code that a shop reads to look at the documents there. */
export async function visit(
  ctx: Context,
  actor: Actor,
  { body }: Input<'users.kycVisit'>,
): Promise<Output<'users.kycVisit'>> {
  await ctx.limits.spend({
    bucket: `kyc-visit:${actor.user_id}`,
    max: limits.payTokensPerMinute,
    windowSeconds: 60,
  })
  const at = ctx.now()
  const subject = await getSubject(ctx.db, actor.user_id)
  await mayAsk(ctx.db, subject, at)
  wholeRecord(subject)
  const token = payTokenText(randomBytes(26))
  const code = payCodeDigits(Array.from({ length: 15 }, () => randomInt(10)).join(''))
  await recordVisitRow(ctx.db, {
    id: uuidv7(at),
    user_id: actor.user_id,
    session_id: actor.session_id,
    token_hash: ctx.keys.payCodeHash(token),
    code_hash: ctx.keys.payCodeHash(code),
    document: body.document,
    occupation: body.occupation,
    purposes: [...new Set(body.purposes)],
    at,
    expires_at: new Date(at.getTime() + limits.payTokenTtlSeconds * 1000),
    overlap_until: new Date(at.getTime() + limits.payTokenOverlapSeconds * 1000),
  })
  return { token, code, ttl: limits.payTokenTtlSeconds }
}
