import type { Actor, Context } from '../../../../context.ts'
import { readSettings } from '../../../../db/settings.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { mayAlone, requireApproval } from '../../../approvals/index.ts'
import { presentStanding } from '../../../transactions/later/present.ts'
import { maySeeDebts } from '../../../transactions/later/serves.ts'
import { findPerson, findStanding, isOwnCustomer, setLimit } from '../../../transactions/later/store.ts'

/**
 * Sets how much a customer may owe in all. A manager does so alone, a clerk with an approval, and no person for
 * themself. Only a customer of age whose identity documents were checked may owe anything.
 */
export async function setDeferredLimit(
  ctx: Context,
  actor: Actor,
  { params, body }: Input<'admin.setLaterLimit'>,
): Promise<Output<'admin.setLaterLimit'>> {
  const person = await findPerson(ctx.db, params.id)
  if (!person || !(await maySeeDebts(ctx, actor, params.id))) throw new Problem('NOT_FOUND')
  if (await isOwnCustomer(ctx.db, actor.user_id, params.id)) throw new Problem('SELF_DEALING')
  const { 'deferred.limit': most } = await readSettings(ctx.db, ['deferred.limit'])
  if (body.limit > most) throw new Problem('DEFERRED_LIMIT_RANGE', { blanks: { n: most } })
  if (body.limit > 0 && !(person.verified && person.kyc_status === 'approved' && person.is_of_age)) {
    throw new Problem('LATER_UNAVAILABLE')
  }
  const store_id = actor.employee!.store_id
  const isAlone = await mayAlone(ctx.db, actor, 'later.limit', body.limit)
  await ctx.transact(async (tx) => {
    const approved_by = isAlone
      ? null
      : await requireApproval(
          ctx,
          tx,
          actor,
          { kind: 'later_limit', store_id: store_id!, amount: body.limit, subject: { user_id: params.id } },
          body.approval_id,
        )
    if (approved_by !== null && (await isOwnCustomer(tx, approved_by, params.id)))
      throw new Problem('APPROVAL_RIGHT')
    await setLimit(tx, {
      customer_id: params.id,
      amount: body.limit,
      reason: body.reason,
      by: actor.user_id,
      approved_by,
      store_id,
    })
  })
  return presentStanding((await findStanding(ctx.db, params.id))!)
}
