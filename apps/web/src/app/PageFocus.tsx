import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { StaticData } from './routes.tsx'
import { text } from './text.ts'

/** The title of the page follows the screen, and the focus moves to its heading, which is then read aloud. */
export function PageFocus(): null {
  const router = useRouter()
  const title = useRouterState({
    select: ({ matches, location }) => {
      const match = matches.at(-1)
      const isMissing = matches.some(
        (found) =>
          found.status === 'notFound' || ('globalNotFound' in found && found.globalNotFound === true),
      )
      const name = isMissing ? text.notFoundTitle : ((match?.staticData ?? {}) as Partial<StaticData>).title
      return location.pathname === '/' || name === undefined || name === ''
        ? text.titleDefault
        : text.titleOf(name)
    },
  })
  useEffect(() => {
    document.title = title
  }, [title])

  const isFirst = useRef(true)
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged }) => {
        // The first page is read from its top by the reader's own device.
        const wasFirst = isFirst.current
        isFirst.current = false
        if (wasFirst || !pathChanged) return
        const heading = document.querySelector<HTMLElement>('main h1, header h1, main')
        if (heading === null || heading.contains(document.activeElement)) return
        heading.tabIndex = -1
        heading.focus({ preventScroll: true })
      }),
    [router],
  )
  return null
}
