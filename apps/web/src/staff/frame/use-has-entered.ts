import { useEffect, useEffectEvent, useState } from 'react'
import { usePathname, useSearch } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'

/** The fields of an address that make another page; the rest is where the reader is in it. */
const parts = ['tab', 'view', 'id'] as const
/**
 * What narrows a list down is found again in a moment, and so is what is chosen and not written: most of it are filters, and a
 * form has fields beside it. The strip and its menu keep what is chosen there.
 */
const losesNothing =
  'select, input:is([type=search], [type=radio], [type=date]), [role=search], header, [popover]'

/**
 * Whether something was typed or ticked on this page since it was opened. Whether it was saved cannot be told from
 * here, so this ends with the page. The register and the reading of codes, which stand open all day, say it themselves.
 */
export function useHasEntered(): boolean {
  const pathname = usePathname()
  const search = useSearch()
  const page = [pathname, ...parts.map((part) => search[part])].join('|')
  const [openedAt, setOpenedAt] = useState(page)
  const [hasEntered, setEntered] = useState(false)
  if (openedAt !== page) {
    setOpenedAt(page)
    setEntered(false)
  }
  const note = useEffectEvent(({ target }: Event) => {
    if (target instanceof Element && target.closest(losesNothing) === null) setEntered(true)
  })
  useEffect(() => {
    const listener = (event: Event) => note(event)
    document.addEventListener('input', listener)
    return () => document.removeEventListener('input', listener)
  }, [])
  const isRegisterPage = pathname === paths.adminRegister() || pathname === paths.adminQr()
  return hasEntered && openedAt === page && !isRegisterPage
}
