import type { Approval } from '@shirogane/contract/resources/brand/approvals'
import { sentenceOf } from '@shirogane/contract/wire/errors'
import { limits } from '@shirogane/contract/rules/limits'
import { Button } from '@shirogane/ui/actions/Button'
import { Countdown } from '@shirogane/ui/data/code/Countdown'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { PinInput } from '@shirogane/ui/inputs/PinInput'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf } from '../../shell/api/api.ts'
import { useSecondsUntil } from '../../shared/dates/countdown.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { useStepUp } from '../../shell/session/step-up.tsx'
import { DetailPane } from '../shared/lists/Panes.tsx'
import { Facts } from './Facts.tsx'
import { approvalQuery } from './queries.ts'
import { amountOf, kinds, text } from './text.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './approvals.module.css'

export function Decision({ id, onClose }: { id: string; onClose: () => void }) {
  const approval = useQuery(approvalQuery(id))
  return (
    <DetailPane label={text.waitingTitle} query={approval} onClose={onClose}>
      {(asked) => (
        <>
          <header className={panes.detailHead}>
            <h3 className={panes.name}>{kinds[asked.kind].name}</h3>
          </header>
          {asked.amount !== null && <p className={styles.amount}>{amountOf(asked)}</p>}
          <Facts approval={asked} />
          {asked.may_decide ? (
            <Answer approval={asked} receivedAt={approval.dataUpdatedAt} />
          ) : (
            <p className={panes.note}>
              {asked.status !== 'waiting'
                ? text.statuses[asked.status]
                : asked.is_linked
                  ? sentenceOf('APPROVAL_LINKED')
                  : text.notYours}
            </p>
          )}
        </>
      )}
    </DetailPane>
  )
}

function Answer({ approval, receivedAt }: { approval: Approval; receivedAt: number }) {
  const toast = useToast()
  const { withStepUp, stepUpSheet } = useStepUp()
  const [pin, setPin] = useState('')
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  // By the device's own clock, which may be wrong.
  const [until] = useState(receivedAt + approval.expires_in * 1000)
  const left = useSecondsUntil(until)

  async function decide(body: { decision: 'approve' | 'decline'; pin?: string }): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      const act = () => call('approvals.decide', { params: { id: approval.id }, body: { ...body, note } })
      if ((await withStepUp('till_approval', act)) === null) return
      toast({ message: body.decision === 'approve' ? text.approvedToast : text.declinedToast, kind: 'ok' })
    } catch (error) {
      setProblem(messageOf(error))
      setPin('')
    } finally {
      setBusy(false)
      refetch('approvals.show')
      refetch('approvals.list')
    }
  }

  return (
    <form
      className={panes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (pin.length === limits.staffPinDigits) void decide({ decision: 'approve', pin })
      }}
    >
      <Countdown secondsLeft={left} secondsTotal={limits.approvalSeconds} label={text.left} onCode={false} />
      <Field label={text.noteLabel} need="optional">
        <TextInput
          value={note}
          maxLength={limits.refundReasonMax}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      <Field label={text.pin} error={problem}>
        <PinInput
          masked
          value={pin}
          onChange={(digits) => {
            setPin(digits)
            setProblem(null)
          }}
        />
      </Field>
      <div className={panes.buttons}>
        <Button variant="secondary" disabled={isBusy} onClick={() => void decide({ decision: 'decline' })}>
          {text.decline}
        </Button>
        <Button type="submit" busy={isBusy} disabled={pin.length !== limits.staffPinDigits}>
          {text.approve}
        </Button>
      </div>
      <p className={styles.hint}>{text.noPin}</p>
      <Button variant="quiet" block disabled={isBusy} onClick={() => void decide({ decision: 'approve' })}>
        {text.confirmAgain}
      </Button>
      {stepUpSheet}
    </form>
  )
}
