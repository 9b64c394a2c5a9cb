import { Button } from '@shirogane/ui/actions/Button'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { text } from '../text.ts'
import styles from './Shortcuts.module.css'

export function Shortcuts({
  isOpen,
  onClose,
  onCommands,
}: {
  isOpen: boolean
  onClose: () => void
  onCommands: () => void
}) {
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={text.shortcuts}
      footer={
        <Button block variant="secondary" onClick={onCommands}>
          {text.commandsTitle}
        </Button>
      }
    >
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
