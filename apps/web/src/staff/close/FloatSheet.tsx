import type { ShopDay } from '@shirogane/contract/resources/brand/days'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { UnreadContext, useUnread } from '@shirogane/ui/inputs/use-number-input'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { call } from '../../shell/api/api.ts'
import { useAct } from '../../shell/api/use-act.ts'
import { WriteButton } from '../shared/forms/WriteButton.tsx'
import { CountTable } from './CountTable.tsx'
import { type Counts, noCounts, sumOf } from './counts.ts'
import { dayRefetched } from './queries.ts'
import { text } from './text.ts'
import styles from './close.module.css'

/** The drawer in the morning, by coin and note. What differs from the evening before is said at once. */
export function FloatSheet({ day, onClose }: { day: ShopDay; onClose: () => void }) {
  const [counts, setCounts] = useState<Counts>(() => ({ ...noCounts, ...day.opened?.counts }))
  const { send, problem } = useAct('admin.countFloat', { keptFor: day.store.id })
  const [isUnread, noteUnread] = useUnread()
  const toast = useToast()
  const difference = day.cash.carried === null ? 0 : sumOf(counts) - day.cash.carried

  async function save(): Promise<void> {
    const body = { store_id: day.store.id, date: day.date, counts }
    const outcome = await send({
      wish: body,
      send: (idempotencyKey) => call('admin.countFloat', { body, idempotencyKey }),
    })
    if (outcome.is !== 'done') return
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
        <WriteButton block disabled={isUnread} onClick={save}>
          {text.floatSave}
        </WriteButton>
      }
    >
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <UnreadContext value={noteUnread}>
        <CountTable counts={counts} onChange={setCounts} />
      </UnreadContext>
      {difference !== 0 && sumOf(counts) > 0 && (
        <p className={styles.carried} role="status">
          {text.floatDiffers(difference)}
        </p>
      )}
    </Sheet>
  )
}
