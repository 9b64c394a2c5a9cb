import type { Approval } from '@shirogane/contract/resources/brand/approvals'
import { limits } from '@shirogane/contract/rules/limits'
import type { ApprovalKind } from '@shirogane/contract/wire/permissions'
import { Button } from '@shirogane/ui/actions/Button'
import { Countdown } from '@shirogane/ui/data/code/Countdown'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call, messageOf, type Output } from '../../shell/api/api.ts'
import { useSecondsUntil } from '../../shared/dates/countdown.ts'
import { uuid7 } from '../../shell/api/uuid7.ts'
import { AtRegister } from './AtRegister.tsx'
import { approvalQuery } from './queries.ts'
import { amountOf, kinds, text } from './text.ts'
import styles from './approvals.module.css'

type Props = {
  kind: ApprovalKind
  /** The act in its own terms: word for word what the server will ask for when it is done. */
  subject: Readonly<Record<string, unknown>>
  amount: number | null
  reason?: string
  /** Head office belongs to no store and says which one it is about. */
  storeId?: string
  onApproved: (approvalId: string) => void
  onClose: () => void
}

/**
 * Asks for a second person and waits for their word: they answer on their own phone, or beside the register with what
 * only they know. The question is taken back when the sheet goes, however it does.
 */
export function ApprovalSheet(props: Props) {
  const [attempt, setAttempt] = useState(() => uuid7())
  return <Asking key={attempt} id={attempt} {...props} onAgain={() => setAttempt(uuid7())} />
}

function Asking({
  id,
  kind,
  subject,
  amount,
  reason = '',
  storeId,
  onApproved,
  onClose,
  onAgain,
}: Props & { id: string; onAgain: () => void }) {
  const [isAsked, setAsked] = useState(false)
  const [tries, setTries] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const shown = useQuery({ ...approvalQuery(id), enabled: isAsked })
  const approval = shown.data
  const status = approval?.status

  const asking = useRef(Promise.resolve())
  const ask = useEffectEvent(async () => {
    setProblem(null)
    try {
      const body = { id, kind, amount, reason, subject: subject as Approval['subject'] }
      await call('approvals.ask', { body: storeId === undefined ? body : { ...body, store_id: storeId } })
      setAsked(true)
    } catch (error) {
      setProblem(messageOf(error))
    }
  })
  // A question whose answer was lost is asked again under its own id.
  useEffect(() => {
    asking.current = ask()
  }, [id, tries])

  const finish = useEffectEvent(() => onApproved(id))
  useEffect(() => {
    if (status === 'approved') finish()
  }, [status])

  // The sheet has closed, and the answer is not waited for any more. What is still on its way to the server is taken
  // back once it is there.
  const takeBack = useEffectEvent(() => {
    if (status !== undefined && status !== 'waiting') return
    void asking.current.then(() => call('approvals.cancel', { params: { id } })).catch(() => {})
  })
  useEffect(() => () => takeBack(), [])

  const description = [kinds[kind].name, amountOf({ kind, amount })].filter(Boolean).join('　')
  const isOver = status === 'declined' || status === 'expired' || status === 'cancelled'
  return (
    <Sheet isOpen onClose={onClose} title={text.title} description={description}>
      <div className={styles.body}>
        {problem !== null && (
          <>
            <p className={styles.problem} role="alert">
              {problem}
            </p>
            <Button block onClick={() => setTries(tries + 1)}>
              {text.again}
            </Button>
          </>
        )}
        {approval === undefined && problem === null && (
          <>
            <p role="status">{text.asking}</p>
            <Skeleton height={180} />
          </>
        )}
        {approval !== undefined && isOver && <Over approval={approval} onAgain={onAgain} onClose={onClose} />}
        {approval !== undefined && status === 'waiting' && (
          <Waiting
            approval={approval}
            receivedAt={shown.dataUpdatedAt}
            onDecided={() => void shown.refetch()}
          />
        )}
        {(status === 'approved' || status === 'used') && <p role="status">{text.approved}</p>}
      </div>
    </Sheet>
  )
}

function Waiting({
  approval,
  receivedAt,
  onDecided,
}: {
  approval: Output<'approvals.show'>
  receivedAt: number
  onDecided: () => void
}) {
  // By the device's own clock, which may be wrong.
  const [until] = useState(receivedAt + approval.expires_in * 1000)
  const left = useSecondsUntil(until)
  const { deciders } = approval
  // Head office asks head office, and no second person stands beside a register.
  const isOfOffice = approval.kind === 'rank'
  const [notified, hasNone] = isOfOffice
    ? [text.officeNotified, text.officeHasNone]
    : [text.notified, text.hasNone]
  return (
    <>
      <p role="status">{deciders.length === 0 ? hasNone : notified}</p>
      <Countdown secondsLeft={left} secondsTotal={limits.approvalSeconds} label={text.left} onCode={false} />
      {deciders.length > 0 && !isOfOffice && <AtRegister approval={approval} onDecided={onDecided} />}
    </>
  )
}

function Over({
  approval,
  onAgain,
  onClose,
}: {
  approval: Output<'approvals.show'>
  onAgain: () => void
  onClose: () => void
}) {
  return (
    <>
      <p className={styles.problem} role="alert">
        {approval.status === 'declined' ? text.declined : text.expired}
      </p>
      {approval.note !== '' && <p className={styles.note}>{approval.note}</p>}
      <div className={styles.buttons}>
        <Button variant="secondary" onClick={onClose}>
          {text.close}
        </Button>
        <Button onClick={onAgain}>{text.again}</Button>
      </div>
    </>
  )
}
