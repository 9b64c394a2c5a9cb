import { limits } from '@shirogane/contract/rules/limits'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { ChoiceButton } from '@shirogane/ui/actions/ChoiceButton'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { KeypadDisplay } from '@shirogane/ui/inputs/KeypadDisplay'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call, messageOf } from '../../../shell/api/api.ts'
import { useAct } from '../../../shell/api/use-act.ts'
import { useOnline } from '../../../shell/realtime/connection.ts'
import { useSearchParam, useSheet } from '../../../shell/navigation/navigation.tsx'
import { AskApproval } from '../../shared/forms/AskApproval.tsx'
import { memberQuery } from '../../shared/queries.ts'
import { MemberDesk } from '../member/MemberDesk.tsx'
import { MemberSlot } from '../member/MemberSlot.tsx'
import { type Present, useMemberReader } from '../member/use-member.ts'
import type { RegisterModeProps } from '../mode-props.ts'
import { type Given, GivenView } from './GivenView.tsx'
import { text } from './text.ts'
import styles from '../member/member.module.css'

type Way = 'give' | 'move'
const askEveryMs = 2_000
type Slot = 'giver' | 'receiver'

/** Points for a member, or from one member to another who stands beside them. */
export default function PointScreen({ registerId }: RegisterModeProps) {
  const [given, setGiven] = useState<Given | null>(null)
  if (given !== null) return <GivenView given={given} onNext={() => setGiven(null)} />
  return <PointForm registerId={registerId} onGiven={setGiven} />
}

function PointForm({ registerId, onGiven }: RegisterModeProps & { onGiven: (given: Given) => void }) {
  const isOnline = useOnline()
  const [way, setWay] = useState<Way>('give')
  const [giver, setGiver] = useState<Present | null>(null)
  const [receiver, setReceiver] = useState<Present | null>(null)
  /** The place that the clerk chose to read anew; else the first empty one. */
  const [chosen, setChosen] = useState<Slot | null>(null)
  const [points, setPoints] = useState(0)
  const [reason, setReason] = useState<string>(text.reasons[0])
  const [other, setOther] = useState('')
  const [step, setStep] = useState<'edit' | 'ask' | 'approve' | 'wait'>('edit')
  // The key is of these members and not of their codes: read anew after a lost answer, they are still the same.
  const from = way === 'move' ? giver : null
  const members = [from?.customer.id ?? '', receiver?.customer.id ?? '']
  const {
    send: sendAct,
    problem,
    say,
  } = useAct('transactions.transferPoint', {
    keptFor: members.join('.'),
  })
  const otherField = useRef<HTMLInputElement>(null)
  /** A second person's approval, and the act that it was given for: sent again after a lost answer, it goes along. */
  const approved = useRef<{ act: string; approval_id: string } | null>(null)
  /** The move that its giver is asked about on their phone. */
  const asked = useRef<string | null>(null)
  const code = useSheet('code')
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])

  // From a member's page: they need not stand here to be given something.
  const id = useSearchParam('id')
  const named = useQuery({ ...memberQuery(id ?? ''), enabled: id !== undefined })
  const fromPage = named.data
  useEffect(() => {
    if (fromPage === undefined) return
    // A member who was read since stays: for the one whose page it was, only their figures are new.
    const there = { by: fromPage.id, customer: fromPage }
    setReceiver((now) => (now === null || now.by === there.by ? there : now))
  }, [fromPage])

  const open: Slot | null =
    chosen ?? (way === 'move' && giver === null ? 'giver' : receiver === null ? 'receiver' : null)
  const reader = useMemberReader(registerId, (found) => {
    if ((open ?? 'receiver') === 'giver') setGiver(found)
    else setReceiver(found)
    setChosen(null)
  })

  const put = (value: number) => {
    say(null)
    setPoints(value)
  }

  const isOther = reason === text.other
  const spelled = isOther ? other.trim() : reason
  const lacks = giver !== null && way === 'move' && points > giver.customer.wallet.point_balance
  const obstacle = !isOnline
    ? text.offline
    : way === 'move' && (giver === null || receiver === null)
      ? text.needBoth
      : receiver === null
        ? text.needMember
        : points === 0
          ? text.needPoints
          : lacks
            ? text.tooMany
            : null

  function confirm(): void {
    if (spelled === '') {
      say(text.reasonNeeded)
      otherField.current?.focus()
      return
    }
    say(null)
    setStep('ask')
  }

  async function send(approval_id?: string): Promise<void> {
    if (receiver === null) return
    const wish = { points, reason: spelled, register_id: registerId }
    const act = JSON.stringify([members, wish])
    if (approval_id !== undefined) approved.current = { act, approval_id }
    const given = approved.current?.act === act ? approved.current : null
    const outcome = await sendAct({
      wish,
      async send(idempotencyKey) {
        for (;;) {
          const answer = await call('transactions.transferPoint', {
            body: {
              ...wish,
              to: receiver.by,
              ...(from !== null && { from: from.by }),
              ...(given && { approval_id: given.approval_id }),
            },
            idempotencyKey,
          })
          if (answer.status !== 'open') return answer
          // The giver is asked on their phone: the same request is what learns of their yes.
          asked.current = answer.id
          setStep('wait')
          await new Promise((resolve) => setTimeout(resolve, askEveryMs))
          if (isGone.current) return 'gone'
        }
      },
    })
    if (outcome.is === 'failed') {
      const isUnapproved = outcome.error instanceof ApiError && outcome.error.code === 'APPROVAL_REQUIRED'
      setStep(isUnapproved ? 'approve' : 'edit')
      if (!isUnapproved) return
      say(null)
      approved.current = null
    }
    if (outcome.is !== 'done' || outcome.answer === 'gone') return
    approved.current = null
    onGiven({
      transaction: outcome.answer,
      from: from?.customer.name ?? null,
      to: receiver.customer.name,
    })
  }

  /** The giver is asked no longer; the request that goes on asking is refused for it. */
  async function giveUp(): Promise<void> {
    if (asked.current === null) return
    await call('transactions.withdrawConfirmation', { params: { id: asked.current } }).catch(() => {})
  }

  const question =
    way === 'move'
      ? text.moveQuestion(giver?.customer.name ?? '', receiver?.customer.name ?? '', points)
      : text.giveQuestion(receiver?.customer.name ?? '', points)
  const read = (slot: Slot) => {
    // A member who is being looked up comes into the place that was empty when they were read.
    if (reader.isReading) return
    reader.clearProblem()
    setChosen(slot)
    code.open()
  }

  return (
    <>
      <MemberDesk
        reader={reader}
        amount={points}
        onAmount={put}
        isAsking={step !== 'edit'}
        about={
          <>
            <Segmented<Way>
              label={text.kind}
              options={[
                { value: 'give', label: text.give },
                { value: 'move', label: text.move },
              ]}
              value={way}
              onChange={(next) => !reader.isReading && setWay(next)}
            />
            {way === 'move' && (
              <MemberSlot
                label={text.giver}
                present={giver}
                isNext={open === 'giver'}
                isReading={reader.isReading}
                onRead={() => read('giver')}
              />
            )}
            <MemberSlot
              label={way === 'move' ? text.receiver : text.member}
              present={receiver}
              isNext={open === 'receiver'}
              isReading={reader.isReading || named.isLoading}
              onRead={() => read('receiver')}
            />
            {(reader.problem !== null || named.isError) && (
              <p role="alert" className={styles.problem}>
                {reader.problem ?? messageOf(named.error)}
              </p>
            )}
            <fieldset className={styles.reasons}>
              <legend className={styles.label}>{text.reason}</legend>
              <div className={styles.choices}>
                {text.reasons.map((one) => (
                  <ChoiceButton key={one} isChosen={one === reason} onClick={() => setReason(one)}>
                    {one}
                  </ChoiceButton>
                ))}
              </div>
              {isOther && (
                <Field label={text.otherReason} need="required">
                  <TextInput
                    ref={otherField}
                    size="s"
                    value={other}
                    maxLength={limits.refundReasonMax}
                    onChange={(event) => setOther(event.target.value)}
                  />
                </Field>
              )}
            </fieldset>
          </>
        }
        display={
          <div>
            <KeypadDisplay label={text.points} value={points} unit="pt" />
            {way === 'move' && giver !== null && (
              <p className={styles.small}>{text.usable(giver.customer.wallet.point_balance)}</p>
            )}
          </div>
        }
        problem={problem}
        note={way === 'move' ? text.keepsEnd : null}
        obstacle={obstacle}
        confirmLabel={text.toConfirm(points)}
        onConfirm={confirm}
      />
      <AlertDialog
        isOpen={step === 'ask'}
        title={question}
        confirmLabel={way === 'move' ? text.moveYes : text.giveYes}
        onConfirm={() => send()}
        onCancel={() => setStep('edit')}
      >
        {text.because(spelled)}
      </AlertDialog>
      <AlertDialog
        isOpen={step === 'wait'}
        title={text.waiting(giver?.customer.name ?? '')}
        confirmLabel={text.giveUp}
        onConfirm={giveUp}
      >
        {text.waitingNote}
      </AlertDialog>
      {step === 'approve' && receiver !== null && (
        <AskApproval
          kind="grant"
          amount={points}
          reason={spelled}
          subject={{
            customer_id: receiver.customer.id,
            giver_id: way === 'move' ? (giver?.customer.id ?? null) : null,
          }}
          onApproved={(approval_id) => {
            setStep('edit')
            void send(approval_id)
          }}
          onClose={() => setStep('edit')}
        />
      )}
    </>
  )
}
