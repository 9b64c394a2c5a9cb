import { canonicalPassword } from '@shirogane/contract/inputs/passwords'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/sql.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { Answer, type Input, type Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { enqueueMessage } from '../../messages/index.ts'
import { type AccountState, findAccount } from '../register/account-store.ts'
import { checkNewPassword } from '../passwords/new-password.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { voidPins } from '../pins/pin-store.ts'
import {
  endResetFlows,
  endSessionsOf,
  findResetFlow,
  findResetFlowForUpdate,
  recordNewPassword,
  type ResetFlow,
} from './reset-store.ts'
import { recordAccountChange } from '../security/security-store.ts'
import { hashOf, resetPurpose } from '../send/reset.ts'

/** The end of the way back, once: a new password, no session left open anywhere, and word of it on every channel. */
export async function resetPassword(
  ctx: Context,
  _actor: unknown,
  { body, client }: Input<'auth.resetPassword'>,
): Promise<Answer<Output<'auth.resetPassword'>>> {
  const secret_hash = hashOf(client.resetCookie ?? '')
  const flow = client.resetCookie === null ? null : await findResetFlow(ctx.db, secret_hash)
  const account = isProved(ctx, flow) ? await findAccount(ctx.db, flow.user_id) : null
  if (!account) throw new Problem('RESET_TOKEN_INVALID', { reason: 'no proved run' })
  await checkNewPassword(ctx, body.password, [account.username, account.phone_number, account.date_of_birth])
  const hash = await hashPassword(canonicalPassword(body.password), ctx.keys.pepper)

  const ended = await ctx.transact(async (tx) => {
    const locked = await findResetFlowForUpdate(tx, secret_hash)
    if (!isProved(ctx, locked)) throw new Problem('RESET_TOKEN_INVALID', { reason: 'used meanwhile' })
    const at = ctx.now()
    await recordNewPassword(tx, locked.user_id, hash, at)
    // A thief who got at the codes has the account now: money waits a day for its owner to notice.
    await recordAccountChange(tx, {
      id: uuidv7(at),
      user_id: locked.user_id,
      kind: 'password',
      session_id: null,
      at,
    })
    await voidPins(tx, resetPurpose, await endResetFlows(tx, locked.user_id, at), at)
    const sessions = await endSessionsOf(tx, { user_id: locked.user_id, reason: 'password_reset', at })
    await notifyOfNewPassword(ctx, tx, locked.user_id, account, `reset:${locked.id}`)
    return sessions
  })
  for (const session of ended) ctx.sessions.forget(session)
  ctx.wakeMessenger()
  return new Answer({}, { cookies: [{ name: 'reset', value: null }] })
}

type ProvedFlow = ResetFlow & { user_id: string }

function isProved(ctx: Context, flow: ResetFlow | null): flow is ProvedFlow {
  return flow !== null && flow.state === 'pin_ok' && flow.user_id !== null && flow.expires_at > ctx.now()
}

/** To every channel on record: a thief who took one of them over cannot keep the news from its owner. */
export async function notifyOfNewPassword(
  ctx: Context,
  tx: Tx,
  userId: string,
  account: Pick<AccountState, 'email' | 'phone_number'>,
  dedupeKey: string,
): Promise<void> {
  if (account.email) {
    await enqueueMessage(ctx, tx, {
      user_id: userId,
      to: account.email,
      template: 'password_changed',
      data: {},
      dedupe_key: `${dedupeKey}:mail`,
    })
  }
  if (account.phone_number) {
    await enqueueMessage(ctx, tx, {
      user_id: userId,
      to: account.phone_number,
      template: 'password_changed_sms',
      data: {},
      dedupe_key: `${dedupeKey}:sms`,
    })
  }
}
