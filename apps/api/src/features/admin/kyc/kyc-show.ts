import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { presentRequest } from '../../kyc/present.ts'
import { countLookalikes, findOwnCustomerId, findRequest, getSubject, recordLook } from '../../kyc/store.ts'

/** What a reviewer reads beside the pictures. Who read it is on record. */
export async function showKyc(
  ctx: Context,
  actor: Actor,
  { params, requestId }: Input<'admin.kycShow'>,
): Promise<Output<'admin.kycShow'>> {
  const row = await findRequest(ctx.db, params.id, actor.user_id)
  if (!row) throw new Problem('NOT_FOUND')
  const now = ctx.now()
  await recordLook(ctx.db, {
    id: uuidv7(now),
    at: now,
    actor_id: actor.user_id,
    action: 'kyc.show',
    subject_id: row.user_id,
    object: row.id,
    request_id: requestId,
  })
  const [subject, lookalikes, own_customer_id] = await Promise.all([
    getSubject(ctx.db, row.user_id),
    countLookalikes(ctx.db, row),
    findOwnCustomerId(ctx.db, actor.user_id),
  ])
  return presentRequest(row, {
    subject,
    lookalikes,
    reviewer: { employee_id: actor.user_id, own_customer_id },
    now,
  })
}
