import type { PaymentMethod } from '@shirogane/contract/resources/members/payment-methods'
import { Button } from '@shirogane/ui/actions/Button'
import { Checkbox } from '@shirogane/ui/inputs/Checkbox'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Problem } from '@shirogane/ui/states/Problem'
import { Select } from '@shirogane/ui/inputs/Select'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { call, messageOf, serverMessageOf } from '../../shell/api/api.ts'
import { useOnline } from '../../shell/realtime/connection.ts'
import { todayInTokyo } from '../../shared/dates/dates.ts'
import { useGo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { Unsaved } from '../../shell/navigation/Unsaved.tsx'
import { NoCard } from './NoCard.tsx'
import { useIsHere } from '../shared/forms/use-is-here.ts'
import { text } from './text.ts'
import { useCard } from './use-card.ts'
import styles from './payment-methods.module.css'

export default function EditCardScreen() {
  const { query, card, isNone } = useCard()
  if (query.isLoadingError)
    return <ErrorPanel message={serverMessageOf(query.error)} onRetry={() => query.refetch()} />
  if (query.data === undefined) return <Skeleton height={320} />
  return card === null ? <NoCard isNone={isNone} /> : <Form key={card.id} card={card} />
}

const months = Array.from({ length: 12 }, (_, index) => index + 1)

function Form({ card }: { card: PaymentMethod }) {
  const go = useGo()
  const isHere = useIsHere()
  const toast = useToast()
  const isOnline = useOnline()
  const given = {
    nickname: card.nickname ?? '',
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    isMain: card.default,
  }
  const [values, setValues] = useState(given)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaved, setSaved] = useState(false)
  const set = (change: Partial<typeof given>) => setValues({ ...values, ...change })
  const isDirty = !isSaved && JSON.stringify(values) !== JSON.stringify(given)
  const thisYear = Number(todayInTokyo().slice(0, 4))
  const years = Array.from({ length: 21 }, (_, index) => thisYear + index)

  async function save(): Promise<void> {
    setProblem(null)
    try {
      await call('paymentMethods.update', {
        params: { id: card.id },
        body: {
          nickname: values.nickname.trim(),
          exp_month: values.exp_month,
          exp_year: values.exp_year,
          ...(values.isMain && !card.default && { default: true as const }),
        },
      })
      setSaved(true)
      refetch('paymentMethods.saved')
      toast({ message: text.saved, kind: 'ok' })
      setTimeout(() => isHere() && go(paths.paymentMethod(card.id), { replace: true }))
    } catch (error) {
      setProblem(messageOf(error))
    }
  }

  return (
    <form
      className={styles.screen}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Problem message={problem} />
      <Field label={text.nickname} need="optional" helper={text.nicknameHelper}>
        <TextInput
          value={values.nickname}
          maxLength={20}
          onChange={(event) => set({ nickname: event.target.value })}
        />
      </Field>
      <Field label={text.expiry} group>
        <div className={styles.pair}>
          <Select
            aria-label={text.month}
            value={String(values.exp_month)}
            onChange={(event) => set({ exp_month: Number(event.target.value) })}
          >
            {months.map((month) => (
              <option key={month} value={month}>
                {`${String(month)}${text.month}`}
              </option>
            ))}
          </Select>
          <Select
            aria-label={text.year}
            value={String(values.exp_year)}
            onChange={(event) => set({ exp_year: Number(event.target.value) })}
          >
            {(years.includes(values.exp_year) ? years : [values.exp_year, ...years]).map((year) => (
              <option key={year} value={year}>
                {`${String(year)}${text.year}`}
              </option>
            ))}
          </Select>
        </div>
      </Field>
      <Checkbox
        checked={values.isMain}
        disabled={card.default}
        onChange={(event) => set({ isMain: event.target.checked })}
      >
        {card.default ? text.isMain : text.makeMain}
      </Checkbox>
      <Button type="submit" block disabled={!isOnline || !isDirty}>
        {isOnline ? text.save : text.offline}
      </Button>
      <Unsaved when={isDirty} />
    </form>
  )
}
