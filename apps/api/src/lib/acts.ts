import { createHash } from 'node:crypto'
import { Problem } from '../http/problem.ts'

/**
 * SHA-256 over what an act asks for, in the order it is given: equal for equal acts. It is kept with the act's key, so no
 * password and no code belongs into it: what is kept of a request must not help to guess one.
 */
export const hashOfAct = (asked: unknown): Buffer =>
  createHash('sha256').update(JSON.stringify(asked)).digest()

/** The key of an act that the contract lets through with one alone. */
export function keyGiven(key: string | null): string {
  if (key === null) throw new Problem('IDEMPOTENCY_KEY_REQUIRED')
  return key
}
