import { useEffect, useState } from 'react'
import { call, type Output } from '../../../lib/api.ts'
import { Book } from './Book.tsx'
import { PeriodSheet } from './PeriodSheet.tsx'
import { text } from './text.ts'

/** The ledger on paper, for the days that are asked about: whoever prints it stands on record. */
export function PrintSheet({ onClose }: { onClose: () => void }) {
  const [book, setBook] = useState<Output<'admin.buybackBook'> | null>(null)
  // The paper stands in the page first, and the printer sees the page.
  useEffect(() => {
    if (book !== null) window.print()
  }, [book])

  return (
    <PeriodSheet
      title={text.printTitle}
      note={text.printNote}
      button={text.printNow}
      onClose={onClose}
      onGo={async (period) => {
        const read = await call('admin.buybackBook', { query: period })
        if (read.items.length === 0) return text.printEmpty
        setBook(read)
        return null
      }}
    >
      {book !== null && <Book book={book} />}
    </PeriodSheet>
  )
}
