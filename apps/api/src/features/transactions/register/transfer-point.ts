import { limits } from '@shirogane/contract/rules/limits'
import type { Transaction } from '@shirogane/contract/resources/shapes'
import { holds } from '@shirogane/contract/wire/rights'
import {
  grantAtRegister,
  type RegisterGrantOutcome,
  type RegisterGrantRequest,
  takeBackPoints,
} from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import type { Tx } from '../../../db/sql.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { accepted, Answer, type Input, type Output, replayed } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { hashOfAct } from '../../../lib/acts.ts'
import { requireApproval } from '../../approvals/index.ts'
import { requireStepUp } from '../../auth/index.ts'
import { approvedBy } from '../approved-by.ts'
import { agreementLost } from '../confirm/confirm-first.ts'
import { moveAfterYes } from '../confirm/move.ts'
import { findAskedMove } from '../confirm/store.ts'
import { countAct } from '../sale/count-act.ts'
import { directoryOf } from '../sale/directory.ts'
import { findInitials } from './grant-store.ts'
import { memberOf, membersOfAct } from '../sale/member-of.ts'
import { orSayUnknown } from '../sale/or-say-unknown.ts'
import { presentTransaction } from '../history/present.ts'
import { stateOf } from './state.ts'
import { openRegister } from './registers.ts'
import { findTransaction } from '../store.ts'

const route = 'hand_points'

/** Gives a member points, or moves them from one member who stands here, and says yes on their phone, to another. */
export async function transferPoint(
  ctx: Context,
  actor: Actor,
  { body, idempotencyKey: key }: Input<'transactions.transferPoint'>,
): Promise<Answer<Output<'transactions.transferPoint'>>> {
  const registerId = await openRegister(ctx, actor, body.register_id, { route, key })
  const store_id = actor.employee!.store_id!
  const asked = body.from === undefined ? null : await findAskedMove(ctx.db, actor.user_id, key)
  const { to, from } = await membersOfAct(ctx, actor, { route, key }, async (isKnown) => {
    const isRepeat = isKnown || asked !== null
    if (!isRepeat) await countGrant(ctx, actor, route, key)
    const here = { registerId, store_id, isRepeat }
    return {
      to: await memberOf(ctx, actor, body.to, { ...here, gives: false }),
      from: body.from === undefined ? null : await memberOf(ctx, actor, body.from, { ...here, gives: true }),
    }
  })
  const giver_id = from?.user_id ?? null
  const [names, directory] = await Promise.all([
    findInitials(ctx.db, giver_id === null ? [] : [to.user_id, giver_id]),
    directoryOf(ctx),
  ])
  const request: RegisterGrantRequest = {
    actor_id: actor.user_id,
    session_id: actor.session_id,
    route,
    key,
    // A code is of this minute, and a second person's approval is no part of the wish: asked for again it is the same act.
    request_hash: hashOfAct([to.user_id, giver_id, body.points, body.reason, registerId]),
    store_id,
    register_id: registerId,
    transaction_id: uuidv7(ctx.now()),
    giver_transaction_id: asked?.checkout_id ?? uuidv7(ctx.now()),
    customer_id: to.user_id,
    code_id: to.code_id,
    giver_id,
    giver_code_id: asked?.code_id ?? from?.code_id ?? null,
    message:
      giver_id === null
        ? { code: 'received_from_store', store: directory.stores.get(store_id)!.name }
        : { code: 'received_from_member', member: names.get(giver_id)! },
    giver_message: giver_id === null ? null : { code: 'moved_to_member', member: names.get(to.user_id)! },
    points: body.points,
    reason: body.reason,
    approved_by: null,
  }
  async function post(tx: Tx): Promise<RegisterGrantOutcome> {
    const alone = await grantAtRegister(tx, request)
    if (alone.code !== 'APPROVAL_REQUIRED') return alone
    const act = {
      kind: 'grant',
      store_id,
      amount: body.points,
      subject: { customer_id: to.user_id, giver_id },
    } as const
    const approved_by = await requireApproval(ctx, tx, actor, act, body.approval_id)
    return grantAtRegister(tx, { ...request, approved_by })
  }

  if (giver_id !== null) {
    const asking = await moveAfterYes(ctx, request, asked, post)
    if (asking) return accepted((await stateOf(ctx, actor, asking.waits)).transaction)
  }
  const outcome = await orSayUnknown(ctx, 'handing points over', () =>
    ctx.transact(post).catch((error: unknown) => {
      throw agreementLost(error) ? new Problem('MOVE_NOT_AGREED') : error
    }),
  )
  return answer(ctx, outcome)
}

/** Takes granted points back on the day of the grant, with the approval of the person who gave number and password. */
export async function takeBackGrant(
  ctx: Context,
  actor: Actor,
  asked: {
    id: string
    reason: string | null
    /** The approval of the person who was asked about this act. */
    approval_id: string | null
    approved_by: string | null
    idempotencyKey: string
  },
): Promise<Answer<Transaction>> {
  const key = asked.idempotencyKey
  const uncount = await countGrant(ctx, actor, 'void', key)
  const outcome = await orSayUnknown(ctx, 'handing points over', () =>
    ctx.transact(async (tx) => {
      const agreed_by = await approvedBy(ctx, tx, actor, { ...asked, key })
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
        grant_id: asked.id,
        transaction_id: uuidv7(ctx.now()),
        giver_transaction_id: uuidv7(ctx.now()),
        reason: asked.reason,
        approved_by: agreed_by ?? asked.approved_by,
      })
      if (agreed_by !== null && posted.code !== null) throw new Problem(posted.code)
      // Head office shows once more who it is; without the proof nothing of this stays.
      if (holds(actor.role, 'shops.act') && posted.code === null && !posted.replayed)
        await requireStepUp(ctx, tx, actor, 'till_approval', asked.id)
      return posted
    }),
  )
  if (outcome.code === null && outcome.replayed) await uncount()
  return answer(ctx, outcome)
}

const countGrant = (ctx: Context, actor: Actor, as: typeof route | 'void', key: string) =>
  countAct(ctx, actor, { act: 'hand-points', max: limits.grantsPerHour, route: as, key })

async function answer(ctx: Context, outcome: RegisterGrantOutcome): Promise<Answer<Transaction>> {
  if (outcome.code !== null) throw new Problem(outcome.code)
  const [row, directory] = await Promise.all([findTransaction(ctx.db, outcome.transaction), directoryOf(ctx)])
  const presented = presentTransaction(row!, [], directory)
  if (outcome.replayed) return replayed(presented)
  ctx.wakeOutbox()
  return new Answer(presented)
}
