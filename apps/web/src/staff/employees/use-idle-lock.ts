import { limits } from '@shirogane/contract/rules/limits'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { ApiError, call } from '../../shell/api/api.ts'
import { useSession } from '../../shell/session/session.ts'
import { colleaguesQuery } from './queries.ts'

const signsOfLife = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/**
 * A register that was not touched for a while asks who is there, over what is open. Only where they can answer: a clerk
 * who has no PIN yet would have to leave their sale. The server keeps the same time by itself, for a tablet that slept
 * or was reloaded, and is told while the register is touched.
 */
export function useIdleLock(isLocked: boolean, lock: () => void): void {
  const employee = useSession().auth?.employee
  const isInStore = employee?.store_id != null
  const list = useQuery({ ...colleaguesQuery(), enabled: isInStore, staleTime: 5 * 60_000 })
  const canUnlock = list.data?.items.some(({ id, has_pin }) => id === employee?.id && has_pin) === true
  const close = useEffectEvent(lock)
  useEffect(() => {
    if (isLocked || !canUnlock) return undefined
    let timer = setTimeout(() => close(), limits.registerIdleSeconds * 1_000)
    let notifying: ReturnType<typeof setTimeout> | undefined
    let isTouched = false
    let isOver = false
    // At once, and what was touched meanwhile a little later: the server is never behind by more than that.
    const notify = () => {
      isTouched = false
      notifying = setTimeout(() => {
        notifying = undefined
        if (isTouched) notify()
      }, limits.registerAwakeSeconds * 1_000)
      call('auth.stayAwake').catch((error: unknown) => {
        if (!isOver && error instanceof ApiError && error.code === 'STEP_UP_REQUIRED') close()
      })
    }
    const wake = () => {
      clearTimeout(timer)
      timer = setTimeout(() => close(), limits.registerIdleSeconds * 1_000)
      isTouched = true
      if (notifying === undefined) notify()
    }
    for (const sign of signsOfLife) window.addEventListener(sign, wake, { passive: true })
    return () => {
      isOver = true
      clearTimeout(timer)
      clearTimeout(notifying)
      for (const sign of signsOfLife) window.removeEventListener(sign, wake)
    }
  }, [isLocked, canUnlock])
}
