import { iconWarn } from '@shirogane/ui/icons'
import { InfoStrip } from '@shirogane/ui/InfoStrip'
import { useSheet } from '../../../lib/navigation.tsx'
import { lostText } from './lost-text.ts'
import styles from './NoticeStrip.module.css'

/** After a way back to an earlier moment: selling goes on, and what was lost is rung up again by its slips. */
export function LostStrip({ count }: { count: number }) {
  const sheet = useSheet('lost')
  return (
    <InfoStrip
      className={styles.strip}
      role="status"
      icon={iconWarn}
      tone="bad"
      title={lostText.strip(count)}
      action={lostText.look}
      render={(button) => <button type="button" {...button} onClick={() => sheet.open()} />}
    />
  )
}
