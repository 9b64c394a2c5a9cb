import type { TransactionFilter } from '@shirogane/contract/wire/filters'
import { Button } from '@shirogane/ui/actions/Button'
import { ChoiceButton } from '@shirogane/ui/actions/ChoiceButton'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Select } from '@shirogane/ui/inputs/Select'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useAnnounce } from '@shirogane/ui/overlays/use-announce'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useOnline } from '../../shell/realtime/connection.ts'
import { todayInTokyo } from '../../shared/dates/dates.ts'
import { countText } from '../../shared/figures/figures.ts'
import { useGo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { ask, type Narrowing } from '../../shell/queries/queries.ts'
import { useRested } from '../../shared/figures/use-rested.ts'
import { addressOf, daysOf, periodOf, periods, readYen, type Period } from './narrowing.ts'
import { text } from './text.ts'
import { yen } from '@shirogane/ui/data/text'
import styles from './transactions.module.css'

type FilterSheetProps = {
  narrowing: Narrowing
  options: readonly TransactionFilter[]
  onClose: () => void
}

type Form = {
  filter: TransactionFilter
  period: Period | null
  from: string
  to: string
  store: string
  min: string
  max: string
}

export function FilterSheet({ narrowing, options, onClose }: FilterSheetProps) {
  const today = todayInTokyo()
  const [form, setForm] = useState<Form>(() => ({
    filter: narrowing.filter,
    period: periodOf(narrowing, today),
    from: narrowing.from ?? '',
    to: narrowing.to ?? '',
    store: narrowing.store_id ?? '',
    min: narrowing.amount_min?.toString() ?? '',
    max: narrowing.amount_max?.toString() ?? '',
  }))
  const change = (part: Partial<Form>) => setForm((before) => ({ ...before, ...part }))
  const stores = useQuery({ ...ask('transactions.stores'), staleTime: 5 * 60_000 })
  const go = useGo()

  const days = form.period === null ? null : (daysOf(form.period, today) ?? form)
  const min = readYen(form.min)
  const max = readYen(form.max)
  const asked: Narrowing = {
    filter: form.filter,
    ...(days !== null && days.from !== '' && { from: days.from }),
    ...(days !== null && days.to !== '' && { to: days.to }),
    ...(form.store !== '' && { store_id: form.store }),
    ...(min !== undefined && { amount_min: min }),
    ...(max !== undefined && { amount_max: max }),
  }
  const wrongDays = asked.from !== undefined && asked.to !== undefined && asked.from > asked.to
  const wrongAmount =
    (form.min !== '' && min === undefined) || (form.max !== '' && max === undefined)
      ? text.amountWrong
      : min !== undefined && max !== undefined && min > max
        ? text.amountsReversed
        : undefined
  const isWrong = wrongDays || wrongAmount !== undefined

  const show = (next: Narrowing) =>
    go(paths.transactions(next.filter === 'all' ? undefined : next.filter, addressOf(next)), {
      replace: true,
      resetScroll: false,
    })

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.filter}
      footer={
        <div className={styles.sheetButtons}>
          <Button variant="secondary" onClick={() => show({ filter: 'all' })}>
            {text.resetShort}
          </Button>
          <ShowButton asked={asked} isWrong={isWrong} onShow={() => show(asked)} />
        </div>
      }
    >
      <div className={styles.filterForm}>
        <fieldset className={styles.choices}>
          <legend className={styles.choicesLegend}>{text.period}</legend>
          {periods.map((period) => (
            <ChoiceButton
              key={period}
              isChosen={form.period === period}
              onClick={() => change({ period: form.period === period ? null : period })}
            >
              {text.periods[period]}
            </ChoiceButton>
          ))}
        </fieldset>
        {form.period === 'chosen' && (
          <Field label={text.days} group error={wrongDays ? text.daysReversed : undefined}>
            <div className={styles.pairInputs}>
              <TextInput
                type="date"
                aria-label={text.from}
                max={today}
                value={form.from}
                onChange={(event) => change({ from: event.target.value })}
              />
              <span aria-hidden="true">〜</span>
              <TextInput
                type="date"
                aria-label={text.to}
                max={today}
                value={form.to}
                onChange={(event) => change({ to: event.target.value })}
              />
            </div>
          </Field>
        )}
        <fieldset className={styles.choices}>
          <legend className={styles.choicesLegend}>{text.kind}</legend>
          {options.map((option) => (
            <ChoiceButton
              key={option}
              isChosen={option === form.filter}
              onClick={() => change({ filter: option })}
            >
              {text.filterNames[option]}
            </ChoiceButton>
          ))}
        </fieldset>
        <Field label={text.store}>
          <Select value={form.store} onChange={(event) => change({ store: event.target.value })}>
            <option value="">{text.allStores}</option>
            {stores.data?.items.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={text.amount} group error={wrongAmount}>
          <div className={styles.pairInputs}>
            <TextInput
              aria-label={text.amountMin}
              inputMode="numeric"
              autoComplete="off"
              placeholder={text.noLimit}
              trailing={<span className={styles.unit}>{yen}</span>}
              value={form.min}
              onChange={(event) => change({ min: event.target.value })}
            />
            <span aria-hidden="true">〜</span>
            <TextInput
              aria-label={text.amountMax}
              inputMode="numeric"
              autoComplete="off"
              placeholder={text.noLimit}
              trailing={<span className={styles.unit}>{yen}</span>}
              value={form.max}
              onChange={(event) => change({ max: event.target.value })}
            />
          </div>
        </Field>
      </div>
    </Sheet>
  )
}

/** Says how many rows wait behind it before it shows them. */
function ShowButton({ asked, isWrong, onShow }: { asked: Narrowing; isWrong: boolean; onShow: () => void }) {
  const rested = useRested(asked)
  const announce = useAnnounce()
  const isOnline = useOnline()
  const count = useQuery({
    // How many there are; the one row that comes along is the price of asking.
    ...ask('transactions.list', { query: { ...rested, limit: 1 } }),
    placeholderData: keepPreviousData,
    enabled: isOnline && !isWrong,
  })
  const label =
    count.data === undefined
      ? text.showFiltered
      : text.showCounted(countText(count.data.total), count.data.total_capped)
  useEffect(() => {
    const isRested = JSON.stringify(rested) === JSON.stringify(asked)
    if (count.data !== undefined && isRested && !count.isPlaceholderData) announce(label)
    // Each new answer is said once, not each rendering.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [label, count.isPlaceholderData])
  return (
    <Button disabled={isWrong} onClick={onShow}>
      {label}
    </Button>
  )
}
