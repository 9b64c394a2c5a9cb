import { Amount } from '@shirogane/ui/Amount'
import { Checkbox } from '@shirogane/ui/Checkbox'
import { EmptyState } from '@shirogane/ui/EmptyState'
import { Sheet } from '@shirogane/ui/Sheet'
import { useState } from 'react'
import { detailTime, listTime } from '../../../lib/dates.ts'
import { readJournal } from '../journal.ts'
import { lostText } from './lost-text.ts'
import { setAgain, useLost } from './lost.ts'
import styles from './sheets.module.css'

const inPoints: ReadonlySet<string | null> = new Set(['grant', 'transfer'])

/** What has to be rung up again, oldest first, each until somebody says that it was. */
export function LostSheet({ onClose }: { onClose: () => void }) {
  const { lost, again, restoredAt } = useLost()
  const [journal] = useState(readJournal)
  const entries = journal.filter(({ id }) => lost.includes(id))
  return (
    <Sheet isOpen onClose={onClose} title={lostText.title}>
      {entries.length === 0 ? (
        <EmptyState title={lostText.empty} />
      ) : (
        <div className={styles.form}>
          {restoredAt !== null && <p className={styles.note}>{lostText.about(detailTime(restoredAt))}</p>}
          <ul className={styles.list} aria-label={lostText.list}>
            {entries.map((entry) => (
              <li key={entry.id} className={styles.held}>
                <span className={styles.heldName}>{entry.number}</span>
                <Amount value={entry.amount} unit={inPoints.has(entry.type) ? 'pt' : '¥'} size="row" />
                <span className={styles.heldMeta}>
                  {entry.type === null ? lostText.sale : lostText.kinds[entry.type]}　{listTime(entry.at)}
                </span>
                <Checkbox
                  checked={again.includes(entry.id)}
                  aria-label={lostText.againOf(entry.number)}
                  onChange={(event) => setAgain(entry.id, event.target.checked)}
                >
                  {lostText.again}
                </Checkbox>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Sheet>
  )
}
