import { useEffect, useRef } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './StickyFooter.module.css'

/** Between the footer and a field above it: the ring of its focus. */
const clearance = 16

/** The one button of a flow, always in reach at the lower edge. Screens that have it show no bottom bar. */
export function StickyFooter({
  flow = false,
  children,
}: {
  /** In a flow it reaches over the page's own edges, and stands at the lower one however short the page is. */
  flow?: boolean
  children: ReactNode
}): ReactElement {
  const footer = useRef<HTMLDivElement>(null)
  // However tall it is, a field that takes the focus comes to stand above it.
  useEffect(() => {
    const page = document.documentElement.style
    const observer = new ResizeObserver(([entry]) => {
      page.scrollPaddingBlockEnd = `${String((entry?.target.clientHeight ?? 0) + clearance)}px`
    })
    if (footer.current !== null) observer.observe(footer.current)
    return () => {
      observer.disconnect()
      page.scrollPaddingBlockEnd = ''
    }
  }, [])
  return (
    <div ref={footer} className={classNames(styles.footer, flow && styles.flow)}>
      <div className={styles.inner}>{children}</div>
    </div>
  )
}
