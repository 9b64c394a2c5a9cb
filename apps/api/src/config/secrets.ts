import { createECDH, createPublicKey, type KeyObject, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, type Environment } from './environment.ts'

/** What all keys of the service come from; the demo makes it once and keeps it. */
export function readSecretKey({ read, production, wrong }: Environment, dataDir: string): Uint8Array {
  const text = read('SECRET_KEY')
  if (text === undefined) {
    if (!production) return keptSecret(dataDir)
    wrong.push('SECRET_KEY is missing: make one with `openssl rand -base64 48`.')
    return new Uint8Array(32)
  }
  const bytes = decodeSecret(text)
  if (bytes.length < 32) {
    wrong.push('SECRET_KEY is too short: at least 32 random bytes, written as hex or base64.')
  } else if (new Set(bytes).size < 12 || /secret|password|change|example|default|test/i.test(text)) {
    wrong.push('SECRET_KEY is not random: make one with `openssl rand -base64 48`.')
  }
  return bytes
}

function decodeSecret(text: string): Uint8Array {
  if (/^[0-9a-f]+$/i.test(text) && text.length % 2 === 0) return Buffer.from(text, 'hex')
  if (/^[A-Za-z0-9+/_-]+=*$/.test(text)) return Buffer.from(text, 'base64')
  return new Uint8Array(0)
}

/** Made once and kept beside the data, so that a restart of the demo ends nobody's session. */
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
