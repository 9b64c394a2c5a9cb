import { readPin } from '@shirogane/contract/inputs/read-fields'
import { giveGift } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import { readSettings } from '../../../db/settings.ts'
import type { Tx } from '../../../db/sql.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { endOfDay } from '../../../lib/days.ts'
import { grantJoinBonus, lookAtOwnInvitation } from '../../affiliates/index.ts'
import { enqueueMessage } from '../../messages/index.ts'
import { getUser } from '../../users/index.ts'
import { findAccountForUpdate, recordVerified } from '../register/account-store.ts'
import { isHeldByAnother } from '../register/holder-store.ts'
import { voidPins } from '../pins/pin-store.ts'
import { countGuess, pinProblem, tryPin } from '../pins/pins.ts'
import { verifyPurpose } from '../send/verify.ts'

export async function verifyUser(
  ctx: Context,
  actor: Actor,
  { body, client }: Input<'auth.verifyUser'>,
): Promise<Output<'auth.verifyUser'>> {
  if (actor.role !== 'unverified') throw new Problem('ALREADY_VERIFIED')
  const { user_id } = actor
  await countGuess(ctx, { purpose: verifyPurpose, owner: user_id }, client)
  const outcome = await ctx.transact(async (tx) => {
    const account = await findAccountForUpdate(tx, user_id)
    if (!account || account.verified) return { is: 'verified' } as const
    // The code is bound to the number that it went to: one that was sent to an earlier number fits nothing now.
    const errand = { purpose: verifyPurpose, owner: user_id, target: account.phone_number ?? '' }
    const tried = await tryPin(ctx, tx, errand, readPin(body.pin) ?? '')
    if (tried.is !== 'right') return tried
    // Another person has proved the number since this code went out. A reader of messages to that number may know.
    if (await isHeldByAnother(tx, 'phone', errand.target, user_id)) return { is: 'held' } as const
    await becomeMember(ctx, tx, { user_id, method: 'pin', phone_number: errand.target, at: ctx.now() })
    return tried
  })
  if (outcome.is === 'held') throw new Problem('PHONE_TAKEN')
  if (outcome.is === 'verified') throw new Problem('ALREADY_VERIFIED')
  if (outcome.is !== 'right') throw pinProblem(outcome)
  ctx.sessions.forget(actor.session_id)
  ctx.wakeOutbox()
  ctx.wakeMessenger()
  return { user: await getUser(ctx, user_id) }
}

/**
 * What happens once when a person becomes a member, in every way of becoming one. Answers false when they were one
 * already.
 */
export async function becomeMember(
  ctx: Context,
  tx: Tx,
  how: Parameters<typeof recordVerified>[1],
): Promise<boolean> {
  if (!(await recordVerified(tx, how))) return false
  await voidPins(tx, verifyPurpose, [how.user_id], how.at)
  const { 'welcome.points': points, 'welcome.days': days } = await readSettings(tx, [
    'welcome.points',
    'welcome.days',
  ])
  const isWelcomed =
    points > 0 &&
    // A person who comes back has had it.
    (await giveGift(tx, {
      transaction_id: uuidv7(how.at),
      user_id: how.user_id,
      occasion: { campaign: 'welcome', period: 'once' },
      store_id: how.method === 'counter' ? how.store_id : null,
      points,
      expires_at: endOfDay(how.at, days).toISOString(),
      message: { code: 'welcome' },
    }))
  await lookAtOwnInvitation(ctx, tx, how.user_id)
  await grantJoinBonus(ctx, tx, { user_id: how.user_id, at: how.at })
  const account = await findAccountForUpdate(tx, how.user_id)
  if (account?.email) {
    await enqueueMessage(ctx, tx, {
      user_id: how.user_id,
      to: account.email,
      template: 'registered',
      data: { username: account.username, points: isWelcomed ? points : 0 },
      dedupe_key: `registered:${how.user_id}`,
    })
  }
  return true
}
