import { createECDH, createPublicKey, type KeyObject, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionSecrets } from '../features/auth/sessions/session-keys.ts'
import { ConfigError, type Environment } from './environment.ts'
import type { Name } from './names.ts'

/** What all keys of the service come from; the demo makes it once and keeps it. */
export function readSecretKey(environment: Environment, dataDir: string): Uint8Array {
  const given = readSecret(environment, 'SECRET_KEY')
  if (given) return given
  if (!environment.production) return keptSecret(dataDir)
  environment.wrong.push('SECRET_KEY is missing: make one with `openssl rand -base64 48`.')
  return new Uint8Array(32)
}

/**
 * Keys that count beside the current one and make nothing: those before it, whose rows are still being written anew, or the
 * one that comes next.
 */
export function readPreviousSecretKeys(environment: Environment, secretKey: Uint8Array): Uint8Array[] {
  const texts = (environment.read('SECRET_KEY_PREVIOUS') ?? '').split(',').map((text) => text.trim())
  const keys = texts.filter(Boolean).map((text) => checkedSecret(environment, 'SECRET_KEY_PREVIOUS', text))
  if (keys.some((key) => key.length > 0 && Buffer.compare(key, secretKey) === 0))
    environment.wrong.push(
      'SECRET_KEY_PREVIOUS names SECRET_KEY itself: it is for the keys before it, or the one that comes next.',
    )
  return keys
}

/**
 * What the keys of sessions come from. An installation that never had keys of their own has them from its secret key: those stay
 * the current ones until there is another, and are the ones before it then, so that the first change ends no session either.
 */
export function readSessionSecrets(
  environment: Environment,
  secretKey: Uint8Array,
  previousSecretKeys: readonly Uint8Array[],
): SessionSecrets {
  const own = readSecret(environment, 'SESSION_KEY')
  const other = readSecret(environment, 'SESSION_KEY_PREVIOUS')
  const refuseEqual = (a: Uint8Array | null, b: Uint8Array | null, sentence: string): void => {
    if (a && b && a.length > 0 && Buffer.compare(a, b) === 0) environment.wrong.push(sentence)
  }
  refuseEqual(
    own,
    secretKey,
    'SESSION_KEY is the same as SECRET_KEY: make one of its own with `openssl rand -base64 48`.',
  )
  refuseEqual(
    other,
    own,
    'SESSION_KEY_PREVIOUS is the same as SESSION_KEY: it is for the key before it, or the one that comes next.',
  )
  refuseEqual(
    other,
    secretKey,
    'SESSION_KEY_PREVIOUS is the same as SECRET_KEY: leave it out, SECRET_KEY counts without it.',
  )
  if (own && other) return { current: own, others: [other] }
  // Sessions that have their keys from the secret key go on while that is changed.
  const secrets = [secretKey, ...previousSecretKeys]
  return own
    ? { current: own, others: secrets }
    : { current: secretKey, others: [...(other ? [other] : []), ...previousSecretKeys] }
}

/** Random bytes that the operator made; null where none are set. */
function readSecret(environment: Environment, name: Name): Uint8Array | null {
  const text = environment.read(name)
  return text === undefined ? null : checkedSecret(environment, name, text)
}

function checkedSecret({ wrong }: Environment, name: Name, text: string): Uint8Array {
  const bytes = decodeSecret(text)
  if (bytes.length < 32) {
    wrong.push(`${name} is too short: at least 32 random bytes, written as hex or base64.`)
  } else if (new Set(bytes).size < 12 || /secret|password|change|example|default|test/i.test(text)) {
    wrong.push(`${name} is not random: make one with \`openssl rand -base64 48\`.`)
  }
  return bytes
}

function decodeSecret(text: string): Uint8Array {
  if (/^[0-9a-f]+$/i.test(text) && text.length % 2 === 0) return Buffer.from(text, 'hex')
  if (/^[A-Za-z0-9+/_-]+=*$/.test(text)) return Buffer.from(text, 'base64')
  return new Uint8Array(0)
}

/** Made once and kept beside the data, so that a restart of the demo ends no session. */
function keptSecret(dataDir: string): Uint8Array {
  const file = keptFile(dataDir, 'secret-key', () => randomBytes(48).toString('base64'))
  const bytes = decodeSecret(readFileSync(file, 'utf8').trim())
  if (bytes.length < 32)
    throw new ConfigError(`The file ${file} is damaged: remove it, and everyone logs in again.`)
  return bytes
}

/** Likewise, so that devices are still reached after a restart of the demo. */
export function keptVapidKey(dataDir: string): string {
  const file = keptFile(dataDir, 'vapid-key', () => {
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    // A key may begin with zeros, which the number alone would lose.
    return Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url')
  })
  return readFileSync(file, 'utf8').trim()
}

function keptFile(dataDir: string, name: string, make: () => string): string {
  const file = join(dataDir, name)
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(file, make(), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return file
}

/** What the online store signs with. */
export function readStoreKey({ read, wrong }: Environment): KeyObject | null {
  const text = read('STORE_CLIENT_KEY')
  if (text === undefined) return null
  try {
    return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
  } catch {
    wrong.push('STORE_CLIENT_KEY must be a public key (SPKI, DER) in base64.')
    return null
  }
}
