import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ringAgain, wasRung } from '../../worker/push.ts'
import { refetch } from '../../queries/queries.ts'
import { useSession } from '../../session/session.ts'

type Note = { type?: unknown; path?: unknown }

/** What the worker says to an open page: a notice has come, or one was touched and wants its page. */
export function Pushes(): null {
  const router = useRouter()
  const { auth, reconnecting } = useSession()
  const userId = auth?.id

  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined
    const onMessage = ({ data, ports }: MessageEvent<Note | null>) => {
      if (data?.type === 'notice')
        refetch('transactions.confirmation', 'notifications.count', 'notifications.list')
      if (data?.type !== 'open' || typeof data.path !== 'string') return
      ports[0]?.postMessage(null)
      void router.navigate({ href: data.path })
    }
    navigator.serviceWorker.addEventListener('message', onMessage)
    return () => navigator.serviceWorker.removeEventListener('message', onMessage)
  }, [router])

  useEffect(() => {
    if (userId === undefined || reconnecting || !wasRung(userId)) return
    // Without an answer the next start says it again.
    ringAgain(userId).catch(() => {})
  }, [userId, reconnecting])

  return null
}
