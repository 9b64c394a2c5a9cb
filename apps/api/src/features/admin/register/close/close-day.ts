import { closeDay } from '@shirogane/ledger'
import type { Actor, Context } from '../../../../context.ts'
import { uuidv7 } from '../../../../db/uuid.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { requireApproval } from '../../../approvals/index.ts'
import { directoryOf } from '../../../transactions/index.ts'
import { presentClose } from '../../../days/present.ts'
import { listClosesOfDay } from '../../../days/store.ts'
import { approvalFrom, getStore } from '../../../days/whose.ts'
import { shortDayText } from '../../../../lib/dates-text.ts'

/** Closes a day: what was counted against what the books say, the way to the bank, and the figures for good. */
export async function closeBusinessDay(
  ctx: Context,
  actor: Actor,
  { body }: Input<'admin.closeDay'>,
): Promise<Output<'admin.closeDay'>> {
  const store = await getStore(ctx, actor, body.store_id)
  const asked = {
    id: uuidv7(ctx.now()),
    over_short_id: uuidv7(ctx.now()),
    deposit_id: uuidv7(ctx.now()),
    float_id: uuidv7(ctx.now()),
    store_id: store.id,
    date: body.date,
    actor_id: actor.user_id,
    approved_by: null,
    approval_from: await approvalFrom(ctx, actor),
    float: body.float ?? null,
    counts: body.counted,
    expected: body.expected ?? null,
    cash_in: body.cash_in ?? null,
    cash_out: body.cash_out ?? null,
    reason: body.reason ?? null,
    note: body.note || null,
    deposit: body.deposit,
  }
  await ctx.transact(async (tx) => {
    let outcome = await closeDay(tx, asked)
    if (outcome.code === 'APPROVAL_REQUIRED') {
      const approved_by = await requireApproval(
        ctx,
        tx,
        actor,
        {
          kind: 'close_difference',
          store_id: store.id,
          amount: Math.abs(outcome.n ?? 0),
          subject: { date: body.date },
        },
        body.approval_id,
      )
      outcome = await closeDay(tx, { ...asked, approved_by })
    }
    if (outcome.code !== null) {
      throw new Problem(outcome.code, {
        blanks: {
          ...(outcome.on_date !== null && { date: shortDayText(outcome.on_date) }),
          ...(outcome.n !== null && { n: outcome.n }),
        },
      })
    }
  })
  const [closes, { employees }] = await Promise.all([
    listClosesOfDay(ctx.db, store.id, body.date),
    directoryOf(ctx),
  ])
  return presentClose(closes[0]!, employees)
}
