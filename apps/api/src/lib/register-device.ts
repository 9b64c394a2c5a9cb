import { createHash, randomBytes } from 'node:crypto'
import { limits } from '@shirogane/contract/rules/limits'
import type { CookieChange } from '../http/wire/cookie-change.ts'

const form = /^[\w-]{43}$/

/** The secret by which a browser is known as a register: 256 bits that it alone keeps, and what the database keeps of it. */
export function newDeviceKey(): { value: string; hash: Buffer } {
  const value = randomBytes(32).toString('base64url')
  return { value, hash: hashOfDeviceKey(value) }
}

/** What a request brought along, where it can be such a secret: nothing else is kept or looked for. */
export const readDeviceKey = (value: string | null): string | null =>
  value !== null && form.test(value) ? value : null

export const hashOfDeviceKey = (value: string): Buffer => createHash('sha256').update(value).digest()

/** Given again whenever the register's page is opened, so that one in use never loses it. */
export const deviceCookie = (value: string): CookieChange => ({
  name: 'register',
  value,
  maxAgeSeconds: limits.registerDeviceDays * 86_400,
})
