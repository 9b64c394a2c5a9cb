import { randomUUID } from 'node:crypto'
import { limits } from '@shirogane/contract/rules/limits'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Actor } from '../../../actor.ts'
import type { SessionKeys } from './session-keys.ts'

const issuer = 'shirogane'
const audience = 'api'
/** What the online store may do with its tokens; they open no call here. */
const storeScope = 'profile.basic points.read order.create'
const type = 'at+jwt'
const rememberedMax = 20_000
/** What is no token is not so much as read. */
const form = /^[\w-]{1,2048}\.[\w-]{1,4096}\.[\w-]{1,1024}$/

export type Claims = {
  readonly user_id: string
  readonly session_id: string
  readonly generation: number
  readonly expires_at: number
}

export type AccessTokens = {
  issue(subject: { actor: Actor; generation: number; signedInAt: Date; audience: string }): Promise<string>
  /** The claims of a token that was verified before and is good now; null where it has yet to be verified. */
  recall(token: string): Claims | null
  /** The claims of a token that is good now; null for everything else. */
  verify(token: string): Promise<Claims | null>
  /** The claims also of a token that ran out at most that long ago. */
  verifyExpired(token: string, graceSeconds: number): Promise<Claims | null>
}

export function accessTokens(keys: SessionKeys, now: () => Date): AccessTokens {
  /** Checking a signature costs more than all the rest of a small call, so a good token is looked up the next time. */
  const remembered = new Map<string, Claims>()

  async function check(token: string, graceSeconds: number): Promise<Claims | null> {
    if (!form.test(token)) return null
    try {
      const { payload } = await jwtVerify(token, keyFor(keys), {
        algorithms: ['EdDSA'],
        typ: type,
        issuer,
        audience,
        currentDate: now(),
        clockTolerance: graceSeconds,
        requiredClaims: ['sub', 'sid', 'gen', 'exp', 'nbf'],
      })
      const { sub, sid, gen, exp, nbf } = payload as {
        sub: string
        sid: unknown
        gen: unknown
        exp: number
        nbf: number
      }
      if (typeof sid !== 'string' || typeof gen !== 'number') return null
      // The tolerance is for tokens that ran out, and must not let one in that is not good yet.
      if (nbf > now().getTime() / 1000) return null
      return { user_id: sub, session_id: sid, generation: gen, expires_at: exp * 1000 }
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return null
      throw error
    }
  }

  return {
    async issue({ actor, generation, signedInAt, audience: to }) {
      const at = Math.floor(now().getTime() / 1000)
      return new SignJWT({
        sid: actor.session_id,
        gen: generation,
        rol: actor.role,
        vfd: actor.role !== 'unverified',
        amr: ['pwd'],
        ...(to !== audience && { scope: storeScope }),
        auth_time: Math.floor(signedInAt.getTime() / 1000),
      })
        .setProtectedHeader({ alg: 'EdDSA', typ: type, kid: keys.current.id })
        .setIssuer(issuer)
        .setAudience(to)
        .setSubject(actor.user_id)
        .setIssuedAt(at)
        .setNotBefore(at)
        .setExpirationTime(at + limits.accessTokenTtlSeconds)
        .setJti(randomUUID())
        .sign(keys.current.private)
    },
    recall,
    async verify(token) {
      const known = recall(token)
      if (known) return known
      const claims = await check(token, 0)
      if (!claims) return null
      if (remembered.size >= rememberedMax) forgetOldest()
      remembered.set(token, claims)
      return claims
    },
    verifyExpired: check,
  }

  function recall(token: string): Claims | null {
    const known = remembered.get(token)
    if (known === undefined) return null
    if (known.expires_at > now().getTime()) return known
    remembered.delete(token)
    return null
  }

  function forgetOldest(): void {
    const instant = now().getTime()
    for (const [token, claims] of remembered) if (claims.expires_at <= instant) remembered.delete(token)
    for (const token of remembered.keys()) {
      if (remembered.size < rememberedMax) return
      remembered.delete(token)
    }
  }
}

/** Only our own keys by their own names: a header that points to another key, by name or address, finds nothing. */
function keyFor({ accepted }: SessionKeys) {
  return (header: { kid?: string }) => {
    const named = accepted.find(({ id }) => id === header.kid)
    if (!named) throw new errors.JWKSNoMatchingKey()
    return named.public
  }
}
