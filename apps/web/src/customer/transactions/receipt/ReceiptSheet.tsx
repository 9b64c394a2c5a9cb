import { hasFormalReceipt } from '@shirogane/receipt/words'
import type { Receipt } from '@shirogane/contract/resources/sales/receipts'
import { Button } from '@shirogane/ui/actions/Button'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { Pending, Skeleton } from '@shirogane/ui/states/Skeleton'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { createPortal } from 'react-dom'
import { call, messageOf, serverMessageOf } from '../../../shell/api/api.ts'
import { useOnline } from '../../../shell/realtime/connection.ts'
import { receiptQuery } from '../../../shell/queries/queries.ts'
import { FormalSection } from '../../../shared/receipt/FormalSection.tsx'
import { GivenBack } from '../../../shared/receipt/GivenBack.tsx'
import { deliverFile } from '../../../shared/receipt/deliver-file.ts'
import { ReceiptPaper } from '../../../shared/receipt/ReceiptPaper.tsx'
import { text } from '../../../shared/receipt/text.ts'
import styles from '../../../shared/receipt/receipt.module.css'

export function ReceiptSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(receiptQuery(id))
  const receipt = query.data
  return (
    <Sheet
      isOpen
      wide
      onClose={onClose}
      title={text.title[receipt?.content.kind ?? 'sale']}
      footer={receipt && <Buttons id={id} receipt={receipt} onClose={onClose} />}
    >
      <Pending isPending={query.isPending} skeleton={<Skeleton width={320} height={520} />}>
        {() =>
          receipt === undefined ? (
            <ErrorPanel message={serverMessageOf(query.error)} onRetry={() => query.refetch()} />
          ) : (
            <Contents id={id} receipt={receipt} />
          )
        }
      </Pending>
    </Sheet>
  )
}

function Contents({ id, receipt }: { id: string; receipt: Receipt }) {
  const { content, state, given_back, formal } = receipt
  const paper = <ReceiptPaper content={content} isVoided={state === 'voided'} hasFormal={formal !== null} />
  return (
    <>
      <div className={styles.lying}>
        <div className={styles.paper}>{paper}</div>
      </div>
      <GivenBack {...given_back} />
      {hasFormalReceipt(content.kind) && <FormalSection id={id} receipt={receipt} />}
      {/* What is printed stands beside the app and not in the sheet, which would cut it off at the window's edge. */}
      {createPortal(<div className={styles.printed}>{paper}</div>, document.body)}
    </>
  )
}

function Buttons({ id, receipt, onClose }: { id: string; receipt: Receipt; onClose: () => void }) {
  const isOnline = useOnline()
  const toast = useToast()
  const save = async () => {
    try {
      const bytes = await call('transactions.receiptPdf', { params: { id } })
      await deliverFile(bytes, `receipt-${receipt.content.number}.pdf`)
    } catch (error) {
      toast({ message: messageOf(error), kind: 'error', duration: 5_000 })
    }
  }
  return (
    <div className={styles.buttons}>
      <Button variant="secondary" onClick={onClose}>
        {text.close}
      </Button>
      <Button disabled={!isOnline} onClick={save}>
        {isOnline ? text.save : text.offline}
      </Button>
      <Button variant="quiet" size="s" className={styles.printHere} onClick={() => window.print()}>
        {text.printHere}
      </Button>
    </div>
  )
}
