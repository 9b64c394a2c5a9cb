import { cashPieces } from '@shirogane/domain/days/count-cash'
import type { DayClose, ShopDay } from '@shirogane/contract/resources/brand/days'
import { Button } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { Chip } from '@shirogane/ui/data/Chip'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { call } from '../../shell/api/api.ts'
import { useAct } from '../../shell/api/use-act.ts'
import { detailTime, timeOn } from '../../shared/dates/dates.ts'
import { countText } from '../../shared/figures/figures.ts'
import { WriteButton } from '../shared/forms/WriteButton.tsx'
import { CashLines, Line } from './CashLines.tsx'
import { OverShort } from './OverShort.tsx'
import { Paper } from './Paper.tsx'
import { dayRefetched } from './queries.ts'
import { Suspects } from './Suspects.tsx'
import { SalesCard } from './SalesCard.tsx'
import { CorrectionsCard, Files, ReversalsCard } from './XView.tsx'
import { yenSign } from '../shared/cash/money.ts'
import { text } from './text.ts'
import styles from './close.module.css'

/** A day that is closed, as it was: nothing here can be changed, only opened again by a manager. */
export function ClosedView({ day, mayReopen }: { day: ShopDay; mayReopen: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const [close, ...earlier] = day.closes
  if (!close) return null
  return (
    <>
      <div className={styles.three}>
        <Card as="section" className={styles.pane}>
          <header className={styles.paneHead}>
            <h2 className={styles.paneTitle}>
              {text.closedBy(timeOn(day.date, close.closed_at), close.employee.name)}
            </h2>
            <Chip tone="ok">{text.serial(close.z_number, close.revision)}</Chip>
          </header>
          <dl className={styles.lines}>
            {cashPieces.map((piece) => (
              <Line
                key={piece}
                name={`${yenSign(piece)} × ${countText(close.counts[String(piece)] ?? 0)}`}
                value={yenSign(piece * (close.counts[String(piece)] ?? 0))}
              />
            ))}
            <dt className={styles.lineTotal}>{text.counted}</dt>
            <dd className={styles.lineTotal}>{yenSign(close.counted)}</dd>
          </dl>
        </Card>
        <div className={styles.column}>
          <Card as="section" className={styles.pane}>
            <header className={styles.paneHead}>
              <h2 className={styles.paneTitle}>{text.result}</h2>
            </header>
            <CashLines day={day} />
            <OverShort difference={close.over_short} />
            <Suspects day={day} difference={close.over_short} />
            <dl className={styles.lines}>
              {close.reason !== null && <Line name={text.reason} value={close.reason} />}
              {close.note !== null && <Line name={text.note} value={close.note} />}
              {close.approved_by !== null && <Line name={text.approvedBy} value={close.approved_by.name} />}
              <Line name={text.deposit} value={yenSign(close.deposit)} />
              <Line name={text.carry} value={yenSign(close.carry)} />
            </dl>
            <p className={styles.seal}>
              {text.seal} <code>{close.seal.slice(0, 16)}</code>
            </p>
            <Files day={day} label={text.printZ} />
            {mayReopen && (
              <Button variant="quiet" onClick={() => setAsking(true)}>
                {text.reopen}
              </Button>
            )}
          </Card>
          <ReversalsCard day={day} />
          <CorrectionsCard day={day} />
          {earlier.length > 0 && <Earlier closes={earlier} />}
        </div>
        <SalesCard day={day} />
      </div>
      <Paper day={day} close={close} />
      {isAsking && <ReopenSheet day={day} onClose={() => setAsking(false)} />}
    </>
  )
}

function Earlier({ closes }: { closes: readonly DayClose[] }) {
  return (
    <Card as="section" className={styles.pane}>
      <h2 className={styles.paneTitle}>{text.earlierCloses}</h2>
      <ul className={styles.moves}>
        {closes.map((close) => (
          <li key={close.id}>
            <span className={styles.moveName}>
              {text.serial(close.z_number, close.revision)}　{detailTime(close.closed_at)}
              {close.reopened && (
                <small>
                  {close.reopened.by.name}：{close.reopened.reason}
                </small>
              )}
            </span>
            <b className="figures">{yenSign(close.over_short)}</b>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function ReopenSheet({ day, onClose }: { day: ShopDay; onClose: () => void }) {
  const [reason, setReason] = useState('')
  // A day that was opened without an answer is no refusal when the same is asked for again.
  const { send, problem } = useAct('admin.reopenDay')
  const toast = useToast()
  async function reopen(): Promise<void> {
    const body = { store_id: day.store.id, date: day.date, reason }
    const outcome = await send({
      wish: body,
      send: (idempotencyKey) => call('admin.reopenDay', { body, idempotencyKey }),
    })
    if (outcome.is !== 'done') return
    toast({ message: text.reopened, kind: 'ok' })
    await dayRefetched()
    onClose()
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.reopenTitle}
      description={text.reopenText}
      footer={
        <WriteButton block variant="danger" disabled={reason.trim() === ''} onClick={reopen}>
          {text.reopen}
        </WriteButton>
      }
    >
      <div className={styles.form}>
        {problem !== null && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <Field label={text.reopenReason} need="required">
          <TextInput maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </div>
    </Sheet>
  )
}
