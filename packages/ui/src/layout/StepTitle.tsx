import { useEffect, useRef } from 'react'
import type { ReactElement, ReactNode } from 'react'

/**
 * The title of one step of a flow. The step before took its buttons with it, and with them the focus: the title has it
 * next and is read aloud, so that a reader who has no pointer goes on from here and not from the top of the page.
 */
export function StepTitle({
  as: Title = 'h2',
  className,
  children,
}: {
  /** A step whose page has no other title is its h1. */
  as?: 'h1' | 'h2'
  className?: string | undefined
  children: ReactNode
}): ReactElement {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // A page that was only opened, and not yet touched, is read from its top by the reader's own device.
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost && navigator.userActivation?.hasBeenActive) title.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Title ref={title} tabIndex={-1} className={className}>
      {children}
    </Title>
  )
}
