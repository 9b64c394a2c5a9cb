import { showAccount } from '@shirogane/bank/kana'
import type { PayoutStop } from '@shirogane/contract/resources/members/payout-methods'
import { Button } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf } from '../../shell/api/api.ts'
import { detailTime } from '../../shared/dates/dates.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { reviewsQuery } from './queries.ts'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './payouts.module.css'

type OnProblem = (problem: string | null) => void

/**
 * Members who know nothing of an account in their name: nothing of theirs moves before staff here have spoken to them.
 */
export function PayoutStops({ onProblem }: { onProblem: OnProblem }) {
  const stops = useQuery(reviewsQuery()).data?.stops ?? []
  if (stops.length === 0) return null
  return (
    <section className={styles.reviews} aria-label={text.stops(stops.length)}>
      <h3 className={styles.subtitle}>{text.stops(stops.length)}</h3>
      <p className={styles.note}>{text.stopsHelp}</p>
      {stops.map((stop) => (
        <Stop key={stop.id} stop={stop} onProblem={onProblem} />
      ))}
    </section>
  )
}

function Stop({ stop, onProblem }: { stop: PayoutStop; onProblem: OnProblem }) {
  const toast = useToast()
  const [asks, setAsks] = useState(false)
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function resume(): Promise<void> {
    setBusy(true)
    onProblem(null)
    try {
      await call('admin.resumePayouts', { params: { id: stop.id }, body: { note: note.trim() } })
      toast({ message: text.resumed, kind: 'ok' })
    } catch (error) {
      onProblem(messageOf(error))
    }
    setBusy(false)
    refetch('admin.payoutMethods', 'admin.payouts', 'admin.payout')
  }

  return (
    <Card padded className={styles.review}>
      <dl className={panes.facts}>
        <dt>{text.member}</dt>
        <dd>
          {stop.user.name} <span className="figures">{stop.user.username}</span>
        </dd>
        <dt>{text.stoppedAccount}</dt>
        <dd>
          {stop.bank_name} {stop.branch_name} <span className="figures">{showAccount(stop)}</span>
        </dd>
        <dt>{text.holder}</dt>
        <dd>{stop.account_name_kana}</dd>
        <dt>{text.stoppedAt}</dt>
        <dd>
          {detailTime(stop.stopped_at)} {stop.by_letter ? text.byLetter : text.bySelf}
        </dd>
      </dl>
      {!stop.may_lift && <p className={styles.note}>{text.own}</p>}
      {asks ? (
        <form
          className={styles.ask}
          onSubmit={(event) => {
            event.preventDefault()
            if (note.trim() !== '' && !isBusy) void resume()
          }}
        >
          <Field label={text.resumeNote}>
            <TextInput value={note} maxLength={200} onChange={(event) => setNote(event.target.value)} />
          </Field>
          <div className={panes.buttons}>
            <Button variant="secondary" onClick={() => setAsks(false)}>
              {text.keep}
            </Button>
            <Button type="submit" busy={isBusy} disabled={note.trim() === ''}>
              {text.resume}
            </Button>
          </div>
        </form>
      ) : (
        stop.may_lift && (
          <div className={styles.acts}>
            <Button size="s" variant="secondary" onClick={() => setAsks(true)}>
              {text.resume}
            </Button>
          </div>
        )
      )}
    </Card>
  )
}
