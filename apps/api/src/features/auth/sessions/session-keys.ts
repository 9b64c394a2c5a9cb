import { createHash, createHmac, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { deriveBytes, deriveKey } from '../keys.ts'

/** What is made with these ends with its session: they change by themselves, beside those of `Keys`. */
export type SessionKeys = {
  /** Everything made from now on comes from this one. */
  readonly current: SessionKey
  /** All that came from one of these is genuine: the current one, and those before or after it. */
  readonly accepted: readonly SessionKey[]
}

type SessionKey = {
  /** The `kid` of access tokens that were signed with it. */
  readonly id: string
  readonly private: KeyObject
  readonly public: KeyObject
  /** The secret of one generation of a session. */
  refreshMac(sessionId: string, generation: number, salt: Uint8Array): Buffer
}

/** What session keys come from, each at least 256 bits. Several processes may differ in which of them is the current one. */
export type SessionSecrets = { readonly current: Uint8Array; readonly others: readonly Uint8Array[] }

/** The fixed head of a PKCS #8 file that holds an Ed25519 seed. */
const ed25519Head = Buffer.from('302e020100300506032b657004220420', 'hex')

export function deriveSessionKeys({ current, others }: SessionSecrets): SessionKeys {
  const key = deriveSessionKey(current)
  return { current: key, accepted: [key, ...others.map(deriveSessionKey)] }
}

function deriveSessionKey(secret: Uint8Array): SessionKey {
  const privateKey = createPrivateKey({
    key: Buffer.concat([ed25519Head, deriveBytes(secret, 'access token signature')]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(privateKey)
  const refreshKey = deriveKey(secret, 'refresh secret')
  return {
    id: createHash('sha256')
      .update(publicKey.export({ format: 'der', type: 'spki' }))
      .digest('base64url')
      .slice(0, 12),
    private: privateKey,
    public: publicKey,
    refreshMac: (sessionId, generation, salt) =>
      createHmac('sha256', refreshKey).update(`${sessionId}.${generation}.`).update(salt).digest(),
  }
}
