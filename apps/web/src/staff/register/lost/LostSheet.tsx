import { Amount } from '@shirogane/ui/data/Amount'
import { Checkbox } from '@shirogane/ui/inputs/Checkbox'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { Pending, Skeleton } from '@shirogane/ui/states/Skeleton'
import { detailTime, listTime } from '../../../shared/dates/dates.ts'
import { lostText } from './lost-text.ts'
import { setAgain, useLost } from './lost.ts'
import styles from '../sheets.module.css'

/** What has to be rung up again, oldest first, each until the clerk says that it was. */
export function LostSheet({ onClose }: { onClose: () => void }) {
  const { entries, again, restoredAt, isUnknown } = useLost()
  return (
    <Sheet isOpen onClose={onClose} title={lostText.title}>
      <Pending isPending={isUnknown} skeleton={<Skeleton height={180} />}>
        {() =>
          entries.length === 0 || restoredAt === null ? (
            <EmptyState title={lostText.empty} />
          ) : (
            <div className={styles.form}>
              <p className={styles.note}>{lostText.about(detailTime(restoredAt))}</p>
              <ul className={styles.list} aria-label={lostText.list}>
                {entries.map(({ id, number, type, amount, unit, at }) => (
                  <li key={id} className={styles.held}>
                    <span className={styles.heldName}>{number}</span>
                    <Amount value={amount} unit={unit} size="row" />
                    <span className={styles.heldMeta}>
                      {type === null ? lostText.sale : lostText.kinds[type]}　{listTime(at)}
                    </span>
                    <Checkbox
                      checked={again.includes(id)}
                      aria-label={lostText.againOf(number)}
                      onChange={(event) => setAgain(id, event.target.checked)}
                    >
                      {lostText.again}
                    </Checkbox>
                  </li>
                ))}
              </ul>
            </div>
          )
        }
      </Pending>
    </Sheet>
  )
}
