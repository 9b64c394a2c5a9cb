import { Button } from '@shirogane/ui/actions/Button'
import { Icon } from '@shirogane/ui/icons/Icon'
import { iconRefresh, iconWarn } from '@shirogane/ui/icons/icons'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import type { ApiError } from '../../shell/api/api.ts'
import { payCode } from './code/pay-code.ts'
import { text } from './code/text.ts'
import styles from './NoCode.module.css'

/** What stands where the code would be. Its size is the code's, so nothing moves when the code comes. */
export function NoCode({
  isIssuing,
  isOffline,
  error,
}: {
  isIssuing: boolean
  isOffline: boolean
  error: ApiError | null
}) {
  if (isIssuing || (error === null && !isOffline)) {
    return (
      <div className={styles.blocks} role="status">
        <Skeleton height={70} />
        <span className={styles.issuing}>{text.issuing}</span>
        <Skeleton height={212} width={212} />
      </div>
    )
  }
  if (isOffline) {
    return (
      <div className={styles.middle} role="status">
        <Icon shape={iconWarn} size={30} className={styles.icon ?? ''} />
        <p className={styles.title}>{text.offlineNone}</p>
        <Button
          variant="secondary"
          size="s"
          icon={iconRefresh}
          className={styles.again}
          onClick={() => payCode.renew()}
        >
          {text.again}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.middle} role="alert">
      <Icon shape={iconWarn} size={30} className={styles.icon ?? ''} />
      <p className={styles.title}>{text.failed}</p>
      {error !== null && error.message !== '' && <p className={styles.message}>{error.message}</p>}
      <Button
        variant="secondary"
        size="s"
        icon={iconRefresh}
        className={styles.again}
        onClick={() => payCode.renew()}
      >
        {text.again}
      </Button>
    </div>
  )
}
