import { limits } from '@shirogane/contract/rules/limits'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/sql.ts'
import { findAccountForUpdate, freeUsername, listUnverified } from './account-store.ts'
import { closeAccount, erasePerson, leaveOpenQuestions } from '../leaving/close-store.ts'
import { noteLeaving } from '../leaving/left.ts'
import { noPassword } from '../passwords/passwords.ts'
import { endSessionsOf } from '../reset/reset-store.ts'

const dayMs = 86_400_000

/**
 * Takes out people who registered and never proved a phone. Nothing of theirs is kept but questions that wait for an
 * answer, and their number, address and name are free again for their real owners. Answers how many.
 */
export async function forgetUnverified(ctx: Context): Promise<number> {
  const at = ctx.now()
  const users = await listUnverified(ctx.db, new Date(at.getTime() - limits.unverifiedKeptDays * dayMs))
  if (users.length === 0) return 0
  const password_hash = await noPassword(ctx.keys.pepper)
  for (const user_id of users) {
    const ended = await ctx.transact(async (tx) => {
      const account = await findAccountForUpdate(tx, user_id)
      if (!account || account.verified) return []
      return forgetPerson(tx, { user_id, password_hash, at })
    })
    for (const session of ended) ctx.sessions.forget(session)
    await noteLeaving(ctx, user_id)
  }
  return users.length
}

/** Takes out, once and for all, a person who never became a member. Answers the sessions that ended. */
export async function forgetPerson(
  tx: Tx,
  { user_id, password_hash, at }: { user_id: string; password_hash: string; at: Date },
): Promise<string[]> {
  await closeAccount(tx, { user_id, reason: 'unverified', password_hash, at })
  await erasePerson(tx, user_id, at)
  await leaveOpenQuestions(tx, user_id)
  await freeUsername(tx, user_id)
  return endSessionsOf(tx, { user_id, reason: 'unverified', at })
}
