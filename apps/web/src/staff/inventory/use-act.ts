import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useRef, useState } from 'react'
import { endsAct } from '../../shell/api/act.ts'
import { ApiError, messageOf } from '../../shell/api/api.ts'
import { uuid7 } from '../../shell/api/uuid7.ts'
import { refetchStock } from './queries.ts'

/**
 * One human act on stock: it keeps its key until an answer came, so that however often it is sent, articles move once.
 * What the server refuses is shown where it was done, and everything that was typed stays.
 */
export function useAct() {
  const toast = useToast()
  const key = useRef<{ asked: string; key: string } | null>(null)
  const [failure, setFailure] = useState<{ message: string } | null>(null)

  /** Answers what the server did, or null when it refused or no answer came; `onApproval` where a second person must agree. */
  async function act<T>(
    body: unknown,
    send: (idempotencyKey: string) => Promise<T>,
    done: (answer: T) => string,
    onApproval?: () => void,
  ): Promise<T | null> {
    setFailure(null)
    const asked = JSON.stringify(body)
    // Another wish is another act; the same one sent again is the same.
    if (key.current?.asked !== asked) key.current = { asked, key: uuid7() }
    try {
      const answer = await send(key.current.key)
      key.current = null
      refetchStock()
      toast({ message: done(answer), kind: 'ok' })
      return answer
    } catch (error) {
      if (endsAct(error)) key.current = null
      if (onApproval !== undefined && error instanceof ApiError && error.code === 'APPROVAL_REQUIRED')
        onApproval()
      else setFailure({ message: messageOf(error) })
      return null
    }
  }
  return { act, failure, clear: () => setFailure(null) }
}
