import { limits } from '@shirogane/contract/rules/limits'
import { forfeitPoints } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import type { Tx } from '../../../db/sql.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { Answer, type Input } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { enqueueMessage } from '../../messages/index.ts'
import { forgetCards, type KeptCard, removeCards } from '../../payment-methods/index.ts'
import { findAccount } from '../../auth/register/account-store.ts'
import {
  closeAccount,
  erasePerson,
  eraseQuestions,
  findLeftover,
  listToErase,
  removePayoutMethods,
} from '../../auth/leaving/close-store.ts'
import { checkOwnPassword } from '../../auth/passwords/own-password.ts'
import { noteLeaving } from '../../auth/leaving/left.ts'
import { noPassword } from '../../auth/passwords/passwords.ts'
import { forgetCookies } from '../../auth/sessions/presented.ts'
import { endSessionsOf } from '../../auth/reset/reset-store.ts'
import { recordAccountChange, removePasskeysOf } from '../../auth/security/security-store.ts'
import { requireStepUp } from '../../auth/step-up/step-up-grants.ts'

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
  const password_hash = await noPassword(ctx.keys.pepper)

  let cards: KeptCard[] = []
  const sessions = await ctx.transact(async (tx) => {
    // A customer who never entered a code has no phone to be asked by.
    if (actor.role === 'customer') await requireStepUp(ctx, tx, actor, 'delete')
    const at = ctx.now()
    const points = await forfeitPoints(tx, { user_id: actor.user_id, transaction_id: uuidv7(at) })
    const left = await findLeftover(tx, actor.user_id)
    if (left.charge_pending) throw new Problem('CLOSE_CHARGE_PENDING')
    if (left.sale_open) throw new Problem('CLOSE_SALE_OPEN')
    if (left.payout_open) throw new Problem('CLOSE_PAYOUT_OPEN')
    if (left.reward > 0) throw new Problem('CLOSE_REWARD_LEFT', { blanks: { n: left.reward } })
    if (left.balance > 0) throw new Problem('CLOSE_BALANCE_LEFT', { blanks: { n: left.balance } })
    if (left.later > 0) throw new Problem('CLOSE_LATER_LEFT', { blanks: { n: left.later } })
    const { user_id, session_id } = actor
    const reason = body.reason?.trim() || null
    const ended = await endMembership(tx, { user_id, session_id, reason, password_hash, at })
    cards = ended.cards
    if (account.email) {
      await enqueueMessage(ctx, tx, {
        user_id: actor.user_id,
        to: account.email,
        template: 'account_closed',
        data: { points },
        dedupe_key: `closed:${actor.user_id}`,
      })
    }
    return ended.sessions
  })
  for (const session of sessions) ctx.sessions.forget(session)
  await noteLeaving(ctx, actor.user_id)
  await forgetCards(ctx, cards)
  ctx.wakeMessenger()
  ctx.wakeOutbox()
  return new Answer(undefined, {
    cookies: forgetCookies,
    headers: { 'Clear-Site-Data': '"cache", "storage"' },
  })
}

type Ending = {
  user_id: string
  session_id: string | null
  reason: string | null
  password_hash: string
  at: Date
}

/** Ends everything by which the person signed in, paid or was paid. Answers what ended with it. */
export async function endMembership(
  tx: Tx,
  { user_id, session_id, reason, password_hash, at }: Ending,
): Promise<{ cards: KeptCard[]; sessions: string[] }> {
  await recordAccountChange(tx, { id: uuidv7(at), user_id, kind: 'closed', session_id, at })
  await closeAccount(tx, { user_id, reason, password_hash, at })
  await removePasskeysOf(tx, user_id)
  const cards = await removeCards(tx, user_id, at)
  await removePayoutMethods(tx, user_id, at)
  return { cards, sessions: await endSessionsOf(tx, { user_id, reason: 'closed', at }) }
}

/** Takes the people out of accounts that were closed long enough ago. Answers how many. */
export async function eraseClosed(ctx: Context): Promise<number> {
  const at = ctx.now()
  const before = new Date(at.getTime() - limits.closedKeptDays * 86_400_000)
  const users = await listToErase(ctx.db, before)
  for (const user of users) {
    await ctx.transact(async (tx) => {
      await erasePerson(tx, user, at)
      await eraseQuestions(tx, user)
    })
    await noteLeaving(ctx, user)
  }
  return users.length
}
