import { useEffect, useRef, useState } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { pendingLabel } from './text.ts'
import styles from './Skeleton.module.css'

const delayMs = 200
const leastMs = 300

/** Whether the skeleton stays: quick answers never show one, and one that was shown does not flash. */
function useHeld(isPending: boolean): boolean {
  const [isSeen, setSeen] = useState(false)
  const seenAt = useRef(0)
  useEffect(() => {
    if (isPending && !isSeen) {
      const timer = setTimeout(() => {
        seenAt.current = performance.now()
        setSeen(true)
      }, delayMs)
      return () => clearTimeout(timer)
    }
    if (!isPending && isSeen) {
      const timer = setTimeout(() => setSeen(false), leastMs - (performance.now() - seenAt.current))
      return () => clearTimeout(timer)
    }
    return undefined
  }, [isPending, isSeen])
  return isPending || isSeen
}

type PendingProps = {
  isPending: boolean
  /** Blocks with the geometry of the loaded view. They hold their place from the start and are seen after 200 ms. */
  skeleton: ReactNode
  label?: string
  children: () => ReactNode
}

export function Pending({ isPending, skeleton, label = pendingLabel, children }: PendingProps): ReactElement {
  const isHeld = useHeld(isPending)
  if (!isHeld) return <>{children()}</>
  return (
    <div aria-busy="true">
      <span className="visuallyHidden">{label}</span>
      <div className={styles.blocks} aria-hidden="true">
        {skeleton}
      </div>
    </div>
  )
}

type SkeletonProps = {
  width?: number | string
  height: number | string
  round?: boolean
  className?: string | undefined
}

/** One block of a skeleton. */
export function Skeleton({ width = '100%', height, round = false, className }: SkeletonProps): ReactElement {
  return (
    <span className={classNames(styles.block, round && styles.round, className)} style={{ width, height }} />
  )
}
