import { refuseText } from '@shirogane/domain/legal/publish-text'
import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { recordChange } from '../index.ts'
import { notifyHeadOffice } from '../../notifications/index.ts'
import { findTextFacts, insertChange, listVersions } from '../../legal/changes-store.ts'
import { getSheet } from '../../legal/get-sheet.ts'
import { factsOf } from '../../legal/rules.ts'

/**
 * A new version of a text, from the one that its author began with: where a newer one was published meanwhile, they
 * have to look again. It stays a proposal until another person of head office publishes it.
 */
export async function propose(
  ctx: Context,
  actor: Actor,
  { params: { slug }, body: { follows, ...proposal }, requestId }: Input<'admin.proposeText'>,
): Promise<Output<'admin.proposeText'>> {
  await ctx.transact(async (tx) => {
    const [newest] = await listVersions(tx, slug)
    if ((newest?.version ?? null) !== follows) throw new Problem('CONFLICT')
    const refusal = refuseText({ ...proposal, slug }, await findTextFacts(tx, slug))
    if (refusal !== null) throw new Problem(refusal)
    const id = uuidv7(ctx.now())
    await insertChange(tx, { ...proposal, id, slug, follows, requested_by: actor.user_id })
    await recordChange(ctx, tx, {
      actor,
      requestId,
      action: 'legal.request',
      object: `legal:${slug}`,
      before: newest === undefined ? null : factsOf(newest),
      after: factsOf(proposal),
    })
    await notifyHeadOffice(
      ctx,
      tx,
      [
        {
          key: `legal:${id}`,
          kind: 'legal_proposed',
          facts: { title: proposal.title, version: proposal.version, by: actor.employee?.name ?? '' },
          topic: 'security',
          path: `/admin?tab=legal&id=${slug}`,
        },
      ],
      { besides: actor.user_id },
    )
  })
  ctx.wakePusher()
  return getSheet(ctx, actor, slug)
}
