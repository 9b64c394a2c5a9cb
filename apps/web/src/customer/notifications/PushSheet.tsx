import { Button } from '@shirogane/ui/actions/Button'
import { Icon } from '@shirogane/ui/icons/Icon'
import { iconBell } from '@shirogane/ui/icons/icons'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { ApiError, messageOf } from '../../shell/api/api.ts'
import { ringDevice } from '../../shell/worker/push.ts'
import { useSession } from '../../shell/session/session.ts'
import { text } from './text.ts'
import styles from './notifications.module.css'

/** Asked once, when a payment has shown what a notice is good for. The browser's own question follows the tap. */
export function PushSheet({ onBegin, onClose }: { onBegin: () => void; onClose: () => void }) {
  const { auth } = useSession()
  const toast = useToast()
  const ask = async () => {
    onBegin()
    try {
      const rung = await ringDevice(auth?.id ?? '', false)
      if (rung === 'on') toast({ message: text.asked, kind: 'ok' })
      if (rung === 'failed') toast({ message: text.askFailed, kind: 'error', duration: 5_000 })
    } catch (error) {
      toast({ message: messageOf(error), kind: 'error', duration: 5_000 })
      // What did not arrive can be said again: the question stays.
      if (error instanceof ApiError && error.isNetwork) return
    }
    onClose()
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.askTitle}
      footer={
        <div className={styles.askButtons}>
          <Button block onClick={ask}>
            {text.ask}
          </Button>
          <Button variant="quiet" block onClick={onClose}>
            {text.notNow}
          </Button>
        </div>
      }
    >
      <span className={styles.askPicture}>
        <Icon shape={iconBell} size={30} />
      </span>
      <p className={styles.askBody}>{text.askBody}</p>
    </Sheet>
  )
}
