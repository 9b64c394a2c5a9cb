import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../shell/api/api.ts'
import { useShopDate } from '../shared/queries.ts'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'

const dayMs = 86_400_000
const daysBefore = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10)

interface PeriodSheetProps {
  title: string
  note: string
  button: string
  onClose: () => void
  /** Does what the sheet is for, and answers what stands in its way. */
  onGo: (period: { from: string; until: string }) => Promise<string | null>
  children?: ReactNode
}

/** Asks for the days that a file or a paper is about. */
export function PeriodSheet({ title, note, button, onClose, onGo, children }: PeriodSheetProps) {
  const today = useShopDate()
  const [until, setUntil] = useState(today)
  const [from, setFrom] = useState(() => daysBefore(today, 30))
  const [problem, setProblem] = useState<string | null>(null)
  const isReversed = from === '' || until === '' || from > until

  async function go(): Promise<void> {
    setProblem(null)
    try {
      setProblem(await onGo({ from, until }))
    } catch (error) {
      setProblem(messageOf(error))
    }
  }

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={title}
      description={note}
      footer={
        <Button block disabled={isReversed} onClick={go}>
          {button}
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
      {children}
    </Sheet>
  )
}
