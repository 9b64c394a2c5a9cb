import { readPin } from '@shirogane/contract/inputs/read-fields'
import { limits } from '@shirogane/contract/rules/limits'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/sql.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { findAccount } from '../register/account-store.ts'
import { whoAsks } from '../pins/pin-shares.ts'
import { countGuess, pinProblem, targetNames, tryPin } from '../pins/pins.ts'
import { findResetFlow, findResetFlowForUpdate, recordPinOk, type ResetFlow } from './reset-store.ts'
import { hashOf, resetPurpose } from '../send/reset.ts'

/** A code is tried against the run whose cookie came along, and against no other. */
export async function checkReset(
  ctx: Context,
  _actor: unknown,
  { body, client }: Input<'auth.checkReset'>,
): Promise<Output<'auth.checkReset'>> {
  const secret_hash = hashOf(client.resetCookie ?? '')
  const flow = client.resetCookie === null ? null : await findResetFlow(ctx.db, secret_hash)
  if (!isOpen(ctx, flow)) throw new Problem('RESET_TOKEN_INVALID', { reason: 'no run' })
  // Of this run, and not of its account: else the guesses of a stranger would keep its owner out, and tell that there is one.
  // How many wrong ones a day allows for one address holds them all.
  const asker = await whoAsks(ctx, flow.user_id, client)
  await countGuess(ctx, { purpose: resetPurpose, owner: flow.id }, asker === 'browser' ? null : client)

  const outcome = await ctx.transact(async (tx) => {
    const locked = await findResetFlowForUpdate(tx, secret_hash)
    if (!isOpen(ctx, locked)) return { is: 'gone' } as const
    const target = await targetOf(ctx, tx, locked)
    const tried = await tryPin(
      ctx,
      tx,
      { purpose: resetPurpose, owner: locked.id, target },
      readPin(body.pin) ?? '',
    )
    if (tried.is === 'right') {
      const at = ctx.now()
      await recordPinOk(tx, locked.id, at, new Date(at.getTime() + limits.pinTtlSeconds * 1000))
    }
    return tried
  })
  if (outcome.is === 'gone') throw new Problem('RESET_TOKEN_INVALID', { reason: 'the run is past its code' })
  if (outcome.is !== 'right') throw pinProblem(outcome)
  return { expires_in: limits.pinTtlSeconds }
}

function isOpen(ctx: Context, flow: ResetFlow | null): flow is ResetFlow {
  return flow !== null && flow.state === 'pin_sent' && flow.expires_at > ctx.now()
}

/** The address that the run's code went to, as it is on record now: if it changed meanwhile, the code fits nothing. */
async function targetOf(ctx: Context, tx: Tx, flow: ResetFlow): Promise<string> {
  const account = flow.user_id === null ? null : await findAccount(tx, flow.user_id)
  const ways = [account?.phone_number, account?.email].filter((way): way is string => typeof way === 'string')
  return ways.find((way) => targetNames(ctx, way).includes(flow.target_name)) ?? 'nobody'
}
