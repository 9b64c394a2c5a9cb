import { useState } from 'react'
import { FloatStrip } from './FloatStrip.tsx'
import { useLost } from '../lost/lost.ts'
import { LostStrip } from '../lost/LostStrip.tsx'
import { NoticeStrip } from './NoticeStrip.tsx'
import { DocumentsStrip } from '../receipt/DocumentsStrip.tsx'
import { useWaitingDocuments } from '../receipt/print-queue.ts'
import type { Bill } from '../tender/tenders.ts'
import type { SaleMachine } from '../machine/sale-machine.ts'
import type { Notice } from '../machine/sale-state.ts'

type RegisterStripProps = {
  machine: SaleMachine
  notice: Notice | null
  bill: Bill
  isFloatMissing: boolean
  onConfirmAgain: () => void
  /**
   * The customer signs for what they defer, where they did not answer on their phone; null where nothing is deferred.
   */
  onSign: (() => void) | null
  /** Pays by cash what points and balance cannot. */
  onFillByCash: (due: number) => void
}

/**
 * The one strip over the cart: what went wrong with this sale, then what waits for a printer, then what the day lacks, then
 * what the books have lost.
 */
export function RegisterStrip({
  machine,
  notice,
  bill,
  isFloatMissing,
  onConfirmAgain,
  onSign,
  onFillByCash,
}: RegisterStripProps) {
  const { isStuck } = useWaitingDocuments()
  const { entries, due } = useLost()
  const [wasDue, setWasDue] = useState(false)
  if (due > 0 && !wasDue) setWasDue(true)
  if (notice === null && isStuck) return <DocumentsStrip />
  if (notice === null && isFloatMissing) return <FloatStrip />
  if (notice === null && entries.length > 0 && wasDue)
    return <LostStrip due={due} onClose={() => setWasDue(false)} />
  return (
    <NoticeStrip
      notice={notice}
      onClose={() => machine.say(null)}
      onScanAgain={() => machine.scanAgain()}
      onConfirmAgain={onConfirmAgain}
      onSign={onSign}
      onFillByCash={
        bill.remaining > 0
          ? () => {
              machine.say(null)
              onFillByCash(bill.cash_due)
            }
          : null
      }
    />
  )
}
