import { limits } from '@shirogane/contract/rules/limits'
import type { RegisterState } from '@shirogane/contract/resources/sales/transactions'
import type { PayUpdateBody } from '@shirogane/contract/transactions/pay/update'
import { holds } from '@shirogane/contract/wire/rights'
import { postCorrection, type TransactionRow } from '@shirogane/ledger'
import type { Actor, Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { Answer, replayed } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { hashOfAct } from '../../lib/acts.ts'
import { type ApprovedAct, requireApproval } from '../approvals/index.ts'
import { countAct } from './sale/count-act.ts'
import { getOwnSale } from './refund/give-back.ts'
import { stateOf } from './register/state.ts'
import { requireDevice } from './register/registers.ts'
import { isKnownKey } from './store.ts'

type Correction = NonNullable<PayUpdateBody['correction']>

/** What a second person is asked about, word for word as the register asks it. */
function actOf(
  { id, number, store_id }: TransactionRow,
  { tenders, employee_id, note }: Correction,
): ApprovedAct {
  return {
    kind: 'correction',
    store_id: store_id!,
    amount: null,
    subject: {
      transaction_id: id,
      number,
      tenders: tenders ?? null,
      employee_id: employee_id ?? null,
      note: note ?? null,
    },
  }
}

/** Says what of a completed sale was written down wrongly. Its amounts stay, and so does everything that stood before. */
export async function correct(
  ctx: Context,
  actor: Actor,
  {
    transaction_id,
    correction,
    idempotencyKey: key,
  }: { transaction_id: string; correction: Correction; idempotencyKey: string },
): Promise<Answer<RegisterState>> {
  const sale = await getOwnSale(ctx, actor, transaction_id)
  const { tenders, employee_id, note, reason, approval_id } = correction
  const request_hash = hashOfAct([transaction_id, tenders, employee_id, note, reason])
  const route = 'correct'
  await requireDevice(ctx, actor, { route, key })
  const uncount = await countAct(ctx, actor, { act: route, max: limits.correctionsPerHour, route, key })
  const outcome = await ctx.transact(async (tx) => {
    const isKnown = await isKnownKey(tx, actor.user_id, route, key)
    const approved_by =
      approval_id === undefined || isKnown || holds(actor.role, 'correct')
        ? null
        : await requireApproval(ctx, tx, actor, actOf(sale, correction), approval_id)
    const posted = await postCorrection(tx, {
      actor_id: actor.user_id,
      session_id: actor.session_id,
      key,
      request_hash,
      id: uuidv7(ctx.now()),
      movement_id: uuidv7(ctx.now()),
      sale_id: transaction_id,
      cash: tenders?.cash ?? null,
      card: tenders?.card ?? null,
      employee_id: employee_id ?? null,
      ...(note !== undefined && { note }),
      reason,
      approved_by,
    })
    // An approval that was given stays good where the correction was refused for another reason.
    if (approved_by !== null && posted.code !== null) throw new Problem(posted.code)
    return posted
  })
  if (outcome.code !== null) throw new Problem(outcome.code)
  if (outcome.replayed) await uncount()
  ctx.wakeOutbox()
  const state = await stateOf(ctx, actor, transaction_id)
  return outcome.replayed ? replayed(state) : new Answer(state)
}
