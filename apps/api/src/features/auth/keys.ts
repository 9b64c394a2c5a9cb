import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/**
 * Every key of what is kept. They come from the one secret that never changes, so that a restart or a second process has
 * the same. What ends with a session has keys of its own: `SessionKeys`.
 */
export type Keys = {
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

export function deriveBytes(secret: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'shirogane', `${purpose} v1`, 32))
}

/** Prepared once: a key that comes as bytes is prepared anew for every code, at five times the cost of the hash. */
export function deriveKey(secret: Uint8Array, purpose: string): KeyObject {
  return createSecretKey(deriveBytes(secret, purpose))
}

export function deriveKeys(secret: Uint8Array): Keys {
  const payCodeKey = deriveKey(secret, 'pay code')
  const pinKey = deriveKey(secret, 'pin')
  const nameKey = deriveKey(secret, 'names')
  const sealKey = deriveKey(secret, 'sealed texts')

  return {
    pepper: deriveBytes(secret, 'password pepper'),
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
