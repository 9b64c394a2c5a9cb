import { Button } from '@shirogane/ui/Button'
import { Sheet } from '@shirogane/ui/Sheet'
import { useState } from 'react'
import { messageOf } from '../../../lib/api.ts'
import { PeriodFields, usePeriod } from './Period.tsx'
import { saveBuybacksCsv } from './queries.ts'
import { text } from './text.ts'

/** The ledger as a file, for the days that are asked about: whoever takes it stands on record. */
export function CsvSheet({ onClose }: { onClose: () => void }) {
  const period = usePeriod()
  const [problem, setProblem] = useState<string | null>(null)

  async function save(): Promise<void> {
    setProblem(null)
    try {
      await saveBuybacksCsv({ from: period.from, until: period.until })
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
        <Button block disabled={period.isReversed} onClick={save}>
          {text.csvSave}
        </Button>
      }
    >
      <PeriodFields period={period} problem={problem} />
    </Sheet>
  )
}
