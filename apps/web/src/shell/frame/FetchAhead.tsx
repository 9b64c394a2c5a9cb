import { useEffect } from 'react'
import { usePathname } from '../navigation/navigation.tsx'
import { paths } from '../navigation/paths.ts'
import { useSession, whoIs } from '../session/session.ts'

/**
 * While home is open and the phone has nothing to do, the pay screen and its first code are fetched, so that the code
 * stands there the moment the button is touched. Until then it leaves alone what another device of the same person shows.
 */
export function FetchAhead(): null {
  const pathname = usePathname()
  const session = useSession()
  const isDue =
    whoIs(session) === 'member' &&
    !session.reconnecting &&
    (pathname === paths.home() || pathname === paths.homeNamed())
  useEffect(() => {
    if (!isDue || document.visibilityState === 'hidden') return undefined
    const run = () => {
      void import('../../customer/qr/QrScreen.tsx').catch(() => {})
      void import('../../customer/qr/code/pay-code.ts')
        .then(({ payCode }) => payCode.fetchAhead())
        .catch(() => {})
    }
    // Safari has no idle callback; a moment after the first paint is as good.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(run, 800)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(run, { timeout: 2_000 })
    return () => cancelIdleCallback(handle)
  }, [isDue])
  return null
}
