import { maskPhone, readPin } from '@shirogane/contract/inputs'
import { limits } from '@shirogane/contract/limits'
import type { StepUpMethod, StepUpPurpose } from '@shirogane/contract/step-up'
import type { Actor, Context } from '../../context.ts'
import type { Db, Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { enqueueMessage } from '../messages/index.ts'
import { type AccountState, findAccount } from './account-store.ts'
import { checkOwnPassword } from './own-password.ts'
import { provePasskey } from './passkey-proof.ts'
import { countGuess, issuePin, pinProblem, tryPin, withinSmsCaps } from './pins.ts'
import { listChangesSince, listPasskeys, recordStepUp, spendStepUp } from './security-store.ts'
import { keysUntil, methodsFor, purposeNames, recentlyMs } from './step-up-rules.ts'

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

export async function stepUpMethods(
  ctx: Context,
  actor: Actor,
  { query }: Input<'auth.stepUpMethods'>,
): Promise<Output<'auth.stepUpMethods'>> {
  const account = await getAccount(ctx.db, actor)
  const { methods } = await methodsOf(ctx, actor, account, query.purpose)
  return { methods, phone: methods.includes('otp') ? maskPhone(account.phone_number ?? '') : null }
}

export async function stepUpSend(
  ctx: Context,
  actor: Actor,
  { body, client }: Input<'auth.stepUpSend'>,
): Promise<Output<'auth.stepUpSend'>> {
  const account = await getAccount(ctx.db, actor)
  const { methods } = await methodsOf(ctx, actor, account, body.purpose)
  const { phone_number } = account
  if (!methods.includes('otp') || phone_number === null) throw new Problem('STEP_UP_METHOD')
  await withinSmsCaps(ctx, { user_id: actor.user_id, ip: client.ip }, () =>
    ctx.transact(async (tx) => {
      const errand = errandOf(actor, phone_number, body)
      const { id, pin } = await issuePin(ctx, tx, errand, { textedFor: client.ip })
      await enqueueMessage(ctx, tx, {
        user_id: actor.user_id,
        to: phone_number,
        template: 'step_up_code',
        data: {
          code: pin,
          host: ctx.config.publicUrl.hostname,
          action: purposeNames[body.purpose],
          // The end of what it is about, such as the last digits of a bank account.
          about: body.ref ? body.ref.slice(-3) : null,
        },
        dedupe_key: `pin:${id}`,
      })
    }),
  )
  ctx.nudgeMessenger()
  return { expires_in: limits.pinTtlSeconds, resend_in: limits.pinResendSeconds }
}

export async function stepUp(
  ctx: Context,
  actor: Actor,
  { body, client }: Input<'auth.stepUp'>,
): Promise<Output<'auth.stepUp'>> {
  const account = await getAccount(ctx.db, actor)
  const { methods, keys_until } = await methodsOf(ctx, actor, account, body.purpose)
  if (!methods.includes(body.method)) throw new Problem('STEP_UP_METHOD')
  if (body.method === 'password') await checkOwnPassword(ctx, actor.user_id, account, body.password)
  if (body.method === 'otp') await countGuess(ctx, errandOf(actor, '', body), client.ip)

  const outcome = await ctx.transact(async (tx) => {
    if (body.method === 'passkey')
      await provePasskey(ctx, tx, client, body.credential, { user_id: actor.user_id, keys_until })
    if (body.method === 'otp') {
      const errand = errandOf(actor, account.phone_number ?? '', body)
      const tried = await tryPin(ctx, tx, errand, readPin(body.code) ?? '')
      if (tried.is !== 'right') return tried
    }
    await grant(ctx, tx, actor, body.method, body.purpose, body.ref)
    return { is: 'right' } as const
  })
  if (outcome.is !== 'right') throw pinProblem(outcome)
  return { expires_in: limits.stepUpSeconds }
}

/** The password again, before money leaves; where it is a way at all. */
export async function confirm(
  ctx: Context,
  actor: Actor,
  { body }: Input<'auth.confirm'>,
): Promise<Output<'auth.confirm'>> {
  const account = await getAccount(ctx.db, actor)
  const { methods } = await methodsOf(ctx, actor, account, 'payout')
  if (!methods.includes('password')) throw new Problem('STEP_UP_METHOD')
  await checkOwnPassword(ctx, actor.user_id, account, body.password)
  await ctx.transact((tx) => grant(ctx, tx, actor, 'password', 'payout', undefined))
  return { expires_in: limits.stepUpSeconds }
}

async function grant(
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

/** Bound to this session, so that a code which somebody was talked out of opens nothing in another one. */
function errandOf(
  actor: Actor,
  target: string,
  { purpose, ref }: { purpose: StepUpPurpose; ref?: string | undefined },
): { purpose: string; owner: string; target: string } {
  return { purpose: `step_up_${purpose}`, owner: `${actor.session_id}${ref ? ` ${ref}` : ''}`, target }
}

async function methodsOf(
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
    phone: account.verified && account.phone_number !== null,
    movedRecently,
  })
  return { methods, keys_until }
}

async function getAccount(db: Db, actor: Actor): Promise<AccountState> {
  const account = await findAccount(db, actor.user_id)
  if (!account) throw new Error('A signed-in person is not there')
  return account
}
