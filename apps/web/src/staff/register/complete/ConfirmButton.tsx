import { Button } from '@shirogane/ui/actions/Button'
import { Icon } from '@shirogane/ui/icons/Icon'
import { iconWarn } from '@shirogane/ui/icons/icons'
import styles from './ConfirmButton.module.css'
import { yenSign } from '../../shared/cash/money.ts'
import { text } from '../text.ts'

type ConfirmButtonProps = {
  total: number
  canConfirm: boolean
  isCutOff: boolean
  /** Why it cannot be pressed. */
  reason: string | null
  onConfirm: () => void
}

export function ConfirmButton({ total, canConfirm, isCutOff, reason, onConfirm }: ConfirmButtonProps) {
  return (
    <>
      <Button
        variant="pay"
        size="pos"
        block
        className={styles.confirm}
        disabled={!canConfirm}
        aria-keyshortcuts="F12"
        aria-describedby="confirm-reason"
        onClick={onConfirm}
        trailing={isCutOff ? undefined : <kbd className={styles.key}>F12</kbd>}
      >
        {isCutOff ? (
          <span className={styles.cutOff}>
            <span className="visuallyHidden">{text.confirm}</span>
            <Icon shape={iconWarn} size={20} />
            {reason}
          </span>
        ) : (
          <span className={styles.words}>
            {text.confirm}
            <span className={styles.amount}>{yenSign(total)}</span>
          </span>
        )}
      </Button>
      <span id="confirm-reason" className="visuallyHidden">
        {canConfirm ? '' : reason}
      </span>
    </>
  )
}
