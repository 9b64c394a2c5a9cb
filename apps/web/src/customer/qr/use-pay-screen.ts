import { useAnnounce } from '@shirogane/ui/overlays/use-announce'
import { useEffect, useEffectEvent, useRef } from 'react'
import { setBarColor } from '../../shared/device/theme.ts'
import { payCode, usePayCode } from './code/pay-code.ts'
import type { PayCodeState } from './code/pay-code.ts'
import { text } from './code/text.ts'
import { useWakeLock } from '../../shared/device/use-wake-lock.ts'

const stageColor = '#1B1F23'

/** Everything that runs while a pay code is on screen: the countdown, the light, the line that comes back. */
export function usePayScreen(): PayCodeState {
  const state = usePayCode()
  const announce = useAnnounce()

  useEffect(() => {
    payCode.open()
    return () => payCode.close()
  }, [])

  useEffect(() => {
    const onOnline = () => {
      // Out of sight no code is held out; the way back asks for one.
      if (!document.hidden && payCode.state().code === null) void payCode.renew()
    }
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [])

  useWakeLock()

  useEffect(() => {
    setBarColor(stageColor)
    return () => setBarColor(null)
  }, [])

  const { secondsLeft, code } = state
  const said = useRef<{ code: string | null; at: number }>({ code: null, at: 0 })
  const sayCountdown = useEffectEvent(() => {
    if (code === null) return
    if (said.current.code !== code.code) {
      // The first code of this screen may have been fetched ahead; every later one is a renewal.
      if (said.current.code !== null) announce(text.renewed)
      said.current = { code: code.code, at: Number.POSITIVE_INFINITY }
    }
    for (const [mark, sentence] of [
      [60, text.minuteLeft],
      [10, text.tenLeft],
    ] as const) {
      if (secondsLeft > mark || said.current.at <= mark) continue
      said.current.at = mark
      if (secondsLeft > mark - 5) announce(sentence)
    }
  })
  useEffect(() => sayCountdown(), [secondsLeft, code])

  return state
}
