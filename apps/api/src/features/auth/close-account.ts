import { randomUUID } from 'node:crypto'
import { limits } from '@shirogane/contract/limits'
import type { Actor, Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { Answer, type Input } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { enqueueMessage } from '../messages/index.ts'
import { forgetCards, type KeptCard, removeCards } from '../payment-methods/index.ts'
import { findAccount } from './account-store.ts'
import {
  closeAccount,
  erasePerson,
  eraseQuestions,
  findLeftover,
  forfeitPoints,
  listToErase,
  removePayoutMethods,
} from './close-store.ts'
import { checkOwnPassword } from './own-password.ts'
import { hashPassword } from './passwords.ts'
import { forgetCookies } from './presented.ts'
import { endSessionsOf } from './reset-store.ts'
import { recordAccountChange, removePasskeysOf } from './security-store.ts'
import { requireStepUp } from './step-up.ts'

/**
 * The withdrawal. Money that was paid or earned is never taken: balance, rewards, a payout, a debt and a sale that is under
 * way stand in its way until they are settled. Points end with the membership, as the terms say.
 */
export async function closeOwnAccount(
  ctx: Context,
  actor: Actor,
  { body }: Input<'users.remove'>,
): Promise<Answer<undefined>> {
  const account = await findAccount(ctx.db, actor.user_id)
  if (!account) throw new Error('A signed-in person is not there')
  await checkOwnPassword(ctx, actor.user_id, account, body.password)
  // A hash that nobody knows the password of, so that a login meets the same work as everywhere.
  const password_hash = await hashPassword(randomUUID(), ctx.keys.pepper)

  let cards: KeptCard[] = []
  const ended = await ctx.transact(async (tx) => {
    // Somebody who never entered a code has no phone to be asked by.
    if (actor.role === 'customer') await requireStepUp(ctx, tx, actor, 'delete')
    const at = ctx.now()
    const points = await forfeitPoints(tx, actor.user_id, uuidv7(at))
    const left = await findLeftover(tx, actor.user_id)
    if (left.charge_pending) throw new Problem('CLOSE_CHARGE_PENDING')
    if (left.sale_open) throw new Problem('CLOSE_SALE_OPEN')
    if (left.payout_open) throw new Problem('CLOSE_PAYOUT_OPEN')
    if (left.reward > 0) throw new Problem('CLOSE_REWARD_LEFT', { blanks: { n: left.reward } })
    if (left.balance > 0) throw new Problem('CLOSE_BALANCE_LEFT', { blanks: { n: left.balance } })
    if (left.later > 0) throw new Problem('CLOSE_LATER_LEFT', { blanks: { n: left.later } })
    await recordAccountChange(tx, {
      id: uuidv7(at),
      user_id: actor.user_id,
      kind: 'closed',
      session_id: actor.session_id,
      at,
    })
    await closeAccount(tx, { user_id: actor.user_id, reason: body.reason?.trim() || null, password_hash, at })
    await removePasskeysOf(tx, actor.user_id)
    cards = await removeCards(tx, actor.user_id, at)
    await removePayoutMethods(tx, actor.user_id, at)
    if (account.email) {
      await enqueueMessage(ctx, tx, {
        user_id: actor.user_id,
        to: account.email,
        template: 'account_closed',
        data: { points },
        dedupe_key: `closed:${actor.user_id}`,
      })
    }
    return endSessionsOf(tx, { user_id: actor.user_id, reason: 'closed', at })
  })
  for (const session of ended) ctx.sessions.forget(session)
  await forgetCards(ctx, cards)
  ctx.nudgeMessenger()
  ctx.nudgeOutbox()
  return new Answer(undefined, {
    cookies: forgetCookies,
    headers: { 'Clear-Site-Data': '"cache", "storage"' },
  })
}

/** Takes the people out of accounts that were closed long enough ago. Answers how many. */
export async function eraseClosed(ctx: Context): Promise<number> {
  const at = ctx.now()
  const before = new Date(at.getTime() - limits.closedKeptDays * 86_400_000)
  const users = await listToErase(ctx.db, before)
  for (const user of users)
    await ctx.transact(async (tx) => {
      await erasePerson(tx, user, at)
      await eraseQuestions(tx, user)
    })
  return users.length
}
