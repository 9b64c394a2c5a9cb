import { sentenceOf } from '@shirogane/contract/errors'
import { readPhone, readPin } from '@shirogane/contract/inputs'
import { limits } from '@shirogane/contract/limits'
import type { Actor, Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { enqueueMessage } from '../messages/index.ts'
import { getUser } from '../users/index.ts'
import { findAccountForUpdate, findTaken } from './account-store.ts'
import { countGuess, issuePin, pinProblem, tryPin, withinSmsCaps } from './pins.ts'
import { taken, takenMeanwhile } from './register.ts'
import {
  dropPending,
  findPending,
  recordAccountChange,
  recordNewPhone,
  recordPending,
} from './security-store.ts'
import { requireStepUp } from './step-up.ts'
import { tellOwner } from './tell-owner.ts'
import { countLookup } from './ticket.ts'

const purpose = 'phone'

/**
 * A member's new number. Unlike before the verification it is confirmed first and changed after, so that a slip of the
 * finger locks nobody out of their own balance.
 */
export async function movePhone(
  ctx: Context,
  actor: Actor,
  { body, client }: Input<'users.phone'>,
): Promise<Output<'users.phone'>> {
  const phone = readPhone(body.phone, { allocatedOnly: ctx.config.production })
  if ('refusal' in phone) throw new Problem(phone.refusal, { fields: { phone: sentenceOf(phone.refusal) } })
  const number = phone.e164
  await countLookup(ctx, actor.user_id, client)
  const found = await findTaken(ctx.db, { phone_number: number })
  const texting = { user_id: actor.user_id, ip: client.ip, isNamed: true }
  await withinSmsCaps(ctx, texting, () =>
    ctx.transact(async (tx) => {
      await requireStepUp(ctx, tx, actor, 'phone')
      if (found.phone_number) throw taken('PHONE_TAKEN', 'phone')
      await findAccountForUpdate(tx, actor.user_id)
      await recordPending(tx, { user_id: actor.user_id, kind: 'phone', value: number, at: ctx.now() })
      const errand = { purpose, owner: actor.user_id, target: number }
      const { id, pin } = await issuePin(ctx, tx, errand, { textedFor: client.ip })
      await enqueueMessage(ctx, tx, {
        user_id: actor.user_id,
        to: number,
        template: 'verification_code',
        data: { code: pin, host: ctx.config.publicUrl.hostname },
        dedupe_key: `pin:${id}`,
      })
    }),
  )
  ctx.nudgeMessenger()
  return { expires_in: limits.pinTtlSeconds, resend_in: limits.pinResendSeconds }
}

export async function verifyPhone(
  ctx: Context,
  actor: Actor,
  { body, client }: Input<'users.verifyPhone'>,
): Promise<Output<'users.verifyPhone'>> {
  await countGuess(ctx, { purpose, owner: actor.user_id }, client.ip)
  const at = ctx.now()
  const since = new Date(at.getTime() - limits.pendingContactSeconds * 1000)
  const outcome = await ctx.transact(async (tx) => {
    const account = await findAccountForUpdate(tx, actor.user_id)
    const target = await findPending(tx, actor.user_id, 'phone', since)
    if (!account || !target) return { is: 'expired' } as const
    const tried = await tryPin(ctx, tx, { purpose, owner: actor.user_id, target }, readPin(body.pin) ?? '')
    if (tried.is !== 'right') return tried
    try {
      await recordNewPhone(tx, actor.user_id, target)
    } catch (error) {
      throw takenMeanwhile(error) ?? error
    }
    await dropPending(tx, actor.user_id, 'phone')
    const change = {
      id: uuidv7(at),
      user_id: actor.user_id,
      kind: 'phone',
      session_id: actor.session_id,
      at,
    } as const
    await recordAccountChange(tx, change)
    await tellOwner(ctx, tx, actor.user_id, account, { event: 'phone_changed', key: change.id })
    return tried
  })
  if (outcome.is !== 'right') throw pinProblem(outcome)
  ctx.nudgeMessenger()
  return getUser(ctx, actor.user_id)
}
