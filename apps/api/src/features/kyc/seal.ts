import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Keys } from '../auth/keys.ts'

export const filePurpose = (name: string): string => `private file ${name}`

type Sealing = Pick<Keys, 'seal' | 'unseal'>

/** The name under which a closed picture is kept. */
export function privateObject(name: string): string {
  return `kyc/${name}`
}

/**
 * Closes a file with a key of its own, and that key with the service's. Both are bound to the file's name, so that neither
 * a row nor a file can be passed off as another.
 */
export function sealFile(
  keys: Sealing,
  name: string,
  bytes: Uint8Array,
): { sealed: Buffer; sealed_key: Buffer } {
  const key = randomBytes(32)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name))
  const sealed = Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  return { sealed, sealed_key: keys.seal(filePurpose(name), key.toString('base64')) }
}

/** Throws where the file or its key is not what was closed. */
export function openFile(keys: Sealing, name: string, sealed: Buffer, sealedKey: Buffer): Buffer {
  const key = Buffer.from(keys.unseal(filePurpose(name), sealedKey), 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(Buffer.from(name))
  decipher.setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
}
