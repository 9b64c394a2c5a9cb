import { limits } from '@shirogane/contract/rules/limits'
import type { StepUpMethod, StepUpPurpose } from '@shirogane/contract/terms/step-up'
import type { Actor, Context } from '../../../context.ts'
import type { Db, Tx } from '../../../db/sql.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { Problem } from '../../../http/problem.ts'
import { type AccountState, findAccount } from '../register/account-store.ts'
import { listChangesSince, listPasskeys, recordStepUp, spendStepUp } from '../security/security-store.ts'
import { keysUntil, methodsFor, recentlyMs } from './step-up-rules.ts'

/**
 * Asks that this session has shown who it is for this very act, and uses the proof up. Call it inside the transaction of
 * the act: what is refused for another reason leaves the proof as it was.
 */
export async function requireStepUp(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  purpose: StepUpPurpose,
  ref = '',
): Promise<void> {
  const proof = { session_id: actor.session_id, purpose, ref, at: ctx.now() }
  if (!(await spendStepUp(tx, proof))) throw new Problem('STEP_UP_REQUIRED', { reason: purpose })
}

export async function grantStepUp(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  method: StepUpMethod,
  purpose: StepUpPurpose,
  ref: string | undefined,
): Promise<void> {
  const at = ctx.now()
  await recordStepUp(tx, {
    id: uuidv7(at),
    session_id: actor.session_id,
    purpose,
    ref: ref ?? '',
    method,
    at,
    expires_at: new Date(at.getTime() + limits.stepUpSeconds * 1000),
  })
}

/** Bound to this session, so that a code which its owner was tricked into giving away opens nothing in another one. */
export function stepUpErrandOf(
  actor: Actor,
  target: string,
  { purpose, ref }: { purpose: StepUpPurpose; ref?: string | undefined },
): { purpose: string; owner: string; target: string } {
  return { purpose: `step_up_${purpose}`, owner: `${actor.session_id}${ref ? ` ${ref}` : ''}`, target }
}

export async function stepUpMethodsOf(
  ctx: Context,
  actor: Actor,
  account: AccountState,
  purpose: StepUpPurpose,
): Promise<{ methods: StepUpMethod[]; keys_until: Date }> {
  const at = ctx.now()
  const [keys, changes] = await Promise.all([
    listPasskeys(ctx.db, actor.user_id),
    listChangesSince(ctx.db, actor.user_id, new Date(at.getTime() - recentlyMs)),
  ])
  const movedRecently = changes.includes('email') && changes.includes('phone')
  const keys_until = keysUntil(purpose, movedRecently, at)
  const methods = methodsFor(purpose, {
    passkeys: keys.some(({ created_at }) => created_at <= keys_until),
    phone: account.verified && account.phone_number !== null && account.phone_reaches,
    movedRecently,
  })
  return { methods, keys_until }
}

export async function getAccount(db: Db, actor: Actor): Promise<AccountState> {
  const account = await findAccount(db, actor.user_id)
  if (!account) throw new Error('A signed-in person is not there')
  return account
}
