import { holds } from '@shirogane/contract/wire/rights'
import { isSignature } from '@shirogane/contract/inputs/signature-ink'
import { Amount } from '@shirogane/ui/data/Amount'
import { Button } from '@shirogane/ui/actions/Button'
import { Checkbox } from '@shirogane/ui/inputs/Checkbox'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { NumberInput } from '@shirogane/ui/inputs/NumberInput'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { iconWarn } from '@shirogane/ui/icons/icons'
import type { EnteredNumber } from '@shirogane/ui/inputs/use-number-input'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { serverMessageOf } from '../../../shell/api/api.ts'
import { shortDate } from '../../../shared/dates/dates.ts'
import { AskApproval } from '../../shared/forms/AskApproval.tsx'
import { staffQuery } from '../../shared/queries.ts'
import { LimitAndNotes } from './LimitAndNotes.tsx'
import { deferredAccountQuery } from './queries.ts'
import { SignaturePad } from './SignaturePad.tsx'
import { yenSign } from '../../shared/cash/money.ts'
import type { SignedDeferral } from '../machine/sale-parts.ts'
import { text } from './text.ts'
import styles from './deferred.module.css'

type DeferredSheetProps = {
  userId: string
  /** What the other tenders leave of the bill. */
  open: number
  before: SignedDeferral | null
  /** The customer cannot be asked on their phone. */
  isWithoutPhone: boolean
  onSet: (signed: SignedDeferral | null) => void
  onClose: () => void
}

type How = keyof typeof text.hows
const hows: readonly How[] = ['phone', 'signature']

/** The terms of a deferred payment before it is one: the limit, the day, and how its customer agrees. */
export function DeferredSheet({ userId, open, before, isWithoutPhone, onSet, onClose }: DeferredSheetProps) {
  const account = useQuery(deferredAccountQuery(userId))
  const staff = useQuery(staffQuery())
  const formId = useId()
  const signatureId = useId()
  /** Null until the clerk types how much is paid later. */
  const [typed, setTyped] = useState<{ amount: EnteredNumber } | null>(null)
  const [how, setHow] = useState<How>(isWithoutPhone ? 'signature' : 'phone')
  const [signed, setSigned] = useState({ path: '', amount: 0 })
  /** The second person's approval beside the signature, for exactly this amount. */
  const [signedApproval, setSignedApproval] = useState({ id: '', amount: 0 })
  const [isKnown, setKnown] = useState(false)
  const [reason, setReason] = useState('')
  const [approval, setApproval] = useState<string | null>(null)
  const [asking, setAsking] = useState<'later_overdue' | 'later_signed' | null>(null)
  const [isTried, setTried] = useState(false)

  const standing = account.data
  const isLate = standing?.refusal?.code === 'DEFERRED_OVERDUE'
  const isRefused = standing !== undefined && standing.refusal !== null && !isLate
  const most = Math.min(open, standing?.available ?? 0)
  const amount = typed === null ? most : (typed.amount ?? 0)
  // What the customer put their name to is the amount that stood there.
  const signature = signed.amount === amount ? signed.path : ''
  const isManager = staff.data !== undefined && holds(staff.data.type, 'later.limit')
  const isOver = amount > most
  const isLetPass = !isLate || (reason.trim() !== '' && (isManager || approval !== null))
  const isSigning = how === 'signature'
  const isSigned = isSignature(signature)
  const signedApprovalId = isSigned && signedApproval.amount === amount ? signedApproval.id : null
  const isComplete = amount > 0 && !isOver && isKnown && isLetPass && (!isSigning || isSigned)

  if (asking !== null) {
    const isOverdue = asking === 'later_overdue'
    return (
      <AskApproval
        kind={asking}
        subject={{ user_id: userId }}
        amount={amount}
        reason={isOverdue ? reason.trim() : text.signedReason}
        onApproved={(id) => {
          if (isOverdue) setApproval(id)
          else setSignedApproval({ id, amount })
          setAsking(null)
        }}
        onClose={() => setAsking(null)}
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
              {isSigning && signedApprovalId === null ? text.askSigned : text.set}
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
              if (!isComplete) return
              if (isSigning && signedApprovalId === null) {
                setAsking('later_signed')
                return
              }
              onSet({
                user_id: userId,
                amount,
                signature: isSigning ? signature : null,
                approval_id: isSigning ? signedApprovalId : null,
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
                  <NumberInput
                    size="s"
                    value={typed === null ? most : typed.amount}
                    onChange={(entered) => {
                      setTyped({ amount: entered })
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
                    onClick={() => setAsking('later_overdue')}
                  >
                    {text.askOverride}
                  </Button>
                )}
                <div className={styles.law}>
                  <p>{text.oncePayment}</p>
                  <p>{text.noInstalments}</p>
                </div>
                <div className={styles.sign}>
                  <span className={styles.label}>{text.how}</span>
                  <Segmented
                    label={text.how}
                    options={hows.map((value) => ({ value, label: text.hows[value] }))}
                    value={how}
                    onChange={setHow}
                  />
                  <p className={styles.lead}>{isSigning ? text.signatureLead : text.phoneLead}</p>
                </div>
                {isSigning && (
                  <div className={styles.sign}>
                    <span id={signatureId} className={styles.label}>
                      {text.signature}
                    </span>
                    <SignaturePad
                      key={amount}
                      value={signature}
                      onChange={(path) => {
                        // The word was given beside the line that stood there.
                        setSignedApproval({ id: '', amount: 0 })
                        setSigned({ path, amount })
                      }}
                      labelId={signatureId}
                    />
                    {isTried && !isSigned && (
                      <p role="alert" className={styles.missing}>
                        {text.signatureNeeded}
                      </p>
                    )}
                    {signedApprovalId !== null && (
                      <p role="status" className={styles.lead}>
                        {text.signedDone}
                      </p>
                    )}
                  </div>
                )}
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
