import { overShortReasons } from '@shirogane/contract/terms/day-words'
import type { DayClose, ShopDay } from '@shirogane/contract/resources/brand/days'
import { Button } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { iconInfo, iconRefresh, iconWarn } from '@shirogane/ui/icons/icons'
import { iconPrint } from '@shirogane/ui/icons/icons-staff'
import { Icon } from '@shirogane/ui/icons/Icon'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { NumberInput } from '@shirogane/ui/inputs/NumberInput'
import { Select } from '@shirogane/ui/inputs/Select'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { UnreadContext, useUnread } from '@shirogane/ui/inputs/use-number-input'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { call, messageOf } from '../../shell/api/api.ts'
import { useAct } from '../../shell/api/use-act.ts'
import { AppLink } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { AskApproval } from '../shared/forms/AskApproval.tsx'
import { WriteButton } from '../shared/forms/WriteButton.tsx'
import { CashLines } from './CashLines.tsx'
import { ConfirmSheet } from './ConfirmSheet.tsx'
import { CountTable } from './CountTable.tsx'
import { drawerYenMax, noCounts, sumOf } from './counts.ts'
import { useDraft } from './draft.ts'
import { FloatSheet } from './FloatSheet.tsx'
import { OverShort } from './OverShort.tsx'
import { Paper } from './Paper.tsx'
import { dayRefetched } from './queries.ts'
import { Suspects } from './Suspects.tsx'
import { SalesCard } from './SalesCard.tsx'
import { yenSign } from '../shared/cash/money.ts'
import { text } from './text.ts'
import { yen } from '@shirogane/ui/data/text'
import styles from './close.module.css'

type Reason = (typeof overShortReasons)[number]

/** Count, compare, prepare tomorrow, confirm. What the books say is shown only after the count is done. */
export function CountView({ day, onDate }: { day: ShopDay; onDate: (date: string) => void }) {
  const [draft, change, forget] = useDraft(day.store.id, day.date)
  const [open, setOpen] = useState<'float' | 'confirm' | 'approval' | null>(null)
  const [reasonMissing, setReasonMissing] = useState(false)
  const [isUnread, noteUnread] = useUnread()
  const act = useAct('admin.closeDay', { keptFor: day.store.id })
  const toast = useToast()
  const counted = sumOf(draft.counts)
  const difference = counted - day.cash.expected
  const carry = draft.carry ?? Math.min(counted, day.cash.float ?? day.cash.carried ?? 0)
  const isOpened = day.opened !== null
  const needsApproval = Math.abs(difference) >= day.approval_from

  /** The other registers have gone on selling while the cash was counted. */
  async function reveal(): Promise<void> {
    await dayRefetched()
    change({ revealed: true })
  }

  function confirm(): void {
    const isMissing = difference !== 0 && draft.reason === ''
    setReasonMissing(isMissing)
    if (!isMissing && carry <= counted) setOpen('confirm')
  }

  async function close(approval_id?: string): Promise<void> {
    setOpen(null)
    const body = {
      store_id: day.store.id,
      date: day.date,
      counted: draft.counts,
      expected: day.cash.expected,
      cash_in: day.cash.pay_in,
      cash_out: day.cash.pay_out,
      deposit: counted - carry,
      ...(difference !== 0 && { reason: draft.reason as Reason }),
      ...(draft.note.trim() !== '' && { note: draft.note }),
      ...(approval_id !== undefined && { approval_id }),
    }
    const outcome = await act.send({
      wish: body,
      send: (idempotencyKey) => call('admin.closeDay', { body, idempotencyKey }),
      findsAtOnce: true,
      find: ownClose,
    })
    if (outcome.is === 'done') done(outcome.answer.z_number)
    if (outcome.is === 'found') done(outcome.found.z_number)
    if (outcome.is === 'failed') {
      toast({ message: messageOf(outcome.error), kind: 'error', duration: 5_000 })
      // It may be closed all the same, and the next day begun: this one stays on the screen, to be sent again or seen closed.
      if (outcome.isUnclear) onDate(day.date)
    }
    await dayRefetched()
  }

  function done(number: number): void {
    forget()
    toast({ message: text.done(number), kind: 'ok' })
    // The closed day stays on the screen, and no longer the one that has begun.
    onDate(day.date)
  }

  /**
   * The close that was made of this very count while its answer was lost; null where there is none, or it cannot be
   * known.
   */
  async function ownClose(): Promise<DayClose | null> {
    try {
      const now = await call('admin.day', { query: { store_id: day.store.id, date: day.date } })
      const newest = now.closes[0]
      const isNew = now.status === 'closed' && now.closes.length > day.closes.length
      return isNew && newest?.counted === counted ? newest : null
    } catch {
      return null
    }
  }

  return (
    <UnreadContext value={noteUnread}>
      <Notices day={day} onDate={onDate} onFloat={() => setOpen('float')} />
      <div className={styles.three}>
        <Card as="section" className={styles.pane}>
          <header className={styles.paneHead}>
            <h2 className={styles.paneTitle}>{text.count}</h2>
            <Button
              variant="quiet"
              size="s"
              icon={iconRefresh}
              onClick={() => change({ counts: noCounts, revealed: false })}
            >
              {text.reset}
            </Button>
          </header>
          <CountTable counts={draft.counts} onChange={(counts) => change({ counts })} />
        </Card>

        <div className={styles.column}>
          <Card as="section" className={styles.pane}>
            <header className={styles.paneHead}>
              <h2 className={styles.paneTitle}>{text.difference}</h2>
            </header>
            {draft.revealed ? (
              <>
                <CashLines day={day} />
                <OverShort difference={difference} approvalFrom={day.approval_from} />
                <Suspects day={day} difference={difference} />
                {difference !== 0 && (
                  <Field
                    label={text.reason}
                    need="required"
                    error={reasonMissing && draft.reason === '' ? text.reasonMissing : undefined}
                  >
                    <Select
                      size="s"
                      value={draft.reason}
                      onChange={(event) => change({ reason: event.target.value })}
                    >
                      <option value="">{text.choose}</option>
                      {overShortReasons.map((reason) => (
                        <option key={reason}>{reason}</option>
                      ))}
                    </Select>
                  </Field>
                )}
                <Field label={text.note} need="optional" helper={text.noteHelper}>
                  <TextInput
                    size="s"
                    maxLength={200}
                    value={draft.note}
                    onChange={(event) => change({ note: event.target.value })}
                  />
                </Field>
              </>
            ) : (
              <>
                <p className={styles.blind}>{text.blind}</p>
                <Button block variant="secondary" disabled={isUnread} onClick={reveal}>
                  {text.reveal}
                </Button>
              </>
            )}
          </Card>

          <Card as="section" className={styles.pane}>
            <header className={styles.paneHead}>
              <h2 className={styles.paneTitle}>{text.tomorrow}</h2>
            </header>
            <Field label={text.carry} error={carry > counted ? text.carryTooMuch : undefined}>
              <NumberInput
                size="s"
                max={drawerYenMax}
                selects
                value={carry}
                onChange={(entered) => change({ carry: entered ?? 0 })}
                trailing={<span className={styles.unit}>{yen}</span>}
              />
            </Field>
            <dl className={styles.lines}>
              <dt className={styles.lineTotal}>{text.deposit}</dt>
              <dd className={styles.lineTotal}>{yenSign(Math.max(0, counted - carry))}</dd>
            </dl>
            <p className={styles.final}>
              <Icon shape={iconInfo} size={16} />
              {text.final}
            </p>
            <div className={styles.actions}>
              <Button variant="secondary" icon={iconPrint} onClick={() => window.print()}>
                {text.printX}
              </Button>
              <WriteButton
                disabled={!draft.revealed || isUnread || !isOpened || day.earlier_open !== null}
                onClick={confirm}
              >
                {text.confirm}
              </WriteButton>
            </div>
          </Card>
        </div>

        <SalesCard day={day} />
      </div>
      <Paper day={day} close={null} />
      {open === 'float' && <FloatSheet day={day} onClose={() => setOpen(null)} />}
      {open === 'confirm' && (
        <ConfirmSheet
          day={day}
          counted={counted}
          carry={carry}
          onClose={() => setOpen(null)}
          onConfirm={() => (needsApproval ? setOpen('approval') : close())}
        />
      )}
      {open === 'approval' && (
        <AskApproval
          kind="close_difference"
          subject={{ date: day.date }}
          amount={Math.abs(difference)}
          reason={draft.reason}
          storeId={day.store.id}
          onApproved={(id) => void close(id)}
          onClose={() => setOpen(null)}
        />
      )}
    </UnreadContext>
  )
}

/** What has to be done before this day can be closed, each with the way there. */
function Notices({
  day,
  onDate,
  onFloat,
}: {
  day: ShopDay
  onDate: (date: string) => void
  onFloat: () => void
}) {
  const { earlier_open: earlier, blockers, opened } = day
  const waiting = (kinds: readonly (typeof blockers)[number]['kind'][]): string =>
    kinds
      .map((kind) => ({ kind, count: blockers.filter((blocker) => blocker.kind === kind).length }))
      .filter(({ count }) => count > 0)
      .map(({ kind, count }) => text[kind](count))
      .join('　')
  const holdUps = [
    {
      words: waiting(['parked', 'pending']),
      way: text.toSale,
      to: paths.adminRegister(undefined, { sheet: 'held' }),
    },
    {
      words: waiting(['stock_count']),
      way: text.toStockCount,
      to: paths.adminInventory(undefined, { view: 'count', store: day.store.id }),
    },
  ].filter(({ words }) => words !== '')
  return (
    <div className={styles.notices}>
      {earlier !== null && (
        <InfoStrip
          icon={iconWarn}
          tone="warn"
          title={text.earlier(earlier)}
          action={text.toEarlier}
          render={({ className, children }) => (
            <button type="button" className={className} onClick={() => onDate(earlier)}>
              {children}
            </button>
          )}
        />
      )}
      {earlier === null && (
        <InfoStrip
          icon={opened === null ? iconWarn : iconInfo}
          tone={opened === null ? 'warn' : 'accent'}
          title={opened === null ? text.notOpen : `${text.float} ${yenSign(opened.counted)}`}
          text={opened === null ? undefined : opened.employee.name}
          action={opened === null ? text.countFloat : text.recount}
          render={({ className, children }) => (
            <button type="button" className={className} onClick={onFloat}>
              {children}
            </button>
          )}
        />
      )}
      {holdUps.map(({ words, way, to }) => (
        <InfoStrip
          key={way}
          icon={iconWarn}
          tone="warn"
          role="status"
          title={text.blockers}
          text={words}
          action={way}
          render={(link) => <AppLink {...link} to={to} />}
        />
      ))}
    </div>
  )
}
