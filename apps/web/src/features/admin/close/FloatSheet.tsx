import type { ShopDay } from '@shirogane/contract/days'
import { Sheet } from '@shirogane/ui/Sheet'
import { useToast } from '@shirogane/ui/use-toast'
import { useState } from 'react'
import { call, messageOf } from '../../../lib/api.ts'
import { WriteButton } from '../WriteButton.tsx'
import { CountTable } from './CountTable.tsx'
import { type Counts, noCounts, sumOf } from './counts.ts'
import { dayRefetched } from './queries.ts'
import { text } from './text.ts'
import styles from './close.module.css'

/** The drawer in the morning, by coin and note. What differs from the evening before is said at once. */
export function FloatSheet({ day, onClose }: { day: ShopDay; onClose: () => void }) {
  const [counts, setCounts] = useState<Counts>(() => ({ ...noCounts, ...day.opened?.counts }))
  const [problem, setProblem] = useState<string | null>(null)
  const toast = useToast()
  const difference = day.cash.carried === null ? 0 : sumOf(counts) - day.cash.carried

  async function save(): Promise<void> {
    setProblem(null)
    try {
      await call('admin.countFloat', { body: { store_id: day.store.id, date: day.date, counts } })
    } catch (error) {
      setProblem(messageOf(error))
      return
    }
    toast({ message: text.floatSaved, kind: 'ok' })
    await dayRefetched()
    onClose()
  }

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.floatTitle}
      description={text.floatText(day.cash.carried)}
      footer={
        <WriteButton block onClick={save}>
          {text.floatSave}
        </WriteButton>
      }
    >
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <CountTable counts={counts} onChange={setCounts} />
      {difference !== 0 && sumOf(counts) > 0 && (
        <p className={styles.carried} role="status">
          {text.floatDiffers(difference)}
        </p>
      )}
    </Sheet>
  )
}
