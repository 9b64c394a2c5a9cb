import { createHash, randomBytes } from 'node:crypto'
import { maskEmail, readUndoCode, undoCodeLetters } from '@shirogane/contract/inputs/read-fields'
import { limits } from '@shirogane/contract/rules/limits'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/sql.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { Answer, type Input, type Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { countMisses, network } from '../../../http/rate-limits.ts'
import { findAccountForUpdate } from '../register/account-store.ts'
import { voidPins } from '../pins/pin-store.ts'
import { targetNames } from '../pins/pins.ts'
import { endResetFlows, endSessionsOf, recordPinOk, recordResetFlow } from '../reset/reset-store.ts'
import {
  dropPending,
  recordAccountChange,
  recordEmail,
  removePasskeysOf,
} from '../security/security-store.ts'
import { hashOf, resetPurpose } from '../send/reset.ts'
import { notifyOwner } from '../security/notify-owner.ts'
import { findEmailUndoForUpdate, recordEmailUndo, spendEmailUndo } from '../security/undo-store.ts'

/**
 * Takes a change of the mail address back, once: the address is what it was, every session and key ends, and a customer
 * goes on to a new password, because the person who made the change may know the old one.
 */
export async function undoEmail(
  ctx: Context,
  _actor: unknown,
  { body, client }: Input<'auth.undoEmail'>,
): Promise<Answer<Output<'auth.undoEmail'>>> {
  const secret = randomBytes(32).toString('base64url')

  const misses = { bucket: `email-undo:${network(client.ip)}`, max: 20, windowSeconds: 3_600 }
  const takeBack = async (tx: Tx) => {
    const at = ctx.now()
    const undo = await findEmailUndoForUpdate(tx, codeHash(readUndoCode(body.code) ?? ''), at)
    const account = undo && (await findAccountForUpdate(tx, undo.user_id))
    if (!undo || !account) throw new Problem('EMAIL_UNDO_INVALID')
    await recordEmail(tx, undo.user_id, undo.email)
    await spendEmailUndo(tx, undo, at)
    await dropPending(tx, undo.user_id, 'email')
    const change = {
      id: uuidv7(at),
      user_id: undo.user_id,
      kind: 'email',
      session_id: null,
      at,
    } as const
    await recordAccountChange(tx, change)
    const ended = await endSessionsOf(tx, { user_id: undo.user_id, reason: 'email_undone', at })
    // Nor by what they may have left behind: a key of their own, or a way back that waits for its password.
    await removePasskeysOf(tx, undo.user_id)
    await voidPins(tx, resetPurpose, await endResetFlows(tx, undo.user_id, at), at)
    await notifyOwner(ctx, tx, undo.user_id, account, { event: 'email_restored', key: change.id })
    // Staff get a new password only from their manager, and the suspended get none.
    const may_reset = account.type === 'customer' && account.suspended_at === null
    if (may_reset) {
      const id = uuidv7(at)
      const expires_at = new Date(at.getTime() + limits.pinTtlSeconds * 1000)
      await recordResetFlow(tx, {
        id,
        secret_hash: hashOf(secret),
        credential_name: ctx.keys.nameOf('credential', `email:${undo.email}`),
        user_id: undo.user_id,
        target_name: targetNames(ctx, undo.email)[0]!,
        at,
        expires_at,
      })
      await recordPinOk(tx, id, at, expires_at)
    }
    return { ended, email: undo.email, may_reset }
  }
  const done = await countMisses(ctx.limits, misses, 'EMAIL_UNDO_INVALID', () => ctx.transact(takeBack))

  for (const session of done.ended) ctx.sessions.forget(session)
  ctx.wakeMessenger()
  return new Answer(
    { email: maskEmail(done.email), may_reset: done.may_reset },
    {
      cookies: done.may_reset ? [{ name: 'reset', value: secret, maxAgeSeconds: limits.pinTtlSeconds }] : [],
    },
  )
}

/** Makes the code that the old address is sent. It is long, because the person who has it needs nothing else. */
export async function issueEmailUndo(
  ctx: Context,
  tx: Tx,
  { user_id, email }: { user_id: string; email: string },
): Promise<string> {
  const at = ctx.now()
  // Sixteen of thirty-two letters are eighty bits. A byte holds five of them without leaning to any letter.
  const code = Array.from(randomBytes(16), (byte) => undoCodeLetters[byte % 32]).join('')
  await recordEmailUndo(tx, {
    id: uuidv7(at),
    user_id,
    code_hash: codeHash(code),
    email,
    at,
    expires_at: new Date(at.getTime() + limits.emailUndoHours * 3_600_000),
  })
  return (code.match(/.{4}/g) ?? []).join('-')
}

function codeHash(code: string): Buffer {
  return createHash('sha256').update(`email undo ${code}`).digest()
}
