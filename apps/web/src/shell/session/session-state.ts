import type { User } from '@shirogane/contract/resources/shapes'
import { useSyncExternalStore } from 'react'

/** The parts that a login is split into. Wallet and level are the server's and live in the query cache. */
type Auth = Omit<User, 'wallet' | 'level' | 'profile' | 'affiliate' | 'affiliator'>

export type SessionState = {
  status: 'starting' | 'guest' | 'signed_in'
  /** The server cannot be reached: everything stays where it is, and what moves money is switched off. */
  reconnecting: boolean
  auth: Auth | null
  profile: User['profile'] | null
  affiliate: User['affiliate']
  affiliator: User['affiliator']
}

export const guest: SessionState = {
  status: 'guest',
  reconnecting: false,
  auth: null,
  profile: null,
  affiliate: null,
  affiliator: null,
}

const listeners = new Set<() => void>()
let state: SessionState = { ...guest, status: 'starting' }

/** Only session.ts knows who is here. */
export function setSession(next: Partial<SessionState>): void {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

export function sessionState(): SessionState {
  return state
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
