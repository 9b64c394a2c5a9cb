import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { usePrinterWay } from '../../shared/device/device.ts'
import { RegisterReceipt } from '../../shared/paper/RegisterReceipt.tsx'
import { giveUpWaiting, printWaiting, useWaitingDocuments } from './print-queue.ts'
import styles from '../layout/NoticeStrip.module.css'
import { text } from './text.ts'

const undoMs = 5_000

/**
 * Documents that did not come out: they are neither forgotten with the page that asked for them, nor printed twice
 * unasked.
 */
export function DocumentsStrip() {
  const { documents } = useWaitingDocuments()
  const way = usePrinterWay()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const [looked, setLooked] = useState<string | null>(null)
  const print = async () => {
    // Without a printer the browser prints them, one after the other, from the sheet of each.
    if (way === null) {
      setLooked(documents[0]?.of ?? null)
      return
    }
    if (isBusy) return
    setBusy(true)
    const isDone = await printWaiting(way)
    setBusy(false)
    if (isDone) toast({ message: text.printed, kind: 'ok' })
    else toast({ message: text.notPrinted, kind: 'error', duration: undoMs })
  }
  return (
    <>
      <InfoStrip
        className={styles.strip}
        role="status"
        tone="warn"
        icon={iconWarn}
        title={text.waits(documents.length)}
        text={documents.some(({ isUnsure }) => isUnsure) ? text.unsure : text.stillWaits}
        action={isBusy ? text.printing : text.printAgain}
        render={(button) => <button type="button" {...button} aria-disabled={isBusy} onClick={print} />}
        closeLabel={text.giveUp}
        onClose={() =>
          toast({
            message: text.givenUp,
            duration: undoMs,
            action: { label: text.undo, onClick: giveUpWaiting() },
          })
        }
      />
      {looked !== null && <RegisterReceipt id={looked} onClose={() => setLooked(null)} />}
    </>
  )
}
