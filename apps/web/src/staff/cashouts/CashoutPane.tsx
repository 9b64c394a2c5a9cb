import type { Cashout } from '@shirogane/contract/resources/brand/cashouts'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Chip } from '@shirogane/ui/data/Chip'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { type ReactNode, useState } from 'react'
import { call } from '../../shell/api/api.ts'
import { useAct } from '../../shell/api/use-act.ts'
import { detailTime } from '../../shared/dates/dates.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { useStepUp } from '../../shell/session/step-up.tsx'
import { yenSign } from '../shared/cash/money.ts'
import { Pane } from '../shared/lists/Panes.tsx'
import { WriteButton } from '../shared/forms/WriteButton.tsx'
import { text } from './text.ts'
import { statusTones } from './tones.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './cashouts.module.css'

/** One cash-out: an owner who did not ask for it agrees, with a proof of who it is, or refuses it. */
export function CashoutPane({ cashout, onClose }: { cashout: Cashout; onClose: () => void }) {
  const toast = useToast()
  const { withStepUp, stepUpSheet } = useStepUp()
  const [isAsking, setAsking] = useState(false)
  const { id, may } = cashout
  const params = { id }
  const approval = useAct('admin.approveCashout', { keptFor: id })
  const refusal = useAct('admin.declineCashout')
  const problem = approval.problem ?? refusal.problem

  function end(outcome: 'done' | 'found' | 'left' | 'failed', done: string): void {
    if (outcome === 'left') return
    if (outcome === 'done') toast({ message: done, kind: 'ok' })
    refetch('admin.cashouts', 'admin.prepaid')
  }
  async function approve(): Promise<void> {
    setAsking(false)
    refusal.say(null)
    const outcome = await approval.send({
      wish: params,
      send: (idempotencyKey) =>
        withStepUp('cashout', () => call('admin.approveCashout', { params, idempotencyKey })),
    })
    end(outcome.is, text.approved)
  }
  async function decline(): Promise<void> {
    approval.say(null)
    const outcome = await refusal.send({
      wish: params,
      send: () => call('admin.declineCashout', { params }),
    })
    end(outcome.is, text.declined)
  }

  return (
    <Pane label={text.details} onClose={onClose}>
      <div className={panes.detailHead}>{cashout.user.name}</div>
      <h3 className={panes.name}>{yenSign(cashout.amount)}</h3>
      <div>
        <Chip tone={statusTones[cashout.status]}>{text.statuses[cashout.status]}</Chip>
      </div>
      {problem !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={problem} />}
      <Facts cashout={cashout} />
      {cashout.status === 'requested' && <p className={styles.lead}>{text.waits}</p>}
      <div className={panes.buttons}>
        {may.withdraw && (
          <WriteButton variant="secondary" onClick={decline}>
            {text.withdraw}
          </WriteButton>
        )}
        {may.reject && (
          <WriteButton variant="secondary" onClick={decline}>
            {text.reject}
          </WriteButton>
        )}
        {may.approve && <WriteButton onClick={() => setAsking(true)}>{text.approve}</WriteButton>}
      </div>
      <AlertDialog
        isOpen={isAsking}
        destructive
        title={text.approveTitle(cashout.user.name, yenSign(cashout.amount))}
        confirmLabel={text.approve}
        cancelLabel={text.keep}
        onConfirm={approve}
        onCancel={() => setAsking(false)}
      >
        {text.approveNote(text.ways[cashout.way])}
      </AlertDialog>
      {stepUpSheet}
    </Pane>
  )
}

function Facts({ cashout }: { cashout: Cashout }) {
  const { status, decided_by, decided_at } = cashout
  return (
    <dl className={panes.facts}>
      <Fact name={text.member}>
        {cashout.user.name}（{cashout.user.username}）
      </Fact>
      <Fact name={text.reason}>{text.reasons[cashout.reason]}</Fact>
      <Fact name={text.way}>{text.ways[cashout.way]}</Fact>
      <Fact name={text.note}>{cashout.note}</Fact>
      <Fact name={text.requestedBy}>{text.by(cashout.requested_by, detailTime(cashout.requested_at))}</Fact>
      {status !== 'requested' && decided_by !== null && decided_at !== null && (
        <Fact name={text.decidedBy[status]}>{text.by(decided_by, detailTime(decided_at))}</Fact>
      )}
      {cashout.number !== null && (
        <Fact name={text.number}>
          <span className="figures">{cashout.number}</span>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
