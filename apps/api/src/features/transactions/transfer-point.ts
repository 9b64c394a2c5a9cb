import { limits } from '@shirogane/contract/limits'
import type { Transaction } from '@shirogane/contract/resources'
import { handPoints, type HandOutcome, takeBackPoints } from '@shirogane/ledger'
import type { Actor, Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { Answer, type Input, type Output, replayed } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { hashOfAct, keyOfEach, keyOfEqual } from '../../lib/acts.ts'
import { requireApproval } from '../approvals/index.ts'
import { requireStepUp } from '../auth/index.ts'
import { agreedBy } from './agreed-by.ts'
import { countAct } from './count-act.ts'
import { directoryOf } from './directory.ts'
import { findInitials } from './hand-store.ts'
import { memberOf, membersOfAct } from './member-of.ts'
import { orSayUnknown } from './or-say-unknown.ts'
import { presentTransaction } from './present.ts'
import { openRegister } from './registers.ts'
import { findTransaction } from './store.ts'
import { pt } from '../../lib/amounts.ts'

const route = 'hand_points'

/** Gives a member points, or moves them from one member who stands here to another. */
export async function transferPoint(
  ctx: Context,
  actor: Actor,
  { body, idempotencyKey, requestHash }: Input<'transactions.transferPoint'>,
): Promise<Answer<Output<'transactions.transferPoint'>>> {
  // A caller without a key still hands the same over once: an equal second act needs a key of its own.
  const key = idempotencyKey ?? keyOfEqual(requestHash)
  const registerId = await openRegister(ctx, actor, body.register_id, { route, key })
  const store_id = actor.employee!.store_id!
  const { to, from } = await membersOfAct(ctx, actor, { route, key }, async (isRepeat) => {
    if (!isRepeat) await countHanding(ctx, actor, route, key)
    const here = { registerId, store_id, isRepeat }
    return {
      to: await memberOf(ctx, actor, body.to, { ...here, gives: false }),
      from: body.from === undefined ? null : await memberOf(ctx, actor, body.from, { ...here, gives: true }),
    }
  })
  const [names, directory] = await Promise.all([
    findInitials(ctx.db, from === null ? [] : [to, from]),
    directoryOf(ctx),
  ])
  const points = pt(body.points)
  const source = from === null ? `${directory.stores.get(store_id)?.name}で` : `${names.get(from)}さんから`
  const request = {
    actor_id: actor.user_id,
    session_id: actor.session_id,
    route,
    key,
    // A code is of this minute, and a second person's word is no part of the wish: asked for again it is the same act.
    request_hash: hashOfAct([to, from, body.points, body.reason, registerId]),
    store_id,
    transaction_id: uuidv7(ctx.now()),
    giver_transaction_id: uuidv7(ctx.now()),
    customer_id: to,
    giver_id: from,
    message: `${source}${points}を受け取りました`,
    giver_message: from === null ? null : `${names.get(to)}さんへ${points}を移しました`,
    points: body.points,
    reason: body.reason,
  }
  const outcome = await orSayUnknown(ctx, 'handing points over', () =>
    ctx.transact(async (tx) => {
      const alone = await handPoints(tx, { ...request, approved_by: null })
      if (alone.code !== 'APPROVAL_REQUIRED') return alone
      const act = {
        kind: 'grant',
        store_id,
        amount: body.points,
        subject: { customer_id: to, giver_id: from },
      } as const
      const approved_by = await requireApproval(ctx, tx, actor, act, body.approval_id)
      return handPoints(tx, { ...request, approved_by })
    }),
  )
  return answer(ctx, outcome)
}

/** Takes back on its own day what was handed over, by the word of whoever gave number and password. */
export async function takeBackHanded(
  ctx: Context,
  actor: Actor,
  asked: {
    id: string
    reason: string | null
    /** The word of somebody who was asked for this act. */
    approval_id: string | null
    approved_by: string | null
    idempotencyKey: string | null
  },
): Promise<Answer<Transaction>> {
  const key = asked.idempotencyKey ?? keyOfEach(asked.id)
  const uncount = await countHanding(ctx, actor, 'void', key)
  const outcome = await orSayUnknown(ctx, 'handing points over', () =>
    ctx.transact(async (tx) => {
      const agreed_by = await agreedBy(ctx, tx, actor, { ...asked, key })
      const posted = await takeBackPoints(tx, {
        actor_id: actor.user_id,
        session_id: actor.session_id,
        route: 'void',
        key,
        // Of what is asked, without any password.
        request_hash: hashOfAct([
          asked.id,
          asked.approved_by,
          asked.reason,
          ...(asked.approval_id === null ? [] : [asked.approval_id]),
        ]),
        handed_id: asked.id,
        transaction_id: uuidv7(ctx.now()),
        giver_transaction_id: uuidv7(ctx.now()),
        reason: asked.reason,
        approved_by: agreed_by ?? asked.approved_by,
      })
      if (agreed_by !== null && posted.code !== null) throw new Problem(posted.code)
      // Head office shows once more who it is; without the proof nothing of this stays.
      if (actor.role === 'owner' && posted.code === null && !posted.replayed)
        await requireStepUp(ctx, tx, actor, 'till_approval', asked.id)
      return posted
    }),
  )
  if (outcome.code === null && outcome.replayed) await uncount()
  return answer(ctx, outcome)
}

const countHanding = (ctx: Context, actor: Actor, as: typeof route | 'void', key: string) =>
  countAct(ctx, actor, { act: 'hand-points', max: limits.handedPerHour, route: as, key })

async function answer(ctx: Context, outcome: HandOutcome): Promise<Answer<Transaction>> {
  if (outcome.code !== null) throw new Problem(outcome.code)
  const [row, directory] = await Promise.all([findTransaction(ctx.db, outcome.transaction), directoryOf(ctx)])
  const presented = presentTransaction(row!, [], directory)
  if (outcome.replayed) return replayed(presented)
  ctx.nudgeOutbox()
  return new Answer(presented)
}
