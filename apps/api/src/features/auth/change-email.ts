import { readEmail, readPin } from '@shirogane/contract/inputs'
import { limits } from '@shirogane/contract/limits'
import type { Actor, Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { enqueueMessage } from '../messages/index.ts'
import { getUser } from '../users/index.ts'
import { findAccountForUpdate, findTaken } from './account-store.ts'
import { countGuess, issuePin, pinProblem, tryPin } from './pins.ts'
import {
  dropPending,
  findPending,
  recordAccountChange,
  recordEmail,
  recordPending,
} from './security-store.ts'
import { requireStepUp } from './step-up.ts'
import { taken, takenMeanwhile } from './register.ts'
import { tellOwner } from './tell-owner.ts'
import { countLookup } from './ticket.ts'
import { issueEmailUndo } from './undo-email.ts'

const purpose = 'email'
const sent = { expires_in: limits.pinTtlSeconds, resend_in: limits.pinResendSeconds }

/** Sends a code to the new address. The old one stays in force until the code comes back. */
export async function changeEmail(
  ctx: Context,
  actor: Actor,
  { body, client }: Input<'users.email'>,
): Promise<Output<'users.email'>> {
  const email = readEmail(body.email) ?? ''
  await countLookup(ctx, actor.user_id, client)
  const found = await findTaken(ctx.db, { email, except: actor.user_id })
  await ctx.transact(async (tx) => {
    await requireStepUp(ctx, tx, actor, 'email')
    if (found.email) throw taken('EMAIL_TAKEN')
    await findAccountForUpdate(tx, actor.user_id)
    await recordPending(tx, { user_id: actor.user_id, kind: 'email', value: email, at: ctx.now() })
    await sendCode(ctx, tx, actor, email)
  })
  ctx.nudgeMessenger()
  return sent
}

export async function sendEmailCode(
  ctx: Context,
  actor: Actor,
  { body }: Input<'users.sendEmailCode'>,
): Promise<Output<'users.sendEmailCode'>> {
  await ctx.transact(async (tx) => {
    const account = await findAccountForUpdate(tx, actor.user_id)
    if (body.target === 'current') await dropPending(tx, actor.user_id, 'email')
    const target = (await pendingEmail(ctx, tx, actor)) ?? account?.email
    if (!target) throw new Problem('EMAIL_REQUIRED')
    await sendCode(ctx, tx, actor, target)
  })
  ctx.nudgeMessenger()
  return sent
}

/** The code is bound to the address that it went to: one that was sent to an earlier choice fits nothing now. */
export async function verifyEmail(
  ctx: Context,
  actor: Actor,
  { body, client }: Input<'users.verifyEmail'>,
): Promise<Output<'users.verifyEmail'>> {
  await countGuess(ctx, { purpose, owner: actor.user_id }, client.ip)
  const outcome = await ctx.transact(async (tx) => {
    const account = await findAccountForUpdate(tx, actor.user_id)
    const target = (await pendingEmail(ctx, tx, actor)) ?? account?.email
    if (!account || !target) return { is: 'expired' } as const
    const tried = await tryPin(ctx, tx, { purpose, owner: actor.user_id, target }, readPin(body.code) ?? '')
    if (tried.is !== 'right') return tried
    try {
      await recordEmail(tx, actor.user_id, target)
    } catch (error) {
      throw takenMeanwhile(error) ?? error
    }
    await dropPending(tx, actor.user_id, 'email')
    if (target !== account.email) {
      const at = ctx.now()
      const change = {
        id: uuidv7(at),
        user_id: actor.user_id,
        kind: 'email',
        session_id: actor.session_id,
        at,
      } as const
      await recordAccountChange(tx, change)
      // Only who has shown that they read there is given the means to come back.
      const undo =
        account.email !== null && account.email_verified
          ? await issueEmailUndo(ctx, tx, { user_id: actor.user_id, email: account.email })
          : null
      // To the old address and the phone: the new one is the one that may be somebody else's.
      await tellOwner(ctx, tx, actor.user_id, account, { event: 'email_changed', key: change.id, undo })
    }
    return tried
  })
  if (outcome.is !== 'right') throw pinProblem(outcome)
  ctx.nudgeMessenger()
  return getUser(ctx, actor.user_id)
}

function pendingEmail(ctx: Context, tx: Tx, actor: Actor): Promise<string | null> {
  const since = new Date(ctx.now().getTime() - limits.pendingContactSeconds * 1000)
  return findPending(tx, actor.user_id, 'email', since)
}

async function sendCode(ctx: Context, tx: Tx, actor: Actor, email: string): Promise<void> {
  const { id, pin } = await issuePin(
    ctx,
    tx,
    { purpose, owner: actor.user_id, target: email },
    { textedFor: null },
  )
  await enqueueMessage(ctx, tx, {
    user_id: actor.user_id,
    to: email,
    template: 'email_code',
    data: { code: pin },
    dedupe_key: `pin:${id}`,
  })
}
