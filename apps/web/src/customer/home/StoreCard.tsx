import { Card } from '@shirogane/ui/layout/Card'
import { Icon } from '@shirogane/ui/icons/Icon'
import { iconExt } from '@shirogane/ui/icons/icons'
import { ObjectPicture } from '@shirogane/ui/icons/ObjectPicture'
import { useSession, whoIs } from '../../shell/session/session.ts'
import { useStoreUrl } from '../../shell/queries/settings.ts'
import { openStore } from '../shared/store/store.ts'
import { text } from './text.ts'
import styles from './StoreCard.module.css'

/** Shown only when the brand has a store; the address is opened on the tap. */
export function StoreCard() {
  const url = useStoreUrl()
  const isMember = whoIs(useSession()) === 'member'
  if (url === null) return null
  return (
    <Card className={styles.card}>
      <button type="button" className={styles.button} onClick={() => openStore(url, isMember)}>
        <ObjectPicture name="bangle" size={48} tile />
        <span className={styles.words}>
          <b className={styles.title}>{text.store}</b>
          <span className={styles.note}>{text.storeNote}</span>
        </span>
        <Icon shape={iconExt} size={20} className={styles.icon ?? ''} />
      </button>
    </Card>
  )
}
