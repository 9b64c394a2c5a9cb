import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { expiryRefusal } from '../../kyc/rules.ts'
import { getSubjectForUpdate, moveStatus, recordLook, recordRequest } from '../../kyc/store.ts'
import { notifyOfKyc } from '../../kyc/notify.ts'
import { findVisitForUpdate, spendVisit } from '../../kyc/visit-store.ts'
import { mayAsk, recordNames, wholeRecord } from '../../kyc/visit.ts'

/** The documents were looked at: a request like any other, without pictures, that waits for a reviewer. */
export async function recordVisit(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.kycVisitRecord'>,
): Promise<Output<'admin.kycVisitRecord'>> {
  const store_id = actor.employee?.store_id
  if (!store_id) throw new Problem('FORBIDDEN')
  const at = ctx.now()
  await ctx.transact(async (tx) => {
    const since = new Date(at.getTime() - limits.counterCheckSeconds * 1000)
    const found = await findVisitForUpdate(tx, { id: params.id, employee_id: actor.user_id, store_id, since })
    if (!found) throw new Problem('NOT_FOUND')
    const subject = await getSubjectForUpdate(tx, found.user_id)
    const { method, ever } = await mayAsk(tx, subject, at)
    const record = wholeRecord(subject)
    // What was changed after it had been read was not held beside the documents.
    if (!recordNames(ctx, record).includes(found.read_record ?? '')) throw new Problem('KYC_OUTDATED')
    const ended = expiryRefusal(found.document, body.document_expires_on, at)
    if (ended) throw new Problem(ended)

    const id = uuidv7(at)
    await spendVisit(tx, found.id, at)
    await recordRequest(tx, {
      id,
      user_id: found.user_id,
      method,
      document: found.document,
      ...record,
      occupation: found.occupation,
      purposes: found.purposes,
      action: null,
      attempt: ever + 1,
      at,
      images: [],
      seen: { by: actor.user_id, store_id, expires_on: body.document_expires_on },
    })
    await moveStatus(tx, found.user_id, 'pending')
    await recordLook(tx, {
      id: uuidv7(at),
      at,
      actor_id: actor.user_id,
      action: 'kyc.seen',
      subject_id: found.user_id,
      object: id,
      request_id: requestId,
    })
    await notifyOfKyc(ctx, tx, subject, { what: 'received', request_id: id })
  })
  ctx.wakeMessenger()
  return { kyc_status: 'pending' }
}
