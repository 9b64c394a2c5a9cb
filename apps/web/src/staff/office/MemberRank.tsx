import type { MemberSheet } from '@shirogane/contract/resources/brand/office'
import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Select } from '@shirogane/ui/inputs/Select'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf } from '../../shell/api/api.ts'
import { detailDate, detailTime, todayInTokyo } from '../../shared/dates/dates.ts'
import { ask } from '../../shell/queries/queries.ts'
import { AskApproval } from '../shared/forms/AskApproval.tsx'
import { useHolds } from '../shared/queries.ts'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './office.module.css'

type Props = { sheet: MemberSheet; onChange: (sheet: MemberSheet) => void }

/** Which rank purchases give, and what head office gave above it: until when, by whom and why. */
export function MemberRank({ sheet, onChange }: Props) {
  const [asks, setAsks] = useState<'give' | 'end' | null>(null)
  const mayGive = useHolds('rank.give') && sheet.closed_at === null
  const running = sheet.given_ranks.find(({ ended_at }) => ended_at === null)
  const over = sheet.given_ranks.filter(({ ended_at }) => ended_at !== null)
  if (!mayGive && sheet.given_ranks.length === 0) return null
  const close = () => setAsks(null)
  return (
    <section className={styles.section} aria-label={text.givenRank}>
      <h4 className={styles.heading}>{text.givenRank}</h4>
      {running === undefined ? (
        <p className={styles.note}>{text.noGivenRank}</p>
      ) : (
        <dl className={panes.facts}>
          <dt>{text.rank}</dt>
          <dd>{running.name}</dd>
          <dt>{text.rankEnds}</dt>
          <dd>{detailDate(running.until)}</dd>
          <dt>{text.boughtRank}</dt>
          <dd>{sheet.bought_rank.name}</dd>
          <dt>{text.reason}</dt>
          <dd>{running.reason}</dd>
          <dt>{text.rankGivenBy}</dt>
          <dd>
            {text.rankByTwo(running.given_by, running.approved_by)}　{detailTime(running.given_at)}
          </dd>
        </dl>
      )}
      {mayGive && (
        <div className={panes.buttons}>
          <Button variant="secondary" onClick={() => setAsks('give')}>
            {running === undefined ? text.giveRank : text.giveRankAnew}
          </Button>
          {running !== undefined && (
            <Button variant="danger" onClick={() => setAsks('end')}>
              {text.endRank}
            </Button>
          )}
        </div>
      )}
      {over.length > 0 && (
        <ul className={styles.rows}>
          {over.map((one) => (
            <li key={one.given_at}>
              {one.name}（{text.rankUntil(detailDate(one.until))}）{one.reason}
              <br />
              <time dateTime={one.given_at}>{detailTime(one.given_at)}</time>{' '}
              {text.rankByTwo(one.given_by, one.approved_by)}
              <br />
              <time dateTime={one.ended_at ?? ''}>{detailTime(one.ended_at ?? '')}</time>{' '}
              {one.ended_by === null ? text.rankOver : text.rankEnded(one.ended_by, one.end_reason ?? '')}
            </li>
          ))}
        </ul>
      )}
      {asks === 'give' && <GiveSheet sheet={sheet} onChange={onChange} onClose={close} />}
      {asks === 'end' && <EndSheet sheet={sheet} onChange={onChange} onClose={close} />}
    </section>
  )
}

/**
 * A rank above the one by purchases, to the end of the next year at most; it is given once a second person has approved
 * it.
 */
function GiveSheet({ sheet, onChange, onClose }: Props & { onClose: () => void }) {
  const toast = useToast()
  const levels = useQuery(ask('admin.levels'))
  const [levelId, setLevelId] = useState('')
  const [until, setUntil] = useState('')
  const [reason, setReason] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const above = (levels.data?.items ?? []).filter(
    ({ level_index }) => level_index > sheet.bought_rank.level_index,
  )
  const rank = above.find(({ id }) => id === levelId)
  const today = todayInTokyo()
  const last = `${Number(today.slice(0, 4)) + 1}-12-31`
  const isInTime = until >= today && until <= last
  const give = async (approval_id: string) => {
    setAsking(false)
    setError(null)
    try {
      const body = { level_id: levelId, until, reason: reason.trim(), approval_id }
      onChange(await call('admin.giveRank', { params: { id: sheet.id }, body }))
      toast({ message: text.done.rank, kind: 'ok' })
      onClose()
    } catch (failure) {
      setError(messageOf(failure))
    }
  }
  return (
    <>
      <Sheet
        isOpen
        onClose={onClose}
        title={text.giveRank}
        description={text.giveRankNote}
        footer={
          <Button
            block
            disabled={rank === undefined || !isInTime || reason.trim() === ''}
            onClick={() => setAsking(true)}
          >
            {text.askRank}
          </Button>
        }
      >
        <div className={panes.form}>
          <Field label={text.rank} need="required" helper={text.boughtRankIs(sheet.bought_rank.name)}>
            <Select value={levelId} onChange={(event) => setLevelId(event.target.value)}>
              <option value="">{text.choose}</option>
              {above.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <Field
            label={text.rankLastDay}
            need="required"
            helper={text.rankLastDayNote(detailDate(last))}
            {...(until !== '' && !isInTime && { error: text.rankLastDayWrong })}
          >
            <TextInput
              type="date"
              value={until}
              min={today}
              max={last}
              onChange={(event) => setUntil(event.target.value)}
            />
          </Field>
          <Field label={text.reason} need="required">
            <TextInput value={reason} maxLength={200} onChange={(event) => setReason(event.target.value)} />
          </Field>
          {error !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={error} />}
        </div>
      </Sheet>
      {isAsking && rank !== undefined && (
        <AskApproval
          kind="rank"
          subject={{ user_id: sheet.id, level_id: levelId, rank: rank.name, until }}
          amount={null}
          reason={reason.trim()}
          onApproved={(id) => void give(id)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function EndSheet({ sheet, onChange, onClose }: Props & { onClose: () => void }) {
  const toast = useToast()
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const end = async () => {
    setError(null)
    try {
      const body = { reason: reason.trim() }
      onChange(await call('admin.endRank', { params: { id: sheet.id }, body }))
      toast({ message: text.done.rankEnd, kind: 'ok' })
      onClose()
    } catch (failure) {
      setError(messageOf(failure))
    }
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.endRankTitle}
      description={text.endRankNote(sheet.bought_rank.name)}
      footer={
        <Button block variant="danger" disabled={reason.trim() === ''} onClick={end}>
          {text.endRank}
        </Button>
      }
    >
      <div className={panes.form}>
        <Field label={text.reason} need="required">
          <TextInput value={reason} maxLength={200} onChange={(event) => setReason(event.target.value)} />
        </Field>
        {error !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={error} />}
      </div>
    </Sheet>
  )
}
