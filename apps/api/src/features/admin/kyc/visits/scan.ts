import { readPayCode } from '@shirogane/contract/inputs/pay-code'
import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../../context.ts'
import { uuidv7 } from '../../../../db/uuid.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { findCodeHash } from '../../../../lib/code-hash-store.ts'
import { getSubject, recordLook } from '../../../kyc/store.ts'
import { findVisit, recordVisitReading } from '../../../kyc/visit-store.ts'
import { recordNames, wholeRecord } from '../../../kyc/visit.ts'

/** What is on record of the person who stands at the counter, to be held beside their documents. Who read it is on record too. */
export async function scanVisit(
  ctx: Context,
  actor: Actor,
  { body, requestId }: Input<'admin.kycVisitScan'>,
): Promise<Output<'admin.kycVisitScan'>> {
  const store_id = actor.employee?.store_id
  if (!store_id) throw new Problem('FORBIDDEN')
  const scanned = readPayCode(body.token)
  if (!scanned) throw new Problem('QR_INVALID')
  const at = ctx.now()
  const found = await findVisit(ctx.db, await findCodeHash(ctx, scanned.text), actor.user_id)
  if (!found) {
    await ctx.limits.spend({
      bucket: `unknown-code:${actor.user_id}`,
      max: limits.unknownCodesPerMinute,
      windowSeconds: 60,
    })
    throw new Problem('QR_INVALID')
  }
  if (found.used_at !== null || found.expires_at <= at) throw new Problem('QR_EXPIRED')
  if (found.suspended_at) throw new Problem('CUSTOMER_SUSPENDED')
  if (found.is_own) throw new Problem('SELF_DEALING')
  const subject = await getSubject(ctx.db, found.user_id)
  const record = wholeRecord(subject)
  await ctx.transact(async (tx) => {
    await recordVisitReading(tx, {
      id: found.id,
      employee_id: actor.user_id,
      store_id,
      read_record: recordNames(ctx, record)[0]!,
      at,
    })
    await recordLook(tx, {
      id: uuidv7(at),
      at,
      actor_id: actor.user_id,
      action: 'kyc.visit',
      subject_id: found.user_id,
      object: found.id,
      request_id: requestId,
    })
  })
  return { id: found.id, ...record, document: found.document }
}
