import type { Refusal } from '../movements/movement.ts'

/** Everything that the end of a member's stop is decided by. */
export type ResumePayoutsFacts = {
  /** The employee may look after payouts. */
  is_entitled: boolean
  /** Null where there is none. Own is one of the employee's account, or that of a person who counts as one with them. */
  stop: { is_own: boolean; is_lifted: boolean } | null
}

/** Lets a member's rewards go on, once. The account that was spoken of stays stopped until its owner names it anew. */
export function resumePayouts({
  is_entitled,
  stop,
}: ResumePayoutsFacts): { code: null } | Refusal<'FORBIDDEN' | 'NOT_FOUND' | 'PAYOUT_SELF' | 'CONFLICT'> {
  if (!is_entitled) return { code: 'FORBIDDEN' }
  if (stop === null) return { code: 'NOT_FOUND' }
  if (stop.is_own) return { code: 'PAYOUT_SELF' }
  return { code: stop.is_lifted ? 'CONFLICT' : null }
}
