import { cashReasons } from '@shirogane/contract/terms/day-words'
import type { CashMove, ShopDay } from '@shirogane/contract/resources/brand/days'
import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { formatAmount } from '@shirogane/ui/data/format-amount'
import { NumberInput } from '@shirogane/ui/inputs/NumberInput'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import { Select } from '@shirogane/ui/inputs/Select'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import type { EnteredNumber } from '@shirogane/ui/inputs/use-number-input'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, isReplay } from '../../shell/api/api.ts'
import { useAct } from '../../shell/api/use-act.ts'
import { clockTime } from '../../shared/dates/dates.ts'
import { ReplayStrip } from '../../shared/answers/Replayed.tsx'
import { useRegisterChoice } from '../shared/device/device.ts'
import { dayQuery, staffQuery } from '../shared/queries.ts'
import { WriteButton } from '../shared/forms/WriteButton.tsx'
import { drawerYenMax } from './counts.ts'
import { dayRefetched } from './queries.ts'
import { text } from './text.ts'
import { yen } from '@shirogane/ui/data/text'
import styles from './close.module.css'

type Act = 'pay_in' | 'pay_out'

/**
 * Cash put in or taken out, with its reason; below it what was moved today. One press is one movement, and belongs to the day
 * that is open, also while another one is looked at.
 */
export function CashSheet({ day, onClose }: { day: ShopDay; onClose: () => void }) {
  const [act, setAct] = useState<Act>('pay_in')
  const [amount, setAmount] = useState<EnteredNumber>(null)
  const [reason, setReason] = useState<(typeof cashReasons)[number]>(cashReasons[0])
  const [note, setNote] = useState('')
  const { send, problem, say } = useAct('admin.moveCash', { keptFor: day.store.id })
  /** What had been moved before: the person who counts the drawer has to know that this press has moved nothing. */
  const [before, setBefore] = useState<CashMove | null>(null)
  const staff = useQuery(staffQuery())
  const register = useRegisterChoice(staff.data?.store?.registers ?? [])
  const toast = useToast()
  const isOther = day.date !== day.current_date
  const asked = dayQuery({ store_id: day.store.id, date: day.current_date })
  const other = useQuery({ ...asked, enabled: isOther })
  const today = isOther ? other.data : day
  const moved = today?.moves.filter((move) => move.act === 'pay_in' || move.act === 'pay_out')
  const change = (work: () => void) => {
    work()
    say(null)
  }

  async function save(): Promise<void> {
    // Of a text that is no number the field says so by itself.
    if (amount === undefined) return
    if (amount === null || amount === 0) {
      say(text.amountMissing)
      return
    }
    const body = {
      store_id: day.store.id,
      act,
      amount,
      reason,
      ...(register !== null && { register_id: register.id }),
      ...(note.trim() !== '' && { note }),
    }
    const outcome = await send({
      wish: body,
      send: (idempotencyKey) => call('admin.moveCash', { body, idempotencyKey }),
    })
    if (outcome.is !== 'done') return
    if (isReplay(outcome.answer)) {
      setBefore(outcome.answer)
      await dayRefetched()
      return
    }
    toast({ message: text.cashSaved[act], kind: 'ok' })
    await dayRefetched()
    onClose()
  }

  if (before !== null) {
    return (
      <Sheet
        isOpen
        onClose={onClose}
        title={text.cashTitle}
        footer={
          <Button block onClick={onClose}>
            {text.cashClose}
          </Button>
        }
      >
        <div className={styles.form}>
          <ReplayStrip movement={before} />
          <Moves moves={[before]} />
        </div>
      </Sheet>
    )
  }

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.cashTitle}
      description={isOther ? text.cashOn(day.current_date) : undefined}
      footer={
        <WriteButton block onClick={save}>
          {text.cashSave[act]}
        </WriteButton>
      }
    >
      <div className={styles.form}>
        {problem !== null && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <Segmented
          label={text.cashTitle}
          options={[
            { value: 'pay_in', label: text.payIn },
            { value: 'pay_out', label: text.payOut },
          ]}
          value={act}
          onChange={(value: Act) => change(() => setAct(value))}
        />
        <Field label={text.cashAmount} need="required">
          <NumberInput
            max={drawerYenMax}
            value={amount}
            onChange={(entered) => change(() => setAmount(entered))}
            trailing={<span className={styles.unit}>{yen}</span>}
          />
        </Field>
        <Field label={text.cashReason} need="required">
          <Select
            value={reason}
            onChange={(event) => change(() => setReason(event.target.value as typeof reason))}
          >
            {cashReasons.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </Field>
        <Field label={text.note} need="optional">
          <TextInput
            maxLength={200}
            value={note}
            onChange={(event) => change(() => setNote(event.target.value))}
          />
        </Field>
        <section>
          <h3 className={styles.part}>{text.cashList}</h3>
          {moved?.length === 0 ? (
            <p className={styles.empty}>{text.cashEmpty}</p>
          ) : (
            <Moves moves={moved ?? []} />
          )}
        </section>
      </div>
    </Sheet>
  )
}

function Moves({ moves }: { moves: readonly CashMove[] }) {
  return (
    <ul className={styles.moves}>
      {moves.map((move) => (
        <li key={move.id}>
          <span className="figures">{clockTime(move.at)}</span>
          <span className={styles.moveName}>
            {[move.reason, move.note].filter(Boolean).join('　')}
            <small>{move.employee.name}</small>
          </span>
          <b className="figures">{formatAmount(move.change, '¥', 'always')}</b>
        </li>
      ))}
    </ul>
  )
}
