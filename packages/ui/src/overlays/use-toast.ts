import { createContext, useContext } from 'react'
import type { IconShape } from '../icons/icon-shape.ts'

export type ToastInput = {
  message: string
  /** How long it is seen, in milliseconds. Pauses (a pointer on it, focus, a held finger) do not count. */
  duration?: number
  kind?: 'info' | 'ok' | 'error'
  icon?: IconShape
  action?: { label: string; onClick: () => void }
}

export type ShowToast = (toast: ToastInput | string) => void

export const toastDurationDefault = 1_000

export const ToastContext = createContext<ShowToast>(() => {
  throw new Error('useToast needs <ToastProvider> at the root of the page')
})

/** `toast(text.copied)`, `toast({ message, duration: 5000, kind: 'error' })`. One is shown at a time; the others wait. */
export function useToast(): ShowToast {
  return useContext(ToastContext)
}
