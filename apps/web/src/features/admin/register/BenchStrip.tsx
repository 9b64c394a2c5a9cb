import { useState } from 'react'
import { FloatStrip } from './FloatStrip.tsx'
import { useLost } from './lost.ts'
import { LostStrip } from './LostStrip.tsx'
import { NoticeStrip } from './NoticeStrip.tsx'
import { PapersStrip } from './receipt/PapersStrip.tsx'
import { useWaitingPapers } from './receipt/print-queue.ts'
import type { Bill } from './tenders.ts'
import type { Till } from './till.ts'
import type { Notice } from './till-state.ts'

type BenchStripProps = {
  till: Till
  notice: Notice | null
  bill: Bill
  isFloatMissing: boolean
  onConfirmAgain: () => void
  /** Pays by cash what points and balance cannot. */
  onFillByCash: (due: number) => void
}

/**
 * The one strip over the cart: what went wrong with this sale, then what waits for a printer, then what the day lacks, then
 * what the books have lost.
 */
export function BenchStrip({
  till,
  notice,
  bill,
  isFloatMissing,
  onConfirmAgain,
  onFillByCash,
}: BenchStripProps) {
  const { isStuck } = useWaitingPapers()
  const { entries, due } = useLost()
  const [wasDue, setWasDue] = useState(false)
  if (due > 0 && !wasDue) setWasDue(true)
  if (notice === null && isStuck) return <PapersStrip />
  if (notice === null && isFloatMissing) return <FloatStrip />
  if (notice === null && entries.length > 0 && wasDue)
    return <LostStrip due={due} onClose={() => setWasDue(false)} />
  return (
    <NoticeStrip
      notice={notice}
      onClose={() => till.say(null)}
      onScanAgain={() => till.scanAgain()}
      onConfirmAgain={onConfirmAgain}
      onFillByCash={
        bill.remaining > 0
          ? () => {
              till.say(null)
              onFillByCash(bill.cash_due)
            }
          : null
      }
    />
  )
}
