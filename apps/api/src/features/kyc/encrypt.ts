import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Keys } from '../auth/keys.ts'

export const filePurpose = (name: string): string => `private file ${name}`

type Encrypting = Pick<Keys, 'encrypt' | 'decrypt'>

/** The name under which a closed picture is kept. */
export function privateObject(name: string): string {
  return `kyc/${name}`
}

/**
 * Closes a file with a key of its own, and that key with the service's. Both are bound to the file's name, so that neither
 * a row nor a file can be passed off as another.
 */
export function encryptFile(
  keys: Encrypting,
  name: string,
  bytes: Uint8Array,
): { encrypted: Buffer; encrypted_key: Buffer } {
  const key = randomBytes(32)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name))
  const encrypted = Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  return { encrypted, encrypted_key: keys.encrypt(filePurpose(name), key.toString('base64')) }
}

/** Throws where the file or its key is not what was closed. */
export function openFile(keys: Encrypting, name: string, encrypted: Buffer, encryptedKey: Buffer): Buffer {
  const key = Buffer.from(keys.decrypt(filePurpose(name), encryptedKey), 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, 12)).setAAD(Buffer.from(name))
  decipher.setAuthTag(encrypted.subarray(-16))
  return Buffer.concat([decipher.update(encrypted.subarray(12, -16)), decipher.final()])
}
