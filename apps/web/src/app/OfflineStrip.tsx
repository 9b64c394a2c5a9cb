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
  const wasOffline = useRef(!isOnline)
  const onReturn = useEffectEvent(() => toast(text.online))
  useEffect(() => {
    if (isOnline && wasOffline.current) onReturn()
    wasOffline.current = !isOnline
  }, [isOnline])
  if (isOnline && !reconnecting) return null
  return (
    <p className={styles.strip} role="status" data-offline-strip="">
      {isOnline ? text.reconnecting : text.offline}
    </p>
  )
}
