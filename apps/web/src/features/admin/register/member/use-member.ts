import type { TillCustomer } from '@shirogane/contract/resources'
import { useAnnounce } from '@shirogane/ui/use-announce'
import { useState } from 'react'
import { call, messageOf } from '../../../../lib/api.ts'
import { scanSoundIsOn } from '../../device.ts'
import { readCode } from '../../code.ts'
import { beep } from '../sound.ts'
import { text } from './text.ts'

/** A member who stands here, with what the server is told to find them by: the code on their phone, or their id. */
export type Present = { by: string; customer: TillCustomer }

export type MemberReader = ReturnType<typeof useMemberReader>

/** Looks up whose code was read. The code is neither taken nor spent. */
export function useMemberReader(registerId: string, onFound: (found: Present) => void) {
  const announce = useAnnounce()
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  function fail(message: string): false {
    if (scanSoundIsOn()) beep('failed')
    setProblem(message)
    announce(message, 'assertive')
    return false
  }

  async function read(raw: string): Promise<boolean> {
    setProblem(null)
    const code = readCode(raw)
    if (code.kind !== 'member') return fail(text.notMember)
    setReading(true)
    try {
      const customer = await call('transactions.shownMember', {
        body: { token: code.token, register_id: registerId },
      })
      if (scanSoundIsOn()) beep('read')
      onFound({ by: code.token, customer })
      return true
    } catch (error) {
      return fail(messageOf(error))
    } finally {
      setReading(false)
    }
  }
  return { isReading, problem, read, clearProblem: () => setProblem(null) }
}
