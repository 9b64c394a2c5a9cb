import { createHash } from 'node:crypto'

/**
 * SHA-256 over what an act asks for, in the order it is given: equal for equal acts. It is kept with the act's key, so no
 * password and no code belongs into it: what is kept of a request must not help to guess one.
 */
export const hashOfAct = (asked: unknown): Buffer =>
  createHash('sha256').update(JSON.stringify(asked)).digest()

// What an act is known by that was sent without a key. The ledger knows by the beginning that nobody sent it.

/** Equal acts are one: whoever means a second one sends a key. */
export const keyOfEqual = (hash: Uint8Array): string => `auto:${Buffer.from(hash).toString('hex')}`

/** Each id is an act of its own: that of the request where equal ones may well be two, that of what can be undone once. */
export const keyOfEach = (id: string): string => `auto:${id}`
