import { Field } from '@shirogane/ui/Field'
import { TextInput } from '@shirogane/ui/TextInput'
import { useState } from 'react'
import { todayInTokyo } from '../../../lib/dates.ts'
import { text } from './text.ts'
import panes from '../panes.module.css'

const dayMs = 86_400_000
const daysBefore = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10)

/** The days that a file or a paper is about. */
export function usePeriod() {
  const [until, setUntil] = useState(todayInTokyo)
  const [from, setFrom] = useState(() => daysBefore(todayInTokyo(), 30))
  const isReversed = from === '' || until === '' || from > until
  return { from, until, setFrom, setUntil, isReversed }
}

export function PeriodFields({
  period: { from, until, setFrom, setUntil, isReversed },
  problem,
}: {
  period: ReturnType<typeof usePeriod>
  problem: string | null
}) {
  return (
    <div className={panes.form}>
      <Field label={text.csvFrom}>
        <TextInput type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
      </Field>
      <Field label={text.csvUntil} error={isReversed ? text.csvReversed : problem}>
        <TextInput type="date" value={until} onChange={(event) => setUntil(event.target.value)} />
      </Field>
    </div>
  )
}
