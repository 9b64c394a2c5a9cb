import { useEffect, useEffectEvent, useState } from 'react'
import { usePathname, useSearch } from '../../lib/navigation.tsx'
import { paths } from '../../lib/paths.ts'

/** What of an address is another page; the rest is where somebody is in it. */
const parts = ['tab', 'view', 'id'] as const
/** A search is typed again in a moment, and the strip and its menu keep what is chosen there. */
const losesNothing = 'input[type=search], header, [popover]'

/**
 * Whether something was typed, ticked or chosen on this page since it was opened. Nobody can tell from here whether it was
 * saved, so this ends with the page. The register and the reading of codes, which stand open all day, say it themselves.
 */
export function useHasEntered(): boolean {
  const pathname = usePathname()
  const search = useSearch()
  const page = [pathname, ...parts.map((part) => search[part])].join('|')
  const [enteredAt, setEnteredAt] = useState<string | null>(null)
  const note = useEffectEvent(({ target }: Event) => {
    if (target instanceof Element && target.closest(losesNothing) === null) setEnteredAt(page)
  })
  useEffect(() => {
    const listener = (event: Event) => note(event)
    document.addEventListener('input', listener)
    return () => document.removeEventListener('input', listener)
  }, [])
  const isBench = pathname === paths.adminRegister() || pathname === paths.adminQr()
  return enteredAt === page && !isBench
}
