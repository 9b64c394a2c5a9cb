import { timingSafeEqual } from 'node:crypto'
import type { SessionKeys } from './sessions/session-keys.ts'

export type SecretParts = { session_id: string; generation: number; mac: Buffer }

const form = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.([1-9]\d{0,8})\.([\w-]{43})$/

/**
 * `session.generation.mac`: the same generation always has the same secret, so racers get equal answers. While keys change
 * it has one under each; both are that generation, and the rule of rotation sees no difference.
 */
export function refreshSecret(
  { current }: SessionKeys,
  session: { id: string; salt: Uint8Array },
  generation: number,
): string {
  return `${session.id}.${generation}.${current.refreshMac(session.id, generation, session.salt).toString('base64url')}`
}

export function readSecret(text: string): SecretParts | null {
  const [, id, generation, mac] = form.exec(text) ?? []
  if (!id || !generation || !mac) return null
  return { session_id: id, generation: Number(generation), mac: Buffer.from(mac, 'base64url') }
}

export function isGenuine(
  { accepted }: SessionKeys,
  session: { id: string; salt: Uint8Array },
  parts: SecretParts,
): boolean {
  return accepted.some((key) =>
    timingSafeEqual(key.refreshMac(session.id, parts.generation, session.salt), parts.mac),
  )
}
