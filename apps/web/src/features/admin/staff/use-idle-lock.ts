import { limits } from '@shirogane/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useSession } from '../../../lib/session.ts'
import { colleaguesQuery } from './queries.ts'

const signsOfLife = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/**
 * A till that nobody has touched for a while asks who is there, over whatever is open. Only where they can answer: whoever
 * has no PIN yet would have to leave their sale.
 */
export function useIdleLock(isLocked: boolean, lock: () => void): void {
  const employee = useSession().auth?.employee
  const isInStore = employee?.store_id != null
  const list = useQuery({ ...colleaguesQuery(), enabled: isInStore, staleTime: 5 * 60_000 })
  const canUnlock = list.data?.items.some(({ id, has_pin }) => id === employee?.id && has_pin) === true
  const close = useEffectEvent(lock)
  useEffect(() => {
    if (isLocked || !canUnlock) return undefined
    let timer = setTimeout(() => close(), limits.tillIdleSeconds * 1_000)
    const wake = () => {
      clearTimeout(timer)
      timer = setTimeout(() => close(), limits.tillIdleSeconds * 1_000)
    }
    for (const sign of signsOfLife) window.addEventListener(sign, wake, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signsOfLife) window.removeEventListener(sign, wake)
    }
  }, [isLocked, canUnlock])
}
