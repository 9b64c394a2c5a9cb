import { useAnnounce } from '@shirogane/ui/use-announce'
import { useToast } from '@shirogane/ui/use-toast'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useOnline } from '../lib/connection.ts'
import { useSession } from '../lib/session.ts'
import { text } from './text.ts'
import styles from './OfflineStrip.module.css'

/** Says that there is no network, or that the server is being looked for; and says when it is back. */
export function OfflineStrip() {
  const isOnline = useOnline()
  const { reconnecting } = useSession()
  const toast = useToast()
  const announce = useAnnounce()
  const message = isOnline ? (reconnecting ? text.reconnecting : null) : text.offline
  const wasOffline = useRef(!isOnline)
  const onReturn = useEffectEvent(() => toast(text.online))
  useEffect(() => {
    if (isOnline && wasOffline.current) onReturn()
    wasOffline.current = !isOnline
  }, [isOnline])
  // A region that comes together with its words is not read.
  useEffect(() => {
    if (message !== null) announce(message)
  }, [announce, message])
  return (
    message !== null && (
      <p className={styles.strip} data-offline-strip="">
        {message}
      </p>
    )
  )
}
