import { PeriodSheet } from './PeriodSheet.tsx'
import { saveBuybacksCsv } from './queries.ts'
import { text } from './text.ts'

/** The ledger as a file, for the days that are asked about: the person who takes it stands on record. */
export function CsvSheet({ onClose }: { onClose: () => void }) {
  return (
    <PeriodSheet
      title={text.csvTitle}
      note={text.csvNote}
      button={text.csvSave}
      onClose={onClose}
      onGo={async (period) => {
        await saveBuybacksCsv(period)
        onClose()
        return null
      }}
    />
  )
}
