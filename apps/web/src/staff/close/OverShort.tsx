import { classNames } from '@shirogane/ui/class-names'
import { Icon } from '@shirogane/ui/icons/Icon'
import { iconCheck, iconWarn } from '@shirogane/ui/icons/icons'
import { yenSign } from '../shared/cash/money.ts'
import { text } from './text.ts'
import styles from './close.module.css'

/** Which way the drawer differs, in words and with its sign. */
export function OverShort({ difference, approvalFrom }: { difference: number; approvalFrom?: number }) {
  const needsApproval = approvalFrom !== undefined && Math.abs(difference) >= approvalFrom
  return (
    <p className={classNames(styles.difference, difference === 0 && styles.even)} role="status">
      <Icon shape={difference === 0 ? iconCheck : iconWarn} size={24} />
      <span className={styles.differenceText}>
        <b>{difference === 0 ? text.none : difference < 0 ? text.short : text.over}</b>
        {needsApproval && <span>{text.approvalFrom(approvalFrom)}</span>}
      </span>
      <span className={styles.differenceSum}>{yenSign(difference)}</span>
    </p>
  )
}
