import type { ErrorCode } from '@shirogane/contract/wire/errors'
import type { ParkedRow } from './store.ts'

type Held = Pick<ParkedRow, 'status' | 'register_id' | 'version' | 'held_until' | 'expires_at'>

/** Why this register may not take the cart; null where it may. A register that went away lets go of it after a while. */
export function resumeRefusal(
  parked: Held,
  registerId: string,
  version: number,
  now: Date,
): ErrorCode | null {
  if (isOver(parked, now)) return 'PARKED_ENDED'
  if (isHeldElsewhere(parked, registerId, now)) return 'PARKED_ELSEWHERE'
  return parked.version === version ? null : 'CONFLICT'
}

/**
 * Why this register may not put it back or throw it away. What waits may be thrown away at any register of the store, and
 * so may what a register has let go of that went away with it.
 */
export function updateRefusal(
  parked: Held,
  registerId: string,
  version: number,
  status: 'parked' | 'discarded',
  now: Date,
): ErrorCode | null {
  if (isOver(parked, now)) return 'PARKED_ENDED'
  const isMine = parked.status === 'resumed' && parked.register_id === registerId
  if (status === 'parked' ? !isMine : isHeldElsewhere(parked, registerId, now)) return 'PARKED_ELSEWHERE'
  return parked.version === version ? null : 'CONFLICT'
}

function isHeldElsewhere({ status, register_id, held_until }: Held, registerId: string, now: Date): boolean {
  return status === 'resumed' && register_id !== registerId && held_until! > now
}

function isOver({ status, expires_at }: Held, now: Date): boolean {
  return (status !== 'parked' && status !== 'resumed') || expires_at <= now
}
