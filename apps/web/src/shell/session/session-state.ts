import { useSyncExternalStore } from 'react'
import { beginning, type Session, type SessionState } from './session-machine.ts'

export { guest, type SessionState } from './session-machine.ts'

const listeners = new Set<() => void>()
let session = beginning

/** The session of this page, with what no screen sees. */
export const wholeSession = (): Session => session

/** Only session.ts knows who is here. */
export function setWholeSession(next: Session): void {
  const isSeen = next.seen !== session.seen
  session = next
  if (isSeen) for (const listener of listeners) listener()
}

/** Lets the screens of a test see this, without a server that says so. */
export function setSession(seen: Partial<SessionState>): void {
  setWholeSession({ ...session, seen: { ...session.seen, ...seen } })
}

export function sessionState(): SessionState {
  return session.seen
}

export function onSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSession(): SessionState {
  return useSyncExternalStore(onSession, sessionState, sessionState)
}

export type Who = 'guest' | 'unverified' | 'member' | 'staff'

/** Which of the four this visitor is; every guard asks this and nothing else. */
export function whoIs({ status, auth }: SessionState): Who {
  if (status !== 'signed_in' || auth === null) return 'guest'
  if (auth.type === 'employee' || auth.employee !== null) return 'staff'
  return auth.verified ? 'member' : 'unverified'
}
