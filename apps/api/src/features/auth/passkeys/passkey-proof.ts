import { createHash } from 'node:crypto'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/sql.ts'
import type { Client } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { findPasskeyForUpdate, recordPasskeyUse, takeChallenge } from '../security/security-store.ts'

/** The library reads certificates of every maker of keys: it is loaded by the first who uses one. */
export const webauthn = () => import('@simplewebauthn/server')

/**
 * How keys may sign: ES256, EdDSA and RS256, the best known first. Named here, or the Node of the day would choose: a key of a
 * kind that only a newer one reads would be refused for ever after a step back.
 */
export const passkeyAlgorithms = [-7, -8, -257]

/** The name that keys are bound to. A demo is opened by the names of its own machine too. */
export function relyingParty(ctx: Context, client: Client): { id: string; origin: string } {
  const own = ctx.config.publicUrl
  if (ctx.config.production || client.origin === null || !URL.canParse(client.origin))
    return { id: own.hostname, origin: own.origin }
  // The origin was compared with ours before the call came here.
  const page = new URL(client.origin)
  return { id: page.hostname, origin: page.origin }
}

export function challengeHash(challenge: string): Uint8Array {
  return createHash('sha256').update(challenge).digest()
}

type Assertion = {
  id: string
  rawId: string
  type: 'public-key'
  response: {
    clientDataJSON: string
    authenticatorData: string
    signature: string
    userHandle?: string | null | undefined
  }
  authenticatorAttachment?: string | null | undefined
  clientExtensionResults: Record<string, unknown>
}

/**
 * Who holds the key that signed our question. Throws when the key is unknown, of another person, or younger than asked.
 */
export async function provePasskey(
  ctx: Context,
  tx: Tx,
  client: Client,
  credential: Assertion,
  asked: { user_id: string; keys_until: Date } | null,
): Promise<string> {
  const invalid = (reason: string): Problem => new Problem('PASSKEY_INVALID', { reason })
  const key = await findPasskeyForUpdate(tx, credential.id)
  if (!key || (asked !== null && key.user_id !== asked.user_id)) throw invalid('unknown key')
  if (asked !== null && key.created_at > asked.keys_until) throw invalid('young key')
  const { verifyAuthenticationResponse } = await webauthn()
  const { id, origin } = relyingParty(ctx, client)
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: credential as unknown as AuthenticationResponseJSON,
      expectedChallenge: (challenge) =>
        takeChallenge(tx, { hash: challengeHash(challenge), user_id: null, at: ctx.now() }),
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: key.credential_id,
        publicKey: new Uint8Array(key.public_key),
        counter: key.counter,
      },
      requireUserVerification: true,
    })
    if (!verified) throw invalid('signature')
    await recordPasskeyUse(tx, { id: key.id, counter: authenticationInfo.newCounter, at: ctx.now() })
  } catch (error) {
    if (error instanceof Problem) throw error
    throw invalid(String(error))
  }
  return key.user_id
}
