import { can } from '@shirogane/contract/permissions'
import { Amount } from '@shirogane/ui/Amount'
import { Button } from '@shirogane/ui/Button'
import { Checkbox } from '@shirogane/ui/Checkbox'
import { ErrorPanel } from '@shirogane/ui/ErrorPanel'
import { Field } from '@shirogane/ui/Field'
import { wholeFrom } from '@shirogane/ui/half-width-digits'
import { InfoStrip } from '@shirogane/ui/InfoStrip'
import { Sheet } from '@shirogane/ui/Sheet'
import { Skeleton } from '@shirogane/ui/Skeleton'
import { TextInput } from '@shirogane/ui/TextInput'
import { iconWarn } from '@shirogane/ui/icons'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { serverMessageOf } from '../../../../lib/api.ts'
import { shortDate } from '../../../../lib/dates.ts'
import { AskApproval } from '../../AskApproval.tsx'
import { staffQuery } from '../../queries.ts'
import { LimitAndNotes } from './LimitAndNotes.tsx'
import { laterAccountQuery } from './queries.ts'
import { isSigned, SignaturePad } from './SignaturePad.tsx'
import { yenSign } from '../../money.ts'
import type { SignedLater } from '../till-state.ts'
import { text } from './text.ts'
import styles from './later.module.css'

type LaterSheetProps = {
  userId: string
  /** What the other tenders leave of the bill. */
  open: number
  before: SignedLater | null
  onSet: (signed: SignedLater | null) => void
  onClose: () => void
}

/** The terms of a deferred payment before it is one: the limit, the day, the customer's signature. */
export function LaterSheet({ userId, open, before, onSet, onClose }: LaterSheetProps) {
  const account = useQuery(laterAccountQuery(userId))
  const staff = useQuery(staffQuery())
  const formId = useId()
  const signatureId = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [signed, setSigned] = useState({ path: '', amount: 0 })
  const [isKnown, setKnown] = useState(false)
  const [reason, setReason] = useState('')
  const [approval, setApproval] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [isTried, setTried] = useState(false)

  const standing = account.data
  const isLate = standing?.refusal?.code === 'DEFERRED_OVERDUE'
  const isRefused = standing !== undefined && standing.refusal !== null && !isLate
  const most = Math.min(open, standing?.available ?? 0)
  const amount = typed === null ? most : wholeFrom(typed)
  // What the customer put their name to is the amount that stood there.
  const signature = signed.amount === amount ? signed.path : ''
  const isManager = staff.data !== undefined && can(staff.data.type, 'later.limit')
  const isOver = amount > most
  const isLetPass = !isLate || (reason.trim() !== '' && (isManager || approval !== null))
  const isReady = amount > 0 && !isOver && isSigned(signature) && isKnown && isLetPass

  if (isAsking) {
    return (
      <AskApproval
        kind="later_overdue"
        subject={{ user_id: userId }}
        amount={amount}
        reason={reason.trim()}
        onApproved={(id) => {
          setApproval(id)
          setAsking(false)
        }}
        onClose={() => setAsking(false)}
      />
    )
  }

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.sheetTitle}
      footer={
        <div className={styles.buttons}>
          {before !== null && (
            <Button variant="secondary" onClick={() => onSet(null)}>
              {text.remove}
            </Button>
          )}
          {isRefused ? (
            <Button block onClick={onClose}>
              {text.cancel}
            </Button>
          ) : (
            <Button type="submit" form={formId} block disabled={standing === undefined}>
              {text.set}
            </Button>
          )}
        </div>
      }
    >
      {account.isError && standing === undefined ? (
        <ErrorPanel
          title={text.failed}
          message={serverMessageOf(account.error)}
          onRetry={() => account.refetch()}
        />
      ) : standing === undefined ? (
        <Skeleton height={280} />
      ) : (
        <div className={styles.form}>
          <form
            id={formId}
            noValidate
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault()
              setTried(true)
              if (!isReady) return
              onSet({
                user_id: userId,
                amount,
                signature,
                override: isLate
                  ? { reason: reason.trim(), ...(approval !== null && { approval_id: approval }) }
                  : null,
              })
            }}
          >
            <dl className={styles.terms}>
              <Term label={text.limit}>
                <Amount value={standing.limit} unit="¥" size="row" />
              </Term>
              <Term label={text.used}>
                <Amount value={standing.total} unit="¥" size="row" />
              </Term>
              <Term label={text.available}>
                <Amount value={standing.available} unit="¥" size="row" />
              </Term>
              <Term label={text.dueOn}>
                <b className="figures">{shortDate(standing.due_on)}</b>
              </Term>
            </dl>
            {isRefused ? (
              <InfoStrip
                icon={iconWarn}
                tone="bad"
                title={text.refused}
                text={standing.refusal?.code === 'LATER_UNAVAILABLE' ? undefined : standing.refusal?.message}
              />
            ) : (
              <>
                {isLate && (
                  <InfoStrip
                    icon={iconWarn}
                    tone="warn"
                    title={text.overdue}
                    text={approval === null ? undefined : text.overrideDone}
                  />
                )}
                <Field
                  label={text.amount}
                  error={
                    isOver ? text.overLimit(most) : isTried && amount === 0 ? text.overLimit(most) : null
                  }
                >
                  <TextInput
                    size="s"
                    inputMode="numeric"
                    autoComplete="off"
                    value={typed ?? String(most)}
                    onChange={(event) => {
                      setTyped(event.target.value)
                      setApproval(null)
                    }}
                  />
                </Field>
                {isLate && (
                  <Field
                    label={text.overrideReason}
                    need="required"
                    error={isTried && reason.trim() === '' ? text.overrideNeeded : null}
                  >
                    <TextInput
                      size="s"
                      maxLength={200}
                      value={reason}
                      onChange={(event) => setReason(event.target.value)}
                    />
                  </Field>
                )}
                {isLate && !isManager && approval === null && (
                  <Button
                    variant="secondary"
                    disabled={reason.trim() === '' || amount === 0 || isOver}
                    onClick={() => setAsking(true)}
                  >
                    {text.askOverride}
                  </Button>
                )}
                <div className={styles.law}>
                  <p>{text.oncePayment}</p>
                  <p>{text.noInstalments}</p>
                </div>
                <div className={styles.sign}>
                  <span id={signatureId} className={styles.label}>
                    {text.signature}
                  </span>
                  <p className={styles.lead}>{text.signatureLead}</p>
                  <SignaturePad
                    key={amount}
                    value={signature}
                    onChange={(path) => setSigned({ path, amount })}
                    labelId={signatureId}
                  />
                  {isTried && !isSigned(signature) && (
                    <p role="alert" className={styles.missing}>
                      {text.signatureNeeded}
                    </p>
                  )}
                </div>
                <Checkbox checked={isKnown} onChange={(event) => setKnown(event.target.checked)}>
                  {text.identity}
                </Checkbox>
                {isTried && !isKnown && (
                  <p role="alert" className={styles.missing}>
                    {text.identityNeeded}
                  </p>
                )}
                <p className={styles.after}>
                  {text.title} {yenSign(amount)}
                </p>
              </>
            )}
          </form>
          {isRefused && <LimitAndNotes userId={userId} />}
        </div>
      )}
    </Sheet>
  )
}

function Term({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
