import { limits } from '@shirogane/contract/rules/limits'
import { readPayCode } from '@shirogane/contract/inputs/pay-code'
import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { findCodeHash } from '../../../lib/code-hash-store.ts'
import { findMemberOfCode, recordLook, recordReading } from '../../buybacks/store.ts'

/** A member shows their code at the desk: what is on record of them need not be written anew. Their documents are seen all the same. */
export async function member(
  ctx: Context,
  actor: Actor,
  { body, requestId }: Input<'admin.buybackMember'>,
): Promise<Output<'admin.buybackMember'>> {
  const store_id = actor.employee?.store_id
  if (!store_id) throw new Problem('FORBIDDEN')
  const scanned = readPayCode(body.token)
  if (!scanned) throw new Problem('QR_INVALID')
  const found = await findMemberOfCode(ctx.db, await findCodeHash(ctx, scanned.text), actor.user_id)
  if (!found) {
    await ctx.limits.spend({
      bucket: `unknown-code:${actor.user_id}`,
      max: limits.unknownCodesPerMinute,
      windowSeconds: 60,
    })
    throw new Problem('QR_INVALID')
  }
  if (found.suspended_at) throw new Problem('CUSTOMER_SUSPENDED')
  if (found.state === 'spent' || found.state === 'void') throw new Problem('QR_ALREADY_USED')
  if (found.expires_at <= ctx.now()) throw new Problem('QR_EXPIRED')
  if (found.is_own) throw new Problem('SELF_DEALING')
  const at = ctx.now()
  const isOurs = await recordReading(ctx.db, {
    id: uuidv7(at),
    user_id: found.id,
    code_id: found.code_id,
    store_id,
    employee_id: actor.user_id,
  })
  if (!isOurs) throw new Problem('QR_ALREADY_USED')
  await recordLook(ctx.db, {
    id: uuidv7(at),
    at,
    actor_id: actor.user_id,
    action: 'buyback.read',
    subject_id: found.id,
    object: `store:${store_id}`,
    request_id: requestId,
  })
  const { id, username, name, address, date_of_birth, kyc_approved, purchases } = found
  return { id, username, name, address, date_of_birth, kyc_approved, purchases }
}
