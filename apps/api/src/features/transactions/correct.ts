import { createHash } from 'node:crypto'
import { limits } from '@shirogane/contract/limits'
import type { PayUpdateBody, RegisterState } from '@shirogane/contract/transactions'
import { postCorrection } from '@shirogane/ledger'
import type { Actor, Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { Answer, replayed } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { getOwnSale } from './give-back.ts'
import { stateOf } from './register-state.ts'

type Correction = NonNullable<PayUpdateBody['correction']>

/** Says what of a completed sale was written down wrongly. Its amounts stay, and so does everything that stood before. */
export async function correct(
  ctx: Context,
  actor: Actor,
  {
    transaction_id,
    correction,
    idempotencyKey,
  }: { transaction_id: string; correction: Correction; idempotencyKey: string | null },
): Promise<Answer<RegisterState>> {
  await getOwnSale(ctx, actor, transaction_id)
  const { tenders, employee_id, note, reason } = correction
  const request_hash = createHash('sha256')
    .update(JSON.stringify([transaction_id, tenders, employee_id, note, reason]))
    .digest()
  const perHour = { bucket: `correct:${actor.user_id}`, max: limits.correctionsPerHour, windowSeconds: 3_600 }
  if (await ctx.limits.overflow(perHour)) {
    throw new Problem('RATE_LIMITED', { reason: perHour.bucket, retryAfterSeconds: 600 })
  }
  const outcome = await ctx.transact((tx) =>
    postCorrection(tx, {
      actor_id: actor.user_id,
      session_id: actor.session_id,
      // A caller without a key still corrects the same thing once.
      key: idempotencyKey ?? `auto:${request_hash.toString('hex')}`,
      request_hash,
      id: uuidv7(ctx.now()),
      movement_id: uuidv7(ctx.now()),
      sale_id: transaction_id,
      cash: tenders?.cash ?? null,
      card: tenders?.card ?? null,
      employee_id: employee_id ?? null,
      ...(note !== undefined && { note }),
      reason,
      approved_by: null,
    }),
  )
  if (outcome.code !== null) throw new Problem(outcome.code)
  ctx.nudgeOutbox()
  const state = await stateOf(ctx, actor, transaction_id)
  return outcome.replayed ? replayed(state) : new Answer(state)
}
