/** What stands on the device about the session, beside the cookie that no script can read. */
import { ApiError, callSession } from '../api/api.ts'

const hintKey = 'shirogane.signed_in'
const logoutKey = 'shirogane.logout_pending'

let hasStood = false

/**
 * Notes that a person is signed in here: it spares guests a call that would be refused. Without storage the next start
 * asks for a login.
 */
export function markSignedIn(on: boolean): void {
  mark(hintKey, on)
  hasStood = false
  isHinted()
}

export function isHinted(): boolean {
  const stands = stored(hintKey) === '1'
  hasStood ||= stands
  return stands
}

/** Another tab has logged out. A mark that never found room on this device says nothing by missing. */
export const hasLostHint = (): boolean => hasStood && !isHinted()

/** A log-out of which the server could not be told yet. Without storage the cookie ends by its own age. */
export const pendingLogout = (on: boolean): void => mark(logoutKey, on)

let finishing: Promise<void> | null = null

/** Once at a time. */
export function finishPendingLogout(): Promise<void> {
  if (stored(logoutKey) === null) return Promise.resolve()
  finishing ??= reportLogout().finally(() => {
    finishing = null
  })
  return finishing
}

async function reportLogout(): Promise<void> {
  try {
    await endOnServer({}, null)
  } catch (error) {
    if (error instanceof ApiError && error.isNetwork) return
  }
  pendingLogout(false)
}

/** What belongs to the device and not to the person who works at it: its looks, and which register it is. */
const deviceKeys = ['theme', 'register', 'scan_sound', 'paper', 'printer'].map((name) => `shirogane.${name}`)

/** The answer makes the browser forget everything that it holds for this site. */
export async function endOnServer(body: { refresh_token?: string }, bearer: string | null): Promise<void> {
  const kept = deviceKeys.map((key) => [key, stored(key)] as const)
  await callSession('auth.logout', body, bearer)
  for (const [key, value] of kept) if (value !== null) localStorage.setItem(key, value)
}

function mark(key: string, on: boolean): void {
  try {
    if (on) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  } catch {
    // What then happens stands at each mark.
  }
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
