import { iconCheck, iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { useSheet } from '../../../shell/navigation/navigation.tsx'
import { lostText } from './lost-text.ts'
import styles from '../layout/NoticeStrip.module.css'

/**
 * After a way back to an earlier moment: selling goes on, and what was lost is rung up again by its slips. With the last of it
 * the way to the list stays for as long as the page, as a mark may have been a slip of the finger.
 */
export function LostStrip({ due, onClose }: { due: number; onClose: () => void }) {
  const sheet = useSheet('lost')
  return (
    <InfoStrip
      className={styles.strip}
      role="status"
      icon={due > 0 ? iconWarn : iconCheck}
      tone={due > 0 ? 'bad' : 'ok'}
      title={due > 0 ? lostText.strip(due) : lostText.stripDone}
      action={lostText.look}
      render={(button) => <button type="button" {...button} onClick={() => sheet.open()} />}
      {...(due === 0 && { onClose })}
    />
  )
}
