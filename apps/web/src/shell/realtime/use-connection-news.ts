import { useAnnounce } from '@shirogane/ui/overlays/use-announce'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useOnline } from './connection.ts'
import { useSession } from '../session/session.ts'
import { text } from './connection-news-text.ts'

/** That there is no network, or that the server is being looked for, in words; null while all is well. Says when it is back. */
export function useConnectionNews(): string | null {
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
  return message
}
