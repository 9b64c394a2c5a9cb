import { useToast } from '@shirogane/ui/overlays/use-toast'
import { ApiError } from '../../shell/api/api.ts'
import { type ActName, useAct } from '../../shell/api/use-act.ts'
import { refetchStock } from './queries.ts'

type StockAct = Extract<ActName, `inventory.${string}`>

/**
 * One human act on stock: what the server refuses is shown where it was done, and everything that was typed stays. The
 * figures of the shelves are read anew once it is done.
 */
export function useStockAct(name: StockAct) {
  const toast = useToast()
  const { send, problem, say } = useAct(name)

  /** Answers what the server did, or null when it refused or no answer came; `onApproval` where a second person must agree. */
  async function act<T>(
    wish: unknown,
    sending: (idempotencyKey: string) => Promise<T>,
    done: (answer: T) => string,
    onApproval?: () => void,
  ): Promise<T | null> {
    const outcome = await send({ wish, send: sending })
    if (outcome.is === 'done') {
      refetchStock()
      toast({ message: done(outcome.answer), kind: 'ok' })
      return outcome.answer
    }
    if (outcome.is !== 'failed' || onApproval === undefined) return null
    if (outcome.error instanceof ApiError && outcome.error.code === 'APPROVAL_REQUIRED') {
      say(null)
      onApproval()
    }
    return null
  }
  return { act, problem }
}
