import { iconWarn } from '@shirogane/ui/icons'
import { InfoStrip } from '@shirogane/ui/InfoStrip'
import { AppLink } from '../../../lib/navigation.tsx'
import { paths } from '../../../lib/paths.ts'
import { text } from './text.ts'
import styles from './NoticeStrip.module.css'

/** The drawer was not counted this morning: selling goes on, but nobody can say tonight what was in it. */
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
