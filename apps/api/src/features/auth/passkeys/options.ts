import { randomBytes } from 'node:crypto'
import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { passkeyAlgorithms, relyingParty, webauthn } from './passkey-proof.ts'
import { ask, refuseTooMany } from './passkey-questions.ts'
import { findPerson, listPasskeys } from '../security/security-store.ts'
import { serviceName } from '../../../lib/service-text.ts'

export async function passkeyOptions(
  ctx: Context,
  actor: Actor,
  { client }: Input<'auth.passkeyOptions'>,
): Promise<Output<'auth.passkeyOptions'>> {
  const [person, known] = await Promise.all([
    findPerson(ctx.db, actor.user_id),
    listPasskeys(ctx.db, actor.user_id),
  ])
  if (!person) throw new Error('A signed-in person is not there')
  refuseTooMany(known.length)
  const { generateRegistrationOptions } = await webauthn()
  const userName = person.employee_number ?? person.username
  const challenge = randomBytes(32)
  const options = await generateRegistrationOptions({
    rpName: serviceName,
    rpID: relyingParty(ctx, client).id,
    userName,
    userDisplayName: person.employee_name ?? person.username,
    userID: new Uint8Array(Buffer.from(actor.user_id.replaceAll('-', ''), 'hex')),
    challenge: new Uint8Array(challenge),
    attestationType: 'none',
    supportedAlgorithmIDs: passkeyAlgorithms,
    excludeCredentials: known.map((key) => ({ id: key.credential_id })),
    // The key itself knows whose it is, so that no name is typed at the login; the phone's own lock guards it.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: limits.passkeyChallengeSeconds * 1000,
  })
  await ask(ctx, options.challenge, actor.user_id)
  return { ...options }
}
