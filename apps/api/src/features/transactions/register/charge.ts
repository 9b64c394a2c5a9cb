import { limits } from '@shirogane/contract/rules/limits'
import type { ErrorCode } from '@shirogane/contract/wire/errors'
import type { Transaction } from '@shirogane/contract/resources/shapes'
import { holds } from '@shirogane/contract/wire/rights'
import { type ActOutcome, chargeCash as postCharge, takeBackCharge } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { Answer, type Input, type Output, replayed } from '../../../http/operation.ts'
import { ledgerProblem } from '../../../http/problem.ts'
import { hashOfAct } from '../../../lib/acts.ts'
import { requireStepUp } from '../../auth/index.ts'
import { approvedBy } from '../approved-by.ts'
import { countAct } from '../sale/count-act.ts'
import { directoryOf } from '../sale/directory.ts'
import { memberOf, membersOfAct } from '../sale/member-of.ts'
import { orSayUnknown } from '../sale/or-say-unknown.ts'
import { presentTransaction } from '../history/present.ts'
import { asClosedRegister, ownRegister } from './registers.ts'
import { findTransaction } from '../store.ts'

const route = 'charge_cash'

/** Takes cash and puts it on a member's balance, and spends the code that they showed for it. */
export async function chargeCash(
  ctx: Context,
  actor: Actor,
  { body, idempotencyKey: key }: Input<'transactions.chargeCash'>,
): Promise<Answer<Output<'transactions.chargeCash'>>> {
  const register_id = await ownRegister(ctx, actor, body.register_id, { route, key })
  const store_id = actor.employee!.store_id!
  const transaction_id = uuidv7(ctx.now())
  const { user_id: customer_id, code_id } = await membersOfAct(
    ctx,
    actor,
    { route, key },
    async (isRepeat) => {
      if (!isRepeat)
        await countAct(ctx, actor, { act: 'charge-cash', max: limits.cashChargesPerHour, route, key })
      return memberOf(ctx, actor, body.to, { registerId: register_id, store_id, isRepeat, gives: false })
    },
  )
  const { amount, cash_tendered } = body
  // A code is of this minute: the same act asked for again with a fresh one is still the same act.
  const request_hash = hashOfAct([customer_id, amount, cash_tendered, register_id])
  const outcome = await orSayUnknown(ctx, 'a charge in cash', () =>
    ctx.transact((tx) =>
      postCharge(tx, {
        actor_id: actor.user_id,
        session_id: actor.session_id,
        route,
        key,
        request_hash,
        transaction_id,
        customer_id,
        code_id,
        store_id,
        register_id,
        amount,
        cash_tendered,
      }),
    ),
  )
  try {
    return await answer(ctx, outcome)
  } catch (error) {
    throw await asClosedRegister(ctx, register_id, error)
  }
}

/**
 * Takes a charge in cash back on its own day, with the approval of the person who gave number and password, or agreed.
 */
export async function takeBackCash(
  ctx: Context,
  actor: Actor,
  asked: {
    id: string
    reason: string | null
    register_id: string | undefined
    approval_id: string | null
    approved_by: string | null
    idempotencyKey: string
  },
): Promise<Answer<Transaction>> {
  const key = asked.idempotencyKey
  const { id, reason, approved_by, approval_id } = asked
  const register_id = holds(actor.role, 'shops.act')
    ? null
    : await ownRegister(ctx, actor, asked.register_id, { route: 'void', key })
  const outcome = await orSayUnknown(ctx, 'a charge in cash', () =>
    ctx.transact(async (tx) => {
      const agreed_by = await approvedBy(ctx, tx, actor, { ...asked, key })
      const posted = await takeBackCharge(tx, {
        actor_id: actor.user_id,
        session_id: actor.session_id,
        route: 'void',
        key,
        // Of what is asked, without any password.
        request_hash: hashOfAct([id, reason, approved_by, approval_id]),
        charge_id: id,
        transaction_id: uuidv7(ctx.now()),
        register_id,
        reason,
        approved_by: agreed_by ?? approved_by,
      })
      if (agreed_by !== null && posted.code !== null) throw ledgerProblem(posted)
      // Head office shows once more who it is; without the proof nothing of this stays.
      if (holds(actor.role, 'shops.act') && posted.code === null && !posted.replayed)
        await requireStepUp(ctx, tx, actor, 'till_approval', id)
      return posted
    }),
  )
  return answer(ctx, outcome)
}

async function answer(ctx: Context, outcome: ActOutcome<ErrorCode>): Promise<Answer<Transaction>> {
  if (outcome.code !== null) throw ledgerProblem(outcome)
  const [row, directory] = await Promise.all([findTransaction(ctx.db, outcome.transaction), directoryOf(ctx)])
  const presented = presentTransaction(row!, [], directory)
  if (outcome.replayed) return replayed(presented)
  ctx.wakeOutbox()
  return new Answer(presented)
}
