import { lengthOf, trimmed } from '@shirogane/contract/inputs/person'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { findAccount } from '../register/account-store.ts'
import { findDeviceName } from '../sessions/device.ts'
import { challengeHash, passkeyAlgorithms, relyingParty, webauthn } from './passkey-proof.ts'
import { present, refuseTooMany } from './passkey-questions.ts'
import {
  listPasskeys,
  recordAccountChange,
  recordPasskey,
  takeChallenge,
} from '../security/security-store.ts'
import { requireStepUp } from '../step-up/step-up-grants.ts'
import { notifyOwner } from '../security/notify-owner.ts'
import { deviceText } from '../../../lib/device-text.ts'

const nameMax = 30

export async function addPasskey(
  ctx: Context,
  actor: Actor,
  { body, client }: Input<'auth.addPasskey'>,
): Promise<Output<'auth.addPasskey'>> {
  const { verifyRegistrationResponse } = await webauthn()
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(ctx, client)
  const added = await ctx.transact(async (tx) => {
    await requireStepUp(ctx, tx, actor, 'passkey')
    refuseTooMany((await listPasskeys(tx, actor.user_id)).length)
    const at = ctx.now()
    const result = await verifyRegistrationResponse({
      response: body.credential as unknown as RegistrationResponseJSON,
      expectedChallenge: (challenge) =>
        takeChallenge(tx, { hash: challengeHash(challenge), user_id: actor.user_id, at }),
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: passkeyAlgorithms,
    }).catch((error: unknown) => {
      throw new Problem('PASSKEY_INVALID', { reason: String(error) })
    })
    if (!result.verified) throw new Problem('PASSKEY_INVALID', { reason: 'not verified' })
    const { credential, credentialBackedUp } = result.registrationInfo
    const named = trimmed(body.name ?? '')
    const key = {
      id: uuidv7(at),
      credential_id: credential.id,
      user_id: actor.user_id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: [...(credential.transports ?? [])],
      name: named !== '' && lengthOf(named) <= nameMax ? named : deviceText(findDeviceName(client.userAgent)),
      synced: credentialBackedUp,
    }
    if (!(await recordPasskey(tx, { ...key, at }))) throw new Problem('PASSKEY_TAKEN')
    await recordAccountChange(tx, {
      id: uuidv7(at),
      user_id: actor.user_id,
      kind: 'passkey_added',
      session_id: actor.session_id,
      at,
    })
    const account = await findAccount(tx, actor.user_id)
    if (account) await notifyOwner(ctx, tx, actor.user_id, account, { event: 'passkey_added', key: key.id })
    return { ...key, created_at: at, last_used_at: null }
  })
  ctx.wakeMessenger()
  return present(added)
}
