import { useConnectionNews } from '../../realtime/use-connection-news.ts'
import styles from './OfflineStrip.module.css'

/** Says that there is no network, or that the server is being looked for; and says when it is back. */
export function OfflineStrip() {
  const message = useConnectionNews()
  return (
    message !== null && (
      <p className={styles.strip} data-offline-strip="">
        {message}
      </p>
    )
  )
}
