import { cashoutReasons, cashoutWays } from '@shirogane/contract/terms/cashout-terms'
import type { CashoutMember } from '@shirogane/contract/resources/brand/cashouts'
import { Amount } from '@shirogane/ui/data/Amount'
import { Button } from '@shirogane/ui/actions/Button'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { NumberInput } from '@shirogane/ui/inputs/NumberInput'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import { Select } from '@shirogane/ui/inputs/Select'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import type { EnteredNumber } from '@shirogane/ui/inputs/use-number-input'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call, serverMessageOf } from '../../shell/api/api.ts'
import { useAct } from '../../shell/api/use-act.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { yenSign } from '../shared/cash/money.ts'
import { Pane } from '../shared/lists/Panes.tsx'
import { WriteButton } from '../shared/forms/WriteButton.tsx'
import { cashoutMembersQuery } from './queries.ts'
import { text } from './text.ts'
import { yen } from '@shirogane/ui/data/text'
import panes from '../shared/lists/panes.module.css'
import styles from './cashouts.module.css'

/** Finds a member, and asks an owner for their balance to be paid back. */
export function AskPane({ onClose }: { onClose: () => void }) {
  const [member, setMember] = useState<CashoutMember | null>(null)
  return (
    <Pane label={text.ask} onClose={onClose}>
      <div className={panes.detailHead}>{text.ask}</div>
      {member === null ? (
        <Find onFound={setMember} />
      ) : (
        <Ask key={member.id} member={member} onBack={() => setMember(null)} onDone={onClose} />
      )}
    </Pane>
  )
}

function Find({ onFound }: { onFound: (member: CashoutMember) => void }) {
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  const found = useQuery(cashoutMembersQuery(q))
  return (
    <>
      <form
        className={styles.find}
        onSubmit={(event) => {
          event.preventDefault()
          setQ(typed.trim())
        }}
      >
        <Field label={text.find} helper={text.findHelp}>
          <TextInput
            size="s"
            type="search"
            maxLength={40}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="secondary" size="s" disabled={typed.trim() === ''}>
          {text.findButton}
        </Button>
      </form>
      {found.isError && <ErrorPanel message={serverMessageOf(found.error)} onRetry={() => found.refetch()} />}
      {found.isFetching && <Skeleton height={120} />}
      {found.data !== undefined && !found.isFetching && (
        <Found members={found.data.items} onFound={onFound} />
      )}
    </>
  )
}

function Found({
  members,
  onFound,
}: {
  members: readonly CashoutMember[]
  onFound: (member: CashoutMember) => void
}) {
  if (members.length === 0) return <EmptyState title={text.foundNone} />
  return (
    <ul className={styles.found} aria-label={text.found}>
      {members.map((member) => (
        <li key={member.id}>
          <Button
            block
            variant="secondary"
            disabled={member.balance_paid === 0}
            onClick={() => onFound(member)}
          >
            {member.name}（{member.username}）{yenSign(member.balance_paid)}
          </Button>
        </li>
      ))}
    </ul>
  )
}

type AskProps = { member: CashoutMember; onBack: () => void; onDone: () => void }

function Ask({ member, onBack, onDone }: AskProps) {
  const toast = useToast()
  const { send: sendAct, isBusy, problem, say } = useAct('admin.requestCashout')
  const [entered, setEntered] = useState<EnteredNumber>(null)
  const [reason, setReason] = useState<(typeof cashoutReasons)[number]>('within_quota')
  const [way, setWay] = useState<(typeof cashoutWays)[number]>('bank')
  const [note, setNote] = useState('')
  const [isChecked, setChecked] = useState(false)
  const amount = entered ?? 0
  const isAmount = amount >= 1 && amount <= member.balance_paid
  const words = note.trim()

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    setChecked(true)
    say(null)
    if (!isAmount || words === '' || isBusy) return
    const outcome = await sendAct({
      // One request, however often it is sent.
      wish: member.id,
      send: (id) =>
        call('admin.requestCashout', {
          body: { id, user_id: member.id, amount, reason, way, note: words },
        }),
    })
    if (outcome.is !== 'done') return
    toast({ message: text.sent, kind: 'ok' })
    refetch('admin.cashouts')
    onDone()
  }

  return (
    <form className={panes.form} onSubmit={(event) => void send(event)} noValidate>
      <div className={styles.chosen}>
        <span>
          {member.name}（{member.username}）
          <br />
          <span className={styles.lead}>
            {text.paid} <Amount value={member.balance_paid} unit="¥" size="text" />
          </span>
        </span>
        <Button variant="quiet" size="s" onClick={onBack}>
          {text.change}
        </Button>
      </div>
      <Field
        label={text.amount}
        need="required"
        error={
          isChecked && !isAmount && entered !== undefined
            ? text.amountAsk(yenSign(member.balance_paid))
            : null
        }
      >
        <NumberInput size="s" trailing={yen} value={entered} onChange={setEntered} />
      </Field>
      <Field label={text.reason}>
        <Select
          size="s"
          value={reason}
          onChange={(event) =>
            setReason(cashoutReasons.find((one) => one === event.target.value) ?? 'within_quota')
          }
        >
          {cashoutReasons.map((one) => (
            <option key={one} value={one}>
              {text.reasons[one]}
            </option>
          ))}
        </Select>
      </Field>
      <Segmented
        label={text.way}
        options={cashoutWays.map((one) => ({ value: one, label: text.ways[one] }))}
        value={way}
        onChange={setWay}
      />
      <Field
        label={text.note}
        need="required"
        helper={text.noteHelp}
        error={isChecked && words === '' ? text.noteAsk : null}
      >
        <TextInput size="s" maxLength={200} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
      {problem !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={problem} />}
      <WriteButton type="submit" block busy={isBusy}>
        {text.send}
      </WriteButton>
    </form>
  )
}
