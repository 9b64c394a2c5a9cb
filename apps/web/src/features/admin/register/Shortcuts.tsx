import { Sheet } from '@shirogane/ui/Sheet'
import { text } from './text.ts'
import styles from './Shortcuts.module.css'

export function Shortcuts({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={text.shortcuts}>
      <dl className={styles.rows}>
        {text.shortcutRows.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd className={styles.key}>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  )
}
