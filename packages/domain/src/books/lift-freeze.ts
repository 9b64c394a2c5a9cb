import { hasRight, type Person } from '../access/people.ts'
import type { Refusal } from '../movements/movement.ts'

/** Everything by which it is decided whether payouts go on after a check of the books that found something. */
export type LiftFreezeFacts = {
  actor: Person
  /** How much the check found that the owner has seen; null where there is no such check. */
  findings: number | null
  /** The newest check that found something; null where none did. */
  newest: string | null
  is_frozen: boolean
}

/**
 * Whether payouts go on: an owner lets them, having seen what the newest check found, and once. What was found since has to
 * be looked at first.
 */
export function liftFreeze(
  { actor, findings, newest, is_frozen }: LiftFreezeFacts,
  seen: string,
): { code: null } | Refusal<'FORBIDDEN' | 'NOT_FOUND' | 'CONFLICT'> {
  if (!actor.is_active || !hasRight(actor, 'books.lift')) return { code: 'FORBIDDEN' }
  if (findings === null || findings === 0) return { code: 'NOT_FOUND' }
  return { code: newest === seen && is_frozen ? null : 'CONFLICT' }
}
