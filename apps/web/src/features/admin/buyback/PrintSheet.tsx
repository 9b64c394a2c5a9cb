import { Button } from '@shirogane/ui/Button'
import { Sheet } from '@shirogane/ui/Sheet'
import { useEffect, useState } from 'react'
import { call, messageOf, type Output } from '../../../lib/api.ts'
import { Book } from './Book.tsx'
import { PeriodFields, usePeriod } from './Period.tsx'
import { text } from './text.ts'

/** The ledger on paper, for the days that are asked about: whoever prints it stands on record. */
export function PrintSheet({ onClose }: { onClose: () => void }) {
  const period = usePeriod()
  const [book, setBook] = useState<Output<'admin.buybackBook'> | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  // The paper stands in the page first, and the printer sees the page.
  useEffect(() => {
    if (book !== null) window.print()
  }, [book])

  async function print(): Promise<void> {
    setProblem(null)
    try {
      const read = await call('admin.buybackBook', { query: { from: period.from, until: period.until } })
      if (read.items.length === 0) setProblem(text.printEmpty)
      else setBook(read)
    } catch (error) {
      setProblem(messageOf(error))
    }
  }

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.printTitle}
      description={text.printNote}
      footer={
        <Button block disabled={period.isReversed} onClick={print}>
          {text.printNow}
        </Button>
      }
    >
      <PeriodFields period={period} problem={problem} />
      {book !== null && <Book book={book} />}
    </Sheet>
  )
}
