import { Button } from '@shirogane/ui/Button'
import { Field } from '@shirogane/ui/Field'
import { Sheet } from '@shirogane/ui/Sheet'
import { TextInput } from '@shirogane/ui/TextInput'
import { useState } from 'react'
import { messageOf } from '../../../lib/api.ts'
import { todayInTokyo } from '../../../lib/dates.ts'
import { saveBuybacksCsv } from './queries.ts'
import { text } from './text.ts'
import panes from '../panes.module.css'

const dayMs = 86_400_000
const daysBefore = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10)

/** The ledger as a file, for the days that are asked about: whoever takes it stands on record. */
export function CsvSheet({ onClose }: { onClose: () => void }) {
  const [until, setUntil] = useState(todayInTokyo)
  const [from, setFrom] = useState(() => daysBefore(todayInTokyo(), 30))
  const [problem, setProblem] = useState<string | null>(null)
  const isReversed = from === '' || until === '' || from > until

  async function save(): Promise<void> {
    setProblem(null)
    try {
      await saveBuybacksCsv({ from, until })
      onClose()
    } catch (error) {
      setProblem(messageOf(error))
    }
  }

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.csvTitle}
      description={text.csvNote}
      footer={
        <Button block disabled={isReversed} onClick={save}>
          {text.csvSave}
        </Button>
      }
    >
      <div className={panes.form}>
        <Field label={text.csvFrom}>
          <TextInput type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
        </Field>
        <Field label={text.csvUntil} error={isReversed ? text.csvReversed : problem}>
          <TextInput type="date" value={until} onChange={(event) => setUntil(event.target.value)} />
        </Field>
      </div>
    </Sheet>
  )
}
