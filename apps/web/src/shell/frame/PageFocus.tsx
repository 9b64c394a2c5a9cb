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
      const screen = (match?.staticData ?? {}) as Partial<StaticData>
      const name = isMissing ? text.notFoundTitle : (screen.tabs?.[tabOf(location) ?? ''] ?? screen.title)
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
      router.subscribe('onRendered', ({ pathChanged, fromLocation, toLocation }) => {
        // The first page is read from its top by the reader's own device.
        if (fromLocation === undefined) return
        // A part with a name of its own is a page to its reader; a filter of a list is not.
        const { tabs } = (router.state.matches.at(-1)?.staticData ?? {}) as Partial<StaticData>
        if (!pathChanged && (tabs === undefined || tabOf(fromLocation) === tabOf(toLocation))) return
        const heading = document.querySelector<HTMLElement>('h1') ?? document.querySelector('main')
        if (heading === null || heading.contains(document.activeElement)) return
        heading.tabIndex = -1
        heading.focus({ preventScroll: true })
      }),
    [router],
  )
  return null
}

function tabOf({ search }: { search: unknown }): string | undefined {
  return (search as { tab?: string }).tab
}
