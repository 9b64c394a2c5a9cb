import { holds } from '@shirogane/contract/wire/rights'
import type { AffiliateStanding } from '@shirogane/contract/terms/affiliate-words'
import type { AffiliatorSheet, CheckedAffiliate } from '@shirogane/contract/resources/members/affiliates'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { BarChart } from '@shirogane/ui/data/BarChart'
import { Button } from '@shirogane/ui/actions/Button'
import { Chip } from '@shirogane/ui/data/Chip'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf } from '../../shell/api/api.ts'
import { detailDate, detailTime } from '../../shared/dates/dates.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { useSession } from '../../shell/session/session.ts'
import { DetailPane } from '../shared/lists/Panes.tsx'
import { yenSign } from '../shared/cash/money.ts'
import { affiliatorQuery } from './queries.ts'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './affiliates.module.css'

const monthsDrawn = 6
const tones = { good: 'ok', held: 'warn', void: 'bad' } as const

export function AffiliatorDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const sheet = useQuery(affiliatorQuery(id))
  return (
    <DetailPane label={text.title} query={sheet} wide onClose={onClose}>
      {(data) => <Figures key={data.user_id} sheet={data} />}
    </DetailPane>
  )
}

/** Sends a change and shows what the server made of it. */
function useChange(id: string): (ask: () => Promise<AffiliatorSheet>) => Promise<boolean> {
  const client = useQueryClient()
  const toast = useToast()
  return async (ask) => {
    try {
      client.setQueryData(affiliatorQuery(id).queryKey, await ask())
      refetch('admin.affiliators')
      toast({ message: text.saved, kind: 'ok' })
      return true
    } catch (error) {
      toast({ message: messageOf(error), kind: 'error', duration: 5_000 })
      return false
    }
  }
}

function Figures({ sheet }: { sheet: AffiliatorSheet }) {
  const type = useSession().auth?.employee?.type
  const mayDecide = type !== undefined && holds(type, 'affiliates')
  const { stats } = sheet
  const drawn = stats.months.slice(-monthsDrawn)
  return (
    <>
      <header className={panes.detailHead}>
        <Chip tone={sheet.stopped ? 'bad' : sheet.left_at === null ? 'ok' : 'neutral'}>
          {sheet.stopped ? text.stopped : sheet.left_at === null ? text.active : text.left}
        </Chip>
        <span className="figures">{sheet.code}</span>
      </header>
      <h3 className={panes.name}>@{sheet.username}</h3>
      <dl className={panes.facts}>
        <dt>{text.since}</dt>
        <dd>{detailTime(sheet.agreed_at)}</dd>
        <dt>{text.terms}</dt>
        <dd>{text.termsOf(sheet.terms_version)}</dd>
        <dt>{text.madeBy}</dt>
        <dd>{sheet.made_by ?? text.self}</dd>
        {sheet.left_at !== null && (
          <>
            <dt>{text.leftAt}</dt>
            <dd>{detailTime(sheet.left_at)}</dd>
          </>
        )}
        {sheet.stopped_at !== null && (
          <>
            <dt>{text.stoppedAt}</dt>
            <dd>{text.stoppedOf(detailTime(sheet.stopped_at), sheet.stopped_by ?? '')}</dd>
            <dt>{text.stopReason}</dt>
            <dd>{sheet.stop_reason}</dd>
          </>
        )}
      </dl>
      <section>
        <h4 className={panes.historyTitle}>{text.figures}</h4>
        <dl className={styles.figures}>
          {(
            [
              [text.invited, text.people(stats.affiliates)],
              [text.verified, text.people(stats.verified_affiliates)],
              [text.buyers, text.people(stats.buyers)],
              [text.valid, text.people(stats.valid_affiliates)],
              [text.sales, yenSign(stats.sales)],
              [text.refunds, yenSign(stats.refunds)],
              [text.pending, yenSign(stats.rewards_pending)],
              [text.confirmed, yenSign(stats.rewards_confirmed)],
              [text.inHold, yenSign(stats.rewards_held)],
              [text.paid, yenSign(stats.rewards_paid)],
              [text.total, yenSign(stats.rewards_total)],
            ] as const
          ).map(([name, value]) => (
            <div key={name} className={styles.figure}>
              <dt>{name}</dt>
              <dd className="figures">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <h4 className={panes.historyTitle}>{text.byMonth}</h4>
        <BarChart
          label={`${text.byMonth}：${drawn.map(({ month, rewards }) => `${text.monthOf(month)} ${yenSign(rewards)}`).join('、')}`}
          bars={drawn.map(({ month, rewards }) => ({
            key: month,
            label: text.monthOf(month).slice(2),
            value: rewards,
          }))}
        />
        <table className={styles.table}>
          <caption className="visuallyHidden">{text.byMonth}</caption>
          <thead>
            <tr>
              <th scope="col">{text.month}</th>
              <th scope="col">{text.invited}</th>
              <th scope="col">{text.sales}</th>
              <th scope="col">{text.total}</th>
            </tr>
          </thead>
          <tbody className="figures">
            {drawn.toReversed().map(({ month, affiliates, sales, refunds, rewards }) => (
              <tr key={month}>
                <th scope="row">{text.monthOf(month)}</th>
                <td>{text.people(affiliates)}</td>
                <td>{yenSign(sales - refunds)}</td>
                <td>{yenSign(rewards)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section>
        <h4 className={panes.historyTitle}>{text.peopleTitle}</h4>
        {sheet.people.length === 0 ? (
          <p className={panes.note}>{text.noPeople}</p>
        ) : (
          <ul className={styles.people}>
            {sheet.people.map((one) => (
              <Person key={one.id} one={one} affiliatorId={sheet.user_id} mayDecide={mayDecide} />
            ))}
          </ul>
        )}
      </section>
      {mayDecide && <Stop sheet={sheet} />}
    </>
  )
}

function Person({
  one,
  affiliatorId,
  mayDecide,
}: {
  one: CheckedAffiliate
  affiliatorId: string
  mayDecide: boolean
}) {
  const change = useChange(affiliatorId)
  // What waits for a look is ready to be decided; everything else is opened first.
  const [isOpen, setOpen] = useState(one.standing === 'held')
  const [note, setNote] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [asks, setAsks] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const open = one.flags.filter(({ cleared_at }) => cleared_at === null)

  async function decide(decision: AffiliateStanding): Promise<void> {
    setAsks(false)
    setBusy(true)
    const body = { decision, note: note.trim() }
    const isDone = await change(() => call('admin.decideAffiliate', { params: { id: one.id }, body }))
    if (isDone) setNote('')
    setBusy(false)
  }
  function begin(act: () => void): void {
    setMissing(note.trim() === '')
    if (note.trim() !== '') act()
  }

  return (
    <li className={styles.person}>
      <p className={styles.personHead}>
        <b>@{one.username}</b>
        <Chip tone={tones[one.standing]}>{text.standings[one.standing]}</Chip>
      </p>
      <p className={styles.meta}>
        {text.registered(detailDate(one.registered_at))}・{text.via[one.via]}
      </p>
      <p className={styles.meta}>{text.bought(one.purchases, yenSign(one.sales), yenSign(one.earned))}</p>
      {open.length > 0 && (
        <p className={styles.flags}>
          {open.map(({ reason }) => (
            <Chip key={reason} tone={reason === 'network' ? 'neutral' : 'warn'}>
              {text.reasons[reason]}
            </Chip>
          ))}
        </p>
      )}
      {one.decisions.map(({ at, by, decision, note: why }) => (
        <p key={at} className={styles.meta}>
          {detailTime(at)} {by}：{text.standings[decision]}（{why}）
        </p>
      ))}
      {mayDecide && one.standing !== 'void' && !isOpen && (
        <Button variant="quiet" size="s" onClick={() => setOpen(true)}>
          {text.decide}
        </Button>
      )}
      {mayDecide && one.standing !== 'void' && isOpen && (
        <>
          <Field label={text.note} error={isMissing && note.trim() === '' ? text.noteNeeded : null}>
            <TextInput
              size="s"
              maxLength={200}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          </Field>
          <div className={panes.buttons}>
            <Button
              variant="secondary"
              size="s"
              busy={isBusy}
              onClick={() => begin(() => void decide(one.standing === 'held' ? 'good' : 'held'))}
            >
              {one.standing === 'held' ? text.clear : text.hold}
            </Button>
            <Button variant="danger" size="s" disabled={isBusy} onClick={() => begin(() => setAsks(true))}>
              {text.strike}
            </Button>
          </div>
        </>
      )}
      <AlertDialog
        isOpen={asks}
        title={text.strikeTitle}
        confirmLabel={text.strikeYes}
        cancelLabel={text.cancel}
        onConfirm={() => void decide('void')}
        onCancel={() => setAsks(false)}
      >
        {text.strikeBody}
      </AlertDialog>
    </li>
  )
}

function Stop({ sheet }: { sheet: AffiliatorSheet }) {
  const change = useChange(sheet.user_id)
  const [note, setNote] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [asks, setAsks] = useState(false)

  async function send(): Promise<void> {
    setAsks(false)
    const ask = { params: { id: sheet.user_id }, body: { note: note.trim() } }
    const isDone = await change(() =>
      sheet.stopped ? call('admin.allowAffiliator', ask) : call('admin.stopAffiliator', ask),
    )
    if (isDone) setNote('')
  }

  return (
    <section className={panes.form}>
      <Field label={text.note} error={isMissing && note.trim() === '' ? text.noteNeeded : null}>
        <TextInput size="s" maxLength={200} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
      <Button
        variant="secondary"
        size="s"
        onClick={() => {
          setMissing(note.trim() === '')
          if (note.trim() === '') return
          if (sheet.stopped) void send()
          else setAsks(true)
        }}
      >
        {sheet.stopped ? text.allow : text.stop}
      </Button>
      <AlertDialog
        isOpen={asks}
        title={text.stopTitle}
        confirmLabel={text.stopYes}
        cancelLabel={text.cancel}
        onConfirm={() => void send()}
        onCancel={() => setAsks(false)}
      >
        {text.stopBody}
      </AlertDialog>
    </section>
  )
}
