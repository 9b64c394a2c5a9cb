import { randomBytes } from 'node:crypto'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { lengthOf, trimmed } from '@shirogane/contract/person'
import { limits } from '@shirogane/contract/limits'
import type { Actor, Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import type { Answer, Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { network } from '../../http/rate-limits.ts'
import { findAccount } from './account-store.ts'
import { deviceName } from './device.ts'
import { challengeHash, provePasskey, relyingParty, webauthn } from './passkey-proof.ts'
import {
  findPerson,
  listPasskeys,
  type PasskeyRow,
  recordAccountChange,
  recordChallenge,
  recordPasskey,
  removeOwnPasskey,
  takeChallenge,
} from './security-store.ts'
import { signIn } from './sign-in.ts'
import { requireStepUp } from './step-up.ts'
import { tellOwner } from './tell-owner.ts'

const nameMax = 30

export async function passkeys(ctx: Context, actor: Actor): Promise<Output<'auth.passkeys'>> {
  return { items: (await listPasskeys(ctx.db, actor.user_id)).map(present) }
}

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
    rpName: 'しろがね',
    rpID: relyingParty(ctx, client).id,
    userName,
    userDisplayName: person.employee_name ?? person.username,
    userID: new Uint8Array(Buffer.from(actor.user_id.replaceAll('-', ''), 'hex')),
    challenge: new Uint8Array(challenge),
    attestationType: 'none',
    excludeCredentials: known.map((key) => ({ id: key.credential_id })),
    // The key itself knows whose it is, so that nobody types a name at the login; the phone's own lock guards it.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: limits.passkeyChallengeSeconds * 1000,
  })
  await ask(ctx, options.challenge, actor.user_id)
  return { ...options }
}

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
      name: named !== '' && lengthOf(named) <= nameMax ? named : deviceName(client.userAgent),
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
    if (account) await tellOwner(ctx, tx, actor.user_id, account, { event: 'passkey_added', key: key.id })
    return { ...key, created_at: at, last_used_at: null }
  })
  ctx.nudgeMessenger()
  return present(added)
}

/** Taking a key away makes nobody stronger, so it asks for nothing more. */
export async function removePasskey(
  ctx: Context,
  actor: Actor,
  { params }: Input<'auth.removePasskey'>,
): Promise<undefined> {
  const at = ctx.now()
  await ctx.transact(async (tx) => {
    if (!(await removeOwnPasskey(tx, actor.user_id, params.id))) throw new Problem('NOT_FOUND')
    await recordAccountChange(tx, {
      id: uuidv7(at),
      user_id: actor.user_id,
      kind: 'passkey_removed',
      session_id: actor.session_id,
      at,
    })
  })
  return undefined
}

export async function passkeyChallenge(
  ctx: Context,
  _actor: unknown,
  { client }: Input<'auth.passkeyChallenge'>,
): Promise<Output<'auth.passkeyChallenge'>> {
  ctx.limits.capCalls(`passkey:${network(client.ip)}`, 60)
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx, client).id,
    userVerification: 'required',
    timeout: limits.passkeyChallengeSeconds * 1000,
  })
  await ask(ctx, options.challenge, null)
  return { ...options }
}

/** The key says who somebody is and that it is them: no name, no password, no code. */
export async function passkeyLogin(
  ctx: Context,
  _actor: unknown,
  { body, client }: Input<'auth.passkeyLogin'>,
): Promise<Answer<Output<'auth.passkeyLogin'>>> {
  await ctx.limits.spend({ bucket: `passkey:ip:${network(client.ip)}`, max: 60, windowSeconds: 60 })
  const userId = await ctx.transact((tx) => provePasskey(ctx, tx, client, body.credential, null))
  const person = await findPerson(ctx.db, userId)
  if (!person || (person.type === 'employee' && person.employee_active !== true))
    throw new Problem('PASSKEY_INVALID', { reason: 'left' })
  if (person.suspended_at) throw new Problem('AUTH_SUSPENDED')
  return signIn(ctx, person, client)
}

function refuseTooMany(count: number): void {
  if (count >= limits.passkeysMax) throw new Problem('PASSKEY_LIMIT', { blanks: { n: limits.passkeysMax } })
}

async function ask(ctx: Context, challenge: string, userId: string | null): Promise<void> {
  const at = ctx.now()
  await recordChallenge(ctx.db, {
    hash: challengeHash(challenge),
    user_id: userId,
    at,
    expires_at: new Date(at.getTime() + limits.passkeyChallengeSeconds * 1000),
  })
}

function present(
  key: Pick<PasskeyRow, 'id' | 'name' | 'synced' | 'created_at' | 'last_used_at'>,
): Output<'auth.addPasskey'> {
  return {
    id: key.id,
    name: key.name,
    synced: key.synced,
    created_at: key.created_at.toISOString(),
    last_used_at: key.last_used_at?.toISOString() ?? null,
  }
}
