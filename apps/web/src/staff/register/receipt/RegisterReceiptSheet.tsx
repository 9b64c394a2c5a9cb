import { hasFormalReceipt, reissueMark, stampPrompt } from '@shirogane/receipt/words'
import type { Receipt } from '@shirogane/contract/resources/sales/receipts'
import { Button } from '@shirogane/ui/actions/Button'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { Pending, Skeleton } from '@shirogane/ui/states/Skeleton'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { call, messageOf, serverMessageOf } from '../../../shell/api/api.ts'
import { useAct } from '../../../shell/api/use-act.ts'
import { useOnline } from '../../../shell/realtime/connection.ts'
import { receiptQuery } from '../../../shell/queries/queries.ts'
import { FormalSection } from '../../../shared/receipt/FormalSection.tsx'
import { GivenBack } from '../../../shared/receipt/GivenBack.tsx'
import { deliverFile } from '../../../shared/receipt/deliver-file.ts'
import { ReceiptPaper } from '../../../shared/receipt/ReceiptPaper.tsx'
import paper from '../../../shared/receipt/receipt.module.css'
import { choosePaper, choosePrinterWay, usePaper, usePrinterWay } from '../../shared/device/device.ts'
import type { PaperWidth } from '@shirogane/receipt/roll/picture'
import { bytesOf } from './paper-bytes.ts'
import { printPaper, printWaiting, takeBack, useWaitingDocuments } from './print-queue.ts'
import { choosePrinter, waysToPrint } from './printer.ts'
import { text } from './text.ts'
import styles from './receipt.module.css'

type Start = 'look' | 'print' | 'mail'

/** The paper of a sale or a refund at the register: looked at, printed, mailed or saved, each time counted. */
export function RegisterReceiptSheet({
  id,
  start = 'look',
  onClose,
}: {
  id: string
  start?: Start
  onClose: () => void
}) {
  const query = useQuery(receiptQuery(id))
  const receipt = query.data
  return (
    <Sheet isOpen wide onClose={onClose} title={text.title}>
      <Pending isPending={query.isPending} skeleton={<Skeleton width={320} height={520} />}>
        {() =>
          receipt === undefined ? (
            <ErrorPanel message={serverMessageOf(query.error)} onRetry={() => query.refetch()} />
          ) : (
            <Contents id={id} receipt={receipt} start={start} onPrinted={() => void query.refetch()} />
          )
        }
      </Pending>
    </Sheet>
  )
}

type ContentsProps = { id: string; receipt: Receipt; start: Start; onPrinted: () => void }

function Contents({ id, receipt, start, onPrinted }: ContentsProps) {
  const { content, state, given_back, formal, copies, stamp_yen } = receipt
  const isOnline = useOnline()
  const toast = useToast()
  const width = usePaper()
  const way = usePrinterWay()
  const act = useAct('transactions.receiptCopy')
  const [mark, setMark] = useState<string | null>(null)
  const [isPrinting, setPrinting] = useState(false)
  const [asksForMail, setAsksForMail] = useState(start === 'mail')
  const [hasPrinted, setHasPrinted] = useState(false)
  const { documents } = useWaitingDocuments()
  const waits = documents.some(({ of }) => of === id)

  async function count(on_paper: boolean): Promise<string | null> {
    const outcome = await act.send({
      // One wish for a paper: while its answer is missing, asking again counts no second one.
      wish: id,
      send: (copyId) => call('transactions.receiptCopy', { params: { id }, body: { id: copyId, on_paper } }),
    })
    if (outcome.is === 'failed') throw outcome.error
    if (outcome.is !== 'done') return null
    const { copy, reissue } = outcome.answer
    onPrinted()
    return reissue ? reissueMark(copy) : null
  }
  const fail = (error: unknown) => toast({ message: messageOf(error), kind: 'error', duration: 5_000 })

  async function print(): Promise<void> {
    try {
      if (waits && way !== null) {
        if (await printWaiting(way)) toast({ message: text.printed, kind: 'ok' })
        return
      }
      // One that never came out of the printer is counted already, and is no reissue of itself.
      const kept = await takeBack(id)
      const reissue = kept === null ? await count(true) : kept.mark
      setMark(reissue)
      if (way === null) {
        // Printed once the mark is on the paper.
        setPrinting(true)
        return
      }
      const bytes = bytesOf(receipt, reissue, width)
      setHasPrinted(true)
      if (await printPaper(way, { of: id, mark: reissue, bytes }))
        toast({ message: text.printed, kind: 'ok' })
    } catch (error) {
      fail(error)
    }
  }
  useEffect(() => {
    if (!isPrinting) return
    window.print()
    setPrinting(false)
    setHasPrinted(true)
  }, [isPrinting])

  async function save(): Promise<void> {
    try {
      await count(false)
      const bytes = await call('transactions.receiptPdf', { params: { id } })
      await deliverFile(bytes, `receipt-${content.number}.pdf`)
    } catch (error) {
      fail(error)
    }
  }

  // A clerk who came to print need not press twice, where a printer stands ready.
  const begin = useEffectEvent(() => {
    if (start === 'print' && way !== null) void print()
  })
  useEffect(() => begin(), [])

  const roll = (
    <ReceiptPaper content={content} isVoided={state === 'voided'} hasFormal={formal !== null} mark={mark} />
  )
  return (
    <div className={styles.sheet}>
      <div>
        <div className={paper.lying}>
          <div className={paper.paper}>{roll}</div>
        </div>
        <GivenBack {...given_back} />
      </div>
      <div className={styles.acts}>
        {documents.length > 0 && (
          <InfoStrip
            tone="warn"
            icon={iconWarn}
            role="alert"
            title={text.waits(documents.length)}
            text={documents.some(({ isUnsure }) => isUnsure) ? text.unsure : text.notPrinted}
          />
        )}
        {hasPrinted && !waits && stamp_yen > 0 && (
          <InfoStrip tone="warn" icon={iconWarn} title={stampPrompt(stamp_yen)} />
        )}
        <Segmented<PaperWidth>
          label={text.width}
          options={[
            { value: '80', label: text.widths['80'] },
            { value: '58', label: text.widths['58'] },
          ]}
          value={width}
          onChange={choosePaper}
        />
        <Button block size="pos" disabled={!isOnline && !waits} onClick={print}>
          {waits ? text.printAgain : isOnline ? text.print : text.offline}
        </Button>
        <Printer way={way} />
        {copies > 0 && <p className={styles.note}>{text.printedCopies(copies)}</p>}
        <Button block variant="secondary" disabled={!isOnline} onClick={() => setAsksForMail(!asksForMail)}>
          {text.mail}
        </Button>
        {asksForMail && (
          <MailForm
            id={id}
            isMember={content.member !== null}
            onSent={() => {
              setAsksForMail(false)
              onPrinted()
            }}
          />
        )}
        <Button block variant="secondary" disabled={!isOnline} onClick={save}>
          {text.save}
        </Button>
        {hasFormalReceipt(content.kind) && <FormalSection id={id} receipt={receipt} />}
      </div>
      {/* What is printed stands beside the app and not in the sheet, which would cut it off at the window's edge. */}
      {createPortal(
        <div className={paper.printed} data-paper={width}>
          {roll}
        </div>,
        document.body,
      )}
    </div>
  )
}

function Printer({ way }: { way: ReturnType<typeof usePrinterWay> }) {
  const toast = useToast()
  const ways = waysToPrint()
  async function connect(next: 'usb' | 'serial'): Promise<void> {
    try {
      if (await choosePrinter(next)) choosePrinterWay(next)
    } catch {
      toast({ message: text.notConnected, kind: 'error', duration: 5_000 })
    }
  }
  return (
    <div className={styles.printer}>
      <p className={styles.note}>{way === null ? text.byBrowser : text.byPrinter}</p>
      <div className={styles.ways}>
        {way === null ? (
          ways.map((one) => (
            <Button key={one} variant="quiet" size="s" onClick={() => connect(one)}>
              {one === 'usb' ? text.connectUsb : text.connectSerial}
            </Button>
          ))
        ) : (
          <Button variant="quiet" size="s" onClick={() => choosePrinterWay(null)}>
            {text.disconnect}
          </Button>
        )}
      </div>
    </div>
  )
}

function MailForm({ id, isMember, onSent }: { id: string; isMember: boolean; onSent: () => void }) {
  const toast = useToast()
  const { send: sendAct, problem } = useAct('transactions.receiptMail')
  const [email, setEmail] = useState('')
  async function send(): Promise<void> {
    const outcome = await sendAct({
      wish: id,
      send: (mailId) =>
        call('transactions.receiptMail', {
          params: { id },
          body: { id: mailId, ...(email.trim() !== '' && { email: email.trim() }) },
        }),
    })
    if (outcome.is !== 'done') return
    toast({ message: text.sent(outcome.answer.sent_to), kind: 'ok', duration: 3_000 })
    onSent()
  }
  return (
    <form
      className={styles.mail}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Field
        label={text.address}
        {...(isMember && { need: 'optional' as const, helper: text.addressOfMember })}
        error={problem}
      >
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <Button block variant="tonal" onClick={send}>
        {text.send}
      </Button>
    </form>
  )
}
