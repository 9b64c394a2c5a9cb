import { useEffect, useState } from 'react'
import { call } from '../../shell/api/api.ts'
import { withTicket } from './ticket.ts'

type Subject = 'username' | 'phone' | 'email'
export type Availability = 'unknown' | 'looking' | 'free' | 'taken'

const debounceMs = 400

function look(subject: Subject, value: string, signal: AbortSignal): Promise<{ available: boolean }> {
  if (subject === 'username') return call('users.isUsernameAvailable', { query: { username: value }, signal })
  if (subject === 'phone') return call('users.isPhoneAvailable', { query: { phone: value }, signal })
  return call('users.isEmailAvailable', { query: { email: value }, signal })
}

/**
 * Whether another member has this already, asked once the typing rests. `value` is null while it is nothing to ask
 * about. A question that fails stays silent: the answer comes with the form.
 */
export function useAvailable(subject: Subject, value: string | null): Availability {
  const [answer, setAnswer] = useState<{ value: string; state: Availability } | null>(null)
  useEffect(() => {
    if (value === null) return undefined
    const ending = new AbortController()
    const timer = setTimeout(() => {
      setAnswer({ value, state: 'looking' })
      withTicket(() => look(subject, value, ending.signal))
        .then(({ available }) => setAnswer({ value, state: available ? 'free' : 'taken' }))
        .catch(() => {
          if (!ending.signal.aborted) setAnswer(null)
        })
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [subject, value])
  return value !== null && answer?.value === value ? answer.state : 'unknown'
}
