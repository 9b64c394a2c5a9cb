import { publishText } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { recordChange } from '../index.ts'
import { requireStepUp } from '../../auth/index.ts'
import { findChangeForUpdate, listVersions, recordDecision } from '../../legal/changes-store.ts'
import { getSheet } from '../../legal/get-sheet.ts'
import { factsOf } from '../../legal/rules.ts'

/**
 * The second person's approval of a new version, which publishes it for good; the one who proposed it can only withdraw
 * it.
 */
export async function decideLegalChange(
  ctx: Context,
  actor: Actor,
  { params: { slug }, body: { id, decision }, requestId }: Input<'admin.decideText'>,
): Promise<Output<'admin.decideText'>> {
  await ctx.transact(async (tx) => {
    const change = await findChangeForUpdate(tx, id, slug)
    if (!change) throw new Problem('NOT_FOUND')
    if ((change.requested_by === actor.user_id) !== (decision === 'withdrawn'))
      throw new Problem(decision === 'withdrawn' ? 'FORBIDDEN' : 'APPROVAL_OWN')
    if (change.status !== 'requested') {
      if (change.status === decision && change.decided_by === actor.user_id) return
      throw new Problem('CONFLICT')
    }
    const [newest] = await listVersions(tx, slug)
    if (decision === 'approved') {
      // What was compared with the newest version is published after that one and no other.
      if ((newest?.version ?? null) !== change.follows) throw new Problem('CONFLICT')
      const agreed = { change_id: id, document_id: uuidv7(ctx.now()), employee_id: actor.user_id }
      const refusal = await publishText(tx, agreed)
      if (refusal !== null) throw new Problem(refusal)
    } else {
      await recordDecision(tx, { id, status: decision, decided_by: actor.user_id })
    }
    await recordChange(ctx, tx, {
      actor,
      requestId,
      action: `legal.${decision}`,
      object: `legal:${slug}`,
      before: decision === 'approved' && newest !== undefined ? factsOf(newest) : null,
      after: factsOf(change),
    })
    if (decision === 'approved') await requireStepUp(ctx, tx, actor, 'legal')
  })
  return getSheet(ctx, actor, slug)
}
