import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { AppLink } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { text } from '../text.ts'
import styles from './NoticeStrip.module.css'

/** The drawer was not counted this morning: selling goes on, but what was in it cannot be told tonight. */
export function FloatStrip() {
  return (
    <InfoStrip
      className={styles.strip}
      role="status"
      icon={iconWarn}
      tone="warn"
      title={text.floatMissing}
      action={text.countFloat}
      render={(link) => <AppLink {...link} to={paths.adminClose()} />}
    />
  )
}
