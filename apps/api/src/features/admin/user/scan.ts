import { maskPhone } from '@shirogane/contract/inputs/read-fields'
import { readPayCode } from '@shirogane/contract/inputs/pay-code'
import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { findCodeHash } from '../../../lib/code-hash-store.ts'
import { findCounterMember, recordCounterReading } from '../counter-store.ts'

/** The counter reads the code of a person who wants to be verified there. It says who that is, and moves nothing. */
export async function scanUnverified(
  ctx: Context,
  actor: Actor,
  { body }: Input<'admin.scanUnverified'>,
): Promise<Output<'admin.scanUnverified'>> {
  const store_id = actor.employee?.store_id
  if (!store_id) throw new Problem('FORBIDDEN')
  const scanned = readPayCode(body.token)
  if (!scanned) throw new Problem('QR_INVALID')
  const member = await findCounterMember(ctx.db, await findCodeHash(ctx, scanned.text), actor.user_id)
  if (!member) {
    await ctx.limits.spend({
      bucket: `unknown-code:${actor.user_id}`,
      max: limits.unknownCodesPerMinute,
      windowSeconds: 60,
    })
    throw new Problem('QR_INVALID')
  }
  if (member.verified) throw new Problem('ALREADY_VERIFIED')
  if (member.expires_at <= ctx.now()) throw new Problem('QR_EXPIRED')
  if (member.suspended_at) throw new Problem('CUSTOMER_SUSPENDED')
  if (member.is_own) throw new Problem('SELF_DEALING')
  await recordCounterReading(ctx.db, {
    code_id: member.code_id,
    employee_id: actor.user_id,
    store_id,
    at: ctx.now(),
  })
  return {
    id: member.id,
    username: member.username,
    name: member.name,
    phone_number: member.phone_number === null ? '' : maskPhone(member.phone_number),
  }
}
