import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { decisionRefusal, expiryRefusal, isOutdated } from '../../kyc/rules.ts'
import {
  findNextPending,
  findOwnCustomerId,
  findRequest,
  findSubjectId,
  getSubjectForUpdate,
  moveStatus,
  recordDecision,
  recordLook,
} from '../../kyc/store.ts'
import { notifyOfKyc } from '../../kyc/notify.ts'

/** Approves documents or sends them back. A refusal is turned around by another person, who says why. */
export async function decideKyc(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.kycDecide'>,
): Promise<Output<'admin.kycDecide'>> {
  const at = ctx.now()
  const note = body.note?.trim() || null
  const own_customer_id = await findOwnCustomerId(ctx.db, actor.user_id)

  await ctx.transact(async (tx) => {
    const owner = await findSubjectId(tx, params.id)
    if (!owner) throw new Problem('NOT_FOUND')
    const subject = await getSubjectForUpdate(tx, owner.user_id)
    const row = await findRequest(tx, params.id, actor.user_id)
    if (!row) throw new Problem('NOT_FOUND')
    const refusal = decisionRefusal(row, { employee_id: actor.user_id, own_customer_id }, body.decision)
    if (refusal) throw new Problem(refusal)
    if (body.decision === 'approve') {
      if (isOutdated(row, subject)) throw new Problem('KYC_OUTDATED')
      const ended = expiryRefusal(row.document, body.document_expires_on, at)
      if (ended) throw new Problem(ended)
    }
    const isOverride = row.status === 'rejected'
    if (note === null && (isOverride || saysNothing(body))) throw new Problem('KYC_NOTE_REQUIRED')

    const reasons = body.decision === 'reject' ? [...new Set(body.reasons)] : []
    await recordDecision(tx, {
      id: uuidv7(at),
      request_id: row.id,
      decision: body.decision,
      employee_id: actor.user_id,
      reasons,
      note,
      document_expires_on: body.decision === 'approve' ? body.document_expires_on : null,
      at,
    })
    await moveStatus(tx, row.user_id, body.decision === 'approve' ? 'approved' : 'rejected')
    await recordLook(tx, {
      id: uuidv7(at),
      at,
      actor_id: actor.user_id,
      action: 'kyc.decide',
      subject_id: row.user_id,
      object: `${row.id} ${body.decision}`,
      request_id: requestId,
    })
    await notifyOfKyc(
      ctx,
      tx,
      subject,
      body.decision === 'approve'
        ? { what: 'approved', request_id: row.id }
        : { what: 'rejected', request_id: row.id, reasons },
    )
  })
  ctx.wakeMessenger()
  const next = await findNextPending(ctx.db)
  return {
    id: params.id,
    status: body.decision === 'approve' ? 'approved' : 'rejected',
    next_id: next?.id ?? null,
  }
}

/** `other` alone tells the next reader nothing. */
function saysNothing(body: Input<'admin.kycDecide'>['body']): boolean {
  return body.decision === 'reject' && body.reasons.every((reason) => reason === 'other')
}
