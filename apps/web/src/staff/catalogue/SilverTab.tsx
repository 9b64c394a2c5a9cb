import { sentenceOf } from '@shirogane/contract/wire/errors'
import type { SilverDesk } from '@shirogane/contract/resources/brand/skus'
import { Amount } from '@shirogane/ui/data/Amount'
import { Button } from '@shirogane/ui/actions/Button'
import { classNames } from '@shirogane/ui/class-names'
import { Chip } from '@shirogane/ui/data/Chip'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { NumberInput } from '@shirogane/ui/inputs/NumberInput'
import { Plate } from '@shirogane/ui/layout/Plate'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import type { EnteredNumber } from '@shirogane/ui/inputs/use-number-input'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { createPortal } from 'react-dom'
import { call, messageOf, serverMessageOf } from '../../shell/api/api.ts'
import { useAct } from '../../shell/api/use-act.ts'
import { detailTime } from '../../shared/dates/dates.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { yenSign } from '../shared/cash/money.ts'
import { ListPane, Panes } from '../shared/lists/Panes.tsx'
import { silverQuery } from './queries.ts'
import { text } from './text.ts'
import { yen } from '@shirogane/ui/data/text'
import panes from '../shared/lists/panes.module.css'
import paper from '../shared/paper/paper.module.css'
import styles from './catalogue.module.css'

const rateMax = 10_000
/** A step that is more likely a slip of the finger than the market. */
const jumpPercent = 20

/** What silver costs: one person enters it, another puts it in force, and every price that follows it changes. */
export function SilverTab() {
  const desk = useQuery(silverQuery())
  const client = useQueryClient()
  const applyDesk = (next: SilverDesk) => {
    client.setQueryData(silverQuery().queryKey, next)
    refetch('skus.list')
    refetch('skus.search')
  }
  return (
    <Panes>
      <ListPane title={text.silver}>
        {desk.isError && <ErrorPanel message={serverMessageOf(desk.error)} onRetry={() => desk.refetch()} />}
        {desk.isPending && <Skeleton height={420} />}
        {desk.data !== undefined && <Desk desk={desk.data} onChange={applyDesk} />}
      </ListPane>
    </Panes>
  )
}

function Desk({ desk, onChange }: { desk: SilverDesk; onChange: (desk: SilverDesk) => void }) {
  return (
    <div className={styles.desk}>
      <Plate low className={styles.rate} aria-label={text.silverNow}>
        <span className={styles.rateName}>
          {text.silverNow}
          {desk.since !== null && <small>{text.silverSince(detailTime(desk.since))}</small>}
        </span>
        {desk.price_per_g === null ? (
          <b>{text.silverNone}</b>
        ) : (
          <span>
            <Amount value={desk.price_per_g} unit="¥" size="l" />
            <small>/g</small>
          </span>
        )}
      </Plate>
      {desk.outdated && desk.waiting === null && (
        <InfoStrip
          role="status"
          icon={iconWarn}
          tone="warn"
          title={text.silverOutdated}
          text={text.silverOutdatedLine}
        />
      )}
      {desk.waiting === null ? (
        <Enter onChange={onChange} />
      ) : (
        <Waiting desk={desk} waiting={desk.waiting} onChange={onChange} />
      )}
      <section>
        <h3 className={panes.historyTitle}>{text.silverHistory}</h3>
        {desk.items.length === 0 ? (
          <EmptyState title={text.silverHistoryEmpty} />
        ) : (
          <ol className={panes.history}>
            {desk.items.map((rate) => (
              <li key={rate.id}>
                <p className={panes.act}>
                  <span>
                    <b className="figures">{text.perGram(rate.price_per_g)}</b>{' '}
                    <Chip small tone={rate.status === 'approved' ? 'ok' : 'warn'}>
                      {text.silverStates[rate.status]}
                    </Chip>{' '}
                    {rate.requested_by} → {rate.decided_by}
                    {rate.note !== '' && `（${rate.note}）`}
                  </span>
                  {rate.decided_at !== null && (
                    <time dateTime={rate.decided_at}>{detailTime(rate.decided_at)}</time>
                  )}
                </p>
              </li>
            ))}
          </ol>
        )}
      </section>
    </div>
  )
}

function Enter({ onChange }: { onChange: (desk: SilverDesk) => void }) {
  const toast = useToast()
  const { send: sendAct, isBusy, problem, say } = useAct('admin.requestSilver')
  const [price, setPrice] = useState<EnteredNumber>(null)
  const [note, setNote] = useState('')
  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    const price_per_g = price ?? 0
    if (price_per_g < 1 || price_per_g > rateMax) {
      // Of a text that is no number the field says so by itself.
      if (price !== undefined) say(text.silverAsk)
      return
    }
    const outcome = await sendAct({
      // One rate, however often the form is sent.
      wish: 'form',
      send: (id) => call('admin.requestSilver', { body: { id, price_per_g, note: note.trim() } }),
    })
    if (outcome.is !== 'done') return
    onChange(outcome.answer)
    toast({ message: text.silverRequested, kind: 'ok' })
  }
  return (
    <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
      <h3 className={panes.historyTitle}>{text.silverEnter}</h3>
      <Field label={text.silverPrice} need="required" error={problem}>
        <NumberInput
          size="s"
          trailing={yen}
          value={price}
          onChange={(entered) => {
            say(null)
            setPrice(entered)
          }}
        />
      </Field>
      <Field label={text.silverNote} need="optional">
        <TextInput size="s" value={note} maxLength={200} onChange={(event) => setNote(event.target.value)} />
      </Field>
      <div className={panes.buttons}>
        <Button type="submit" busy={isBusy}>
          {text.silverRequest}
        </Button>
      </div>
    </form>
  )
}

function Waiting({
  desk,
  waiting,
  onChange,
}: {
  desk: SilverDesk
  waiting: NonNullable<SilverDesk['waiting']>
  onChange: (desk: SilverDesk) => void
}) {
  const toast = useToast()
  const before = desk.price_per_g
  const jump = before === null ? 0 : Math.round(((waiting.price_per_g - before) * 100) / before)
  const decide = async (decision: 'approved' | 'rejected') => {
    try {
      onChange(await call('admin.decideSilver', { params: { id: waiting.id }, body: { decision } }))
      toast({
        message: decision === 'approved' ? text.silverApproved : text.silverRejected,
        kind: 'ok',
        duration: 3_000,
      })
    } catch (error) {
      toast({ message: messageOf(error), kind: 'error', duration: 5_000 })
    }
  }
  return (
    <section className={styles.form} aria-label={text.silverWaiting}>
      <h3 className={panes.historyTitle}>{text.silverWaiting}</h3>
      <p className={styles.between}>
        <span>
          {text.silverBy(waiting.requested_by, detailTime(waiting.requested_at))}
          {waiting.note !== '' && `（${waiting.note}）`}
        </span>
        <b className="figures">{text.perGram(waiting.price_per_g)}</b>
      </p>
      {Math.abs(jump) >= jumpPercent && (
        <InfoStrip role="status" icon={iconWarn} tone="warn" title={text.silverJump(jump)} />
      )}
      <h4 className={styles.label}>{text.silverChanges}</h4>
      {desk.changes.length === 0 ? (
        <p className={styles.note}>{text.silverChangesNone}</p>
      ) : (
        <table className={styles.changes}>
          <thead>
            <tr>
              <th scope="col">{text.columns.sku}</th>
              <th scope="col">{text.columns.name}</th>
              <th scope="col">{text.silverBefore}</th>
              <th scope="col">{text.silverAfter}</th>
            </tr>
          </thead>
          <tbody>
            {desk.changes.map((change) => (
              <tr key={change.id}>
                <td className="figures">{change.sku}</td>
                <td>{change.name}</td>
                <td>
                  <Amount value={change.before} unit="¥" size="text" />
                </td>
                <td>
                  <Amount value={change.after} unit="¥" size="text" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {waiting.own && <p className={styles.note}>{text.silverOwn}</p>}
      {waiting.is_linked && <p className={styles.note}>{sentenceOf('APPROVAL_LINKED')}</p>}
      <div className={panes.buttons}>
        {desk.changes.length > 0 && (
          <Button variant="secondary" onClick={() => window.print()}>
            {text.silverReprint}
          </Button>
        )}
        {!waiting.own && (
          <>
            <Button variant="secondary" onClick={() => decide('rejected')}>
              {text.silverReject}
            </Button>
            {!waiting.is_linked && <Button onClick={() => decide('approved')}>{text.silverApprove}</Button>}
          </>
        )}
      </div>
      {desk.changes.length > 0 && <Reprint changes={desk.changes} price={waiting.price_per_g} />}
    </section>
  )
}

/** The list that the clerk walks through the shop with, for as long as the price has not changed. */
function Reprint({ changes, price }: { changes: SilverDesk['changes']; price: number }) {
  return createPortal(
    <div className={classNames(paper.printed, paper.wide)}>
      <h1 className={paper.title}>
        {text.silverReprintTitle}　{text.perGram(price)}
      </h1>
      <table className={paper.table}>
        <thead>
          <tr>
            <th>{text.columns.name}</th>
            <th>{text.columns.sku}</th>
            <th>{text.silverBefore}</th>
            <th>{text.silverAfter}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.id}>
              <td>{change.name}</td>
              <td>{change.sku}</td>
              <td>{yenSign(change.before)}</td>
              <td>{yenSign(change.after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  )
}
