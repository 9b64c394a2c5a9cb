import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/** Every key of the service. They all come from the one secret, so that a restart or a second process has the same. */
export type Keys = {
  readonly signing: { readonly private: KeyObject; readonly public: KeyObject; readonly id: string }
  /** The secret of one generation of a session. */
  refreshMac(sessionId: string, generation: number, salt: Uint8Array): Buffer
  /** Mixed into every password before it is hashed: a stolen database alone cannot be guessed against. */
  readonly pepper: Buffer
  /** What the database keeps of a pay code. */
  payCodeHash(canonical: string): Buffer
  /** What the database keeps of a code by SMS or mail: bound to its errand, its owner and the address it went to. */
  pinHash(purpose: string, owner: string, target: string, pin: string): Buffer
  /** A name for something that must not stand in a table or a log as it is. */
  nameOf(purpose: string, text: string): string
  /** What must be read again later, such as the contents of a message: closed to whoever has the database alone. */
  seal(purpose: string, text: string): Buffer
  unseal(purpose: string, sealed: Buffer): string
}

/** The fixed head of a PKCS #8 file that holds an Ed25519 seed. */
const ed25519Head = Buffer.from('302e020100300506032b657004220420', 'hex')

export function deriveKeys(secret: Uint8Array): Keys {
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, 'shirogane', `${purpose} v1`, 32))
  // Prepared once: a key that comes as bytes is prepared anew for every code, at five times the cost of the hash.
  const deriveKey = (purpose: string): KeyObject => createSecretKey(derive(purpose))

  const privateKey = createPrivateKey({
    key: Buffer.concat([ed25519Head, derive('access token signature')]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(privateKey)
  const id = createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest('base64url')
    .slice(0, 12)
  const refreshKey = deriveKey('refresh secret')
  const payCodeKey = deriveKey('pay code')
  const pinKey = deriveKey('pin')
  const nameKey = deriveKey('names')
  const sealKey = deriveKey('sealed texts')

  return {
    signing: { private: privateKey, public: publicKey, id },
    refreshMac: (sessionId, generation, salt) =>
      createHmac('sha256', refreshKey).update(`${sessionId}.${generation}.`).update(salt).digest(),
    pepper: derive('password pepper'),
    payCodeHash: (canonical) => createHmac('sha256', payCodeKey).update(canonical).digest(),
    pinHash: (...parts) => createHmac('sha256', pinKey).update(JSON.stringify(parts)).digest(),
    nameOf: (purpose, text) =>
      createHmac('sha256', nameKey).update(`${purpose}\n${text}`).digest('base64url').slice(0, 22),
    seal(purpose, text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(Buffer.from(purpose))
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    unseal(purpose, sealed) {
      const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(0, 12)).setAAD(
        Buffer.from(purpose),
      )
      decipher.setAuthTag(sealed.subarray(-16))
      return decipher.update(sealed.subarray(12, -16)).toString('utf8') + decipher.final('utf8')
    },
  }
}
