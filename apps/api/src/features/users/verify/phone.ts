import { readPin } from '@shirogane/contract/inputs/read-fields'
import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { findAccountForUpdate } from '../../auth/register/account-store.ts'
import { phonePurpose } from '../../auth/pins/contact-codes.ts'
import { isHeldByAnother } from '../../auth/register/holder-store.ts'
import { countGuess, pinProblem, tryPin } from '../../auth/pins/pins.ts'
import {
  dropPending,
  findPending,
  recordAccountChange,
  recordNewPhone,
} from '../../auth/security/security-store.ts'
import { notifyOwner } from '../../auth/security/notify-owner.ts'
import { getUser } from '../index.ts'

export async function verifyPhone(
  ctx: Context,
  actor: Actor,
  { body }: Input<'users.verifyPhone'>,
): Promise<Output<'users.verifyPhone'>> {
  await countGuess(ctx, { purpose: phonePurpose, owner: actor.user_id }, null)
  const at = ctx.now()
  const since = new Date(at.getTime() - limits.pendingContactSeconds * 1000)
  const outcome = await ctx.transact(async (tx) => {
    const account = await findAccountForUpdate(tx, actor.user_id)
    const target = await findPending(tx, actor.user_id, 'phone', since)
    if (!account || !target) return { is: 'expired' } as const
    const tried = await tryPin(
      ctx,
      tx,
      { purpose: phonePurpose, owner: actor.user_id, target },
      readPin(body.pin) ?? '',
    )
    if (tried.is !== 'right') return tried
    if (await isHeldByAnother(tx, 'phone', target, actor.user_id)) return { is: 'held' } as const
    await recordNewPhone(tx, actor.user_id, target)
    await dropPending(tx, actor.user_id, 'phone')
    const change = {
      id: uuidv7(at),
      user_id: actor.user_id,
      kind: 'phone',
      session_id: actor.session_id,
      at,
    } as const
    await recordAccountChange(tx, change)
    await notifyOwner(ctx, tx, actor.user_id, account, { event: 'phone_changed', key: change.id })
    return tried
  })
  if (outcome.is === 'held') throw new Problem('PHONE_TAKEN')
  if (outcome.is !== 'right') throw pinProblem(outcome)
  ctx.wakeMessenger()
  return getUser(ctx, actor.user_id)
}
