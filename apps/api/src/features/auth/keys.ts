import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { UnknownKey } from '../../lib/unknown-key.ts'

/**
 * Every key of what is kept. They come from the secret key, and may come from several at once while it is being changed:
 * what is made is made with the current one and says so by its id, and what was made with another one that is given is good
 * as well. What ends with a session has keys of its own: `SessionKeys`.
 */
export type Keys = {
  /** The id of the current key: a short hash of it, from which the key cannot be computed. */
  readonly id: string
  /** The ids of all keys that are given, the current one first. */
  readonly ids: readonly string[]
  /** The key of an installation's first values, which carry no id. */
  readonly first: string
  readonly pepper: Peppers
  /** What the database keeps of a pay code. */
  payCodeHash(canonical: string): Buffer
  /** The same under every key that is given: for what is looked up, the current one first. */
  payCodeHashes(canonical: string): Buffer[]
  /** What the database keeps of a code by SMS or mail: bound to its errand, its owner and the address it went to. */
  pinHash(purpose: string, owner: string, target: string, pin: string): Buffer
  pinHashes(purpose: string, owner: string, target: string, pin: string): Buffer[]
  /** A name for something that must not stand in a table or a log as it is. */
  nameOf(purpose: string, text: string): string
  namesOf(purpose: string, text: string): string[]
  /** Encrypts what must be read again later, such as the contents of a message: the database alone cannot read it. */
  encrypt(purpose: string, text: string): Buffer
  /** Throws `UnknownKey` where it was encrypted with a key that is not given, and otherwise where it is not what was encrypted. */
  decrypt(purpose: string, encrypted: Buffer): string
}

/** Mixed into every password before it is hashed: a stolen database alone cannot be guessed against. */
export type Peppers = {
  /** What a hash that is made now begins with: nothing under the first key. */
  readonly mark: string
  readonly current: Buffer
  /** The pepper of a key by its id; null for one that is not known here. */
  find(id: string): Buffer | null
  readonly first: string
}

/** What a database says of the keys that its rows were written with. */
export type KnownKeys = {
  readonly first: string
  /** Peppers of keys that are no longer given: a password is hashed anew only when its owner types it. */
  readonly peppers: ReadonlyMap<string, Buffer>
}

/** What stands before a encrypted value: this and the four bytes of the key's id. Nothing does under the first key. */
export const encryptionMark = Buffer.from('sk1:')

export function deriveBytes(secret: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'shirogane', `${purpose} v1`, 32))
}

/** Prepared once: a key that comes as bytes is prepared anew for every code, at five times the cost of the hash. */
export function deriveKey(secret: Uint8Array, purpose: string): KeyObject {
  return createSecretKey(deriveBytes(secret, purpose))
}

export function idOfKey(secret: Uint8Array): string {
  return deriveBytes(secret, 'id of the key').toString('hex').slice(0, 8)
}

/** Without a word of the database the current key is the first one, as in an installation that has never changed it. */
export function deriveKeys(
  secret: Uint8Array,
  others: readonly Uint8Array[] = [],
  known: KnownKeys = { first: idOfKey(secret), peppers: new Map() },
): Keys {
  const { first } = known
  const keys = new Map([secret, ...others].map((one) => [idOfKey(one), deriveOne(one, first)] as const))
  const all = [...keys.values()]
  const current = all[0]!

  return {
    id: current.id,
    ids: [...keys.keys()],
    first,
    pepper: {
      mark: current.id === first ? '' : current.id,
      current: current.pepper,
      find: (id) => keys.get(id)?.pepper ?? known.peppers.get(id) ?? null,
      first,
    },
    payCodeHash: current.payCodeHash,
    payCodeHashes: (canonical) => all.map((key) => key.payCodeHash(canonical)),
    pinHash: current.pinHash,
    pinHashes: (...parts) => all.map((key) => key.pinHash(...parts)),
    nameOf: current.nameOf,
    namesOf: (purpose, text) => all.map((key) => key.nameOf(purpose, text)),
    encrypt: current.seal,
    decrypt(purpose, encrypted) {
      const id = keyOfEncrypted(encrypted)
      const named = id === null ? undefined : keys.get(id)
      try {
        if (named) return named.open(purpose, encrypted.subarray(8))
      } catch (error) {
        // One in four thousand million of the first values begins like this by chance.
        if (!keys.has(first)) throw error
      }
      const oldest = keys.get(first)
      if (!oldest) throw new UnknownKey(id ?? first)
      try {
        return oldest.open(purpose, encrypted)
      } catch (error) {
        throw id !== null && !named ? new UnknownKey(id) : error
      }
    },
  }
}

/** The id that a encrypted value carries; null for one of the first key. */
function keyOfEncrypted(encrypted: Buffer): string | null {
  return encrypted.subarray(0, 4).equals(encryptionMark) ? encrypted.subarray(4, 8).toString('hex') : null
}

function deriveOne(secret: Uint8Array, first: string) {
  const id = idOfKey(secret)
  const isFirst = id === first
  const payCodeKey = deriveKey(secret, 'pay code')
  const pinKey = deriveKey(secret, 'pin')
  const nameKey = deriveKey(secret, 'names')
  const encryptionKey = deriveKey(secret, 'sealed texts')
  const header = isFirst ? Buffer.alloc(0) : Buffer.concat([encryptionMark, Buffer.from(id, 'hex')])
  const prefix = isFirst ? '' : `${id}.`

  return {
    id,
    pepper: deriveBytes(secret, 'password pepper'),
    payCodeHash: (canonical: string): Buffer => createHmac('sha256', payCodeKey).update(canonical).digest(),
    pinHash: (...parts: [purpose: string, owner: string, target: string, pin: string]): Buffer =>
      createHmac('sha256', pinKey).update(JSON.stringify(parts)).digest(),
    nameOf: (purpose: string, text: string): string =>
      prefix + createHmac('sha256', nameKey).update(`${purpose}\n${text}`).digest('base64url').slice(0, 22),
    seal(purpose: string, text: string): Buffer {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce).setAAD(Buffer.from(purpose))
      return Buffer.concat([header, nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    open(purpose: string, encrypted: Buffer): string {
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, encrypted.subarray(0, 12)).setAAD(
        Buffer.from(purpose),
      )
      decipher.setAuthTag(encrypted.subarray(-16))
      return decipher.update(encrypted.subarray(12, -16)).toString('utf8') + decipher.final('utf8')
    },
  }
}
