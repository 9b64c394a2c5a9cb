import { safeNext, paths } from '../navigation/paths.ts'
import type { Who } from '../session/session.ts'

/**
 * `open`: a guest sees the screen's own guest state. `signed_in`: a guest goes to the login and comes back. `guest`:
 * for those who are not signed in. `staff`: the page does not exist for other readers. `any`: no question asked.
 */
export type Guard = 'open' | 'signed_in' | 'guest' | 'staff' | 'any'

export type Verdict = { go: string } | 'show' | 'not_found'

/** One table of who may see what. Unverified members always go on with their registration first. */
export function verdictOf(guard: Guard, who: Who, address: string, next?: string): Verdict {
  if (guard === 'any') return 'show'
  if (who === 'unverified') return { go: paths.register('2') }
  if (guard === 'open') return 'show'
  if (guard === 'guest') return who === 'guest' ? 'show' : { go: safeNext(next) ?? paths.home() }
  if (who === 'guest') return { go: paths.login(address) }
  if (guard === 'staff') return who === 'staff' ? 'show' : 'not_found'
  return 'show'
}
