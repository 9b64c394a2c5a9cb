import { Spinner } from '@shirogane/ui/states/Spinner'
import { useEffect, useState } from 'react'
import { queryClient } from '../../shell/queries/query-client.ts'
import styles from './PullToRefresh.module.css'

const pullToRefreshPx = 64
const pullMaxPx = 96

/** Pulled down at the top of the page, everything on it is asked for again. */
export function PullToRefresh() {
  const [pulled, setPulled] = useState(0)
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    // The page alone: a sheet that lies over it is pulled for itself.
    const element = document.querySelector<HTMLElement>('#main')
    if (element === null) return undefined
    let startY: number | null = null
    let distance = 0
    const begin = (event: TouchEvent) => {
      startY = window.scrollY <= 0 && event.touches.length === 1 ? (event.touches[0]?.clientY ?? null) : null
      distance = 0
    }
    const move = (event: TouchEvent) => {
      if (startY === null) return
      // The page follows half the way of the finger, and ever less towards the end.
      distance = Math.min(pullMaxPx, Math.max(0, ((event.touches[0]?.clientY ?? startY) - startY) * 0.5))
      setPulled(distance)
    }
    const end = () => {
      if (startY !== null && distance >= pullToRefreshPx) {
        setBusy(true)
        void queryClient.refetchQueries({ type: 'active' }).finally(() => setBusy(false))
      }
      startY = null
      setPulled(0)
    }
    element.addEventListener('touchstart', begin, { passive: true })
    element.addEventListener('touchmove', move, { passive: true })
    element.addEventListener('touchend', end)
    element.addEventListener('touchcancel', end)
    return () => {
      element.removeEventListener('touchstart', begin)
      element.removeEventListener('touchmove', move)
      element.removeEventListener('touchend', end)
      element.removeEventListener('touchcancel', end)
    }
  }, [])

  const height = isBusy ? 40 : pulled
  return (
    <div className={styles.indicator} style={{ height }} aria-hidden="true">
      {height > 0 && <Spinner size={20} />}
    </div>
  )
}
