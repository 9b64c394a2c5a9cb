import type { RegisterCustomer } from '@shirogane/contract/resources/shapes'
import { useAnnounce } from '@shirogane/ui/overlays/use-announce'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call, messageOf } from '../../../shell/api/api.ts'
import { scanSoundIsOn } from '../../shared/device/device.ts'
import { readCode } from '../../shared/scanner/code.ts'
import { playBeep } from '../scan/sound.ts'
import { text } from './text.ts'

/** A member who stands here, with what the server is told to find them by: the code on their phone, or their id. */
export type Present = { by: string; customer: RegisterCustomer }

export type MemberReader = ReturnType<typeof useMemberReader>

/** Looks up whose code was read, one after the other as they were read. To look spends nothing; the act then does. */
export function useMemberReader(registerId: string, onFound: (found: Present) => void) {
  const announce = useAnnounce()
  const [reading, setReading] = useState(0)
  /** Ends when all members before have been looked up: the one who was read last is the last to come. */
  const before = useRef<Promise<unknown>>(Promise.resolve())
  const found = useRef(onFound)
  useEffect(() => {
    found.current = onFound
  })
  const [problem, setProblem] = useState<string | null>(null)

  function fail(message: string): false {
    if (scanSoundIsOn()) playBeep('failed')
    setProblem(message)
    announce(message, 'assertive')
    return false
  }

  async function lookUp(token: string): Promise<boolean> {
    try {
      const customer = await call('transactions.shownMember', {
        body: { token, register_id: registerId },
      })
      if (scanSoundIsOn()) playBeep('read')
      setProblem(null)
      found.current({ by: token, customer })
      return true
    } catch (error) {
      const isUsed = error instanceof ApiError && error.code === 'QR_ALREADY_USED'
      return fail(isUsed ? `${messageOf(error)}${text.showNew}` : messageOf(error))
    }
  }

  async function read(raw: string): Promise<boolean> {
    setProblem(null)
    const code = readCode(raw)
    if (code.kind !== 'member') return fail(text.notMember)
    setReading((now) => now + 1)
    const lookedUp = before.current.then(() => lookUp(code.token))
    before.current = lookedUp
    const isFound = await lookedUp
    setReading((now) => now - 1)
    return isFound
  }
  return { isReading: reading > 0, problem, read, clearProblem: () => setProblem(null) }
}
