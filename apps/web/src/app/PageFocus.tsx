import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { StaticData } from './routes.tsx'
import { text } from './text.ts'

/** The title of the page follows the screen, and the focus moves to its heading, which is then read aloud. */
export function PageFocus(): null {
  const router = useRouter()
  const title = useRouterState({
    select: ({ matches, location }) => {
      const match = matches.at(-1)
      const isMissing = matches.some(({ status, _notFound }) => status === 'notFound' || _notFound === true)
      const name = isMissing ? text.notFoundTitle : ((match?.staticData ?? {}) as Partial<StaticData>).title
      return (location.pathname === '/' && !isMissing) || name === undefined || name === ''
        ? text.titleDefault
        : text.titleOf(name)
    },
  })
  useEffect(() => {
    document.title = title
  }, [title])

  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        // The first page is read from its top by the reader's own device.
        if (fromLocation === undefined || !pathChanged) return
        const heading = document.querySelector<HTMLElement>('h1') ?? document.querySelector('main')
        if (heading === null || heading.contains(document.activeElement)) return
        heading.tabIndex = -1
        heading.focus({ preventScroll: true })
      }),
    [router],
  )
  return null
}
