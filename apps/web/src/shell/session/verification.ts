import type { Ack, VerificationChange } from '@shirogane/contract/wire/events'
import type { User } from '@shirogane/contract/resources/shapes'
import { call } from '../api/api.ts'
import { sessionHandle } from './session.ts'

const pollMs = 10_000

/**
 * Waits until the server says that this person is verified, wherever that happened. The socket tells at once; asking now
 * and then, and on coming back to the page, finds what the socket missed.
 */
export function watchVerification(onVerified: (user: User) => void): () => void {
  let isOver = false
  let close: (() => void) | null = null

  async function look(): Promise<void> {
    if (isOver || document.visibilityState === 'hidden') return
    const user = await call('users.me').catch(() => null)
    if (isOver || user?.verified !== true) return
    stop()
    onVerified(user)
  }
  function stop(): void {
    isOver = true
    clearInterval(timer)
    document.removeEventListener('visibilitychange', wake)
    close?.()
  }
  const wake = () => void look()
  const timer = setInterval(wake, pollMs)
  document.addEventListener('visibilitychange', wake)

  void import('socket.io-client')
    .then(({ io }) => {
      if (isOver) return
      const socket = io('/users', {
        withCredentials: true,
        transports: ['websocket', 'polling'],
        tryAllTransports: true,
        auth: (give) => give({ token: sessionHandle() ?? undefined }),
      })
      close = () => socket.close()
      socket.on('connect', () => {
        socket.emit('joinUsersRoom', (answer: Ack) => {
          // Verified between the last check and now: the room is only for those who wait.
          if (!answer.ok) wake()
        })
      })
      socket.on('verificationChange', (event: VerificationChange) => {
        if (event.verified) wake()
      })
    })
    // Without the library the looking alone has to do.
    .catch(() => {})
  return stop
}
