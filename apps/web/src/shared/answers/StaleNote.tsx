import type { UseQueryResult } from '@tanstack/react-query'
import { useOnline } from '../../shell/realtime/connection.ts'
import { clockTime, dateInTokyo, longDate } from '../dates/dates.ts'
import { useSession } from '../../shell/session/session.ts'
import { useToday } from '../dates/use-today.ts'
import { text } from './text.ts'
import styles from './StaleNote.module.css'

type Shown = Pick<UseQueryResult, 'data' | 'dataUpdatedAt' | 'isError'>

/** Without a network, or a server that answers, what is shown is a copy, and says of which time. */
export function StaleNote({ of: shown, onPlate = false }: { of: Shown; onPlate?: boolean }) {
  const isOnline = useOnline()
  const today = useToday()
  const { reconnecting } = useSession()
  const { data, dataUpdatedAt: at, isError } = shown
  if ((isOnline && !reconnecting && !isError) || data === undefined || at === 0) return null
  const day = dateInTokyo(at)
  return (
    <p className={onPlate ? styles.onPlate : styles.note}>
      {day !== today && longDate(day)}
      {text.contentOf(clockTime(at))}
    </p>
  )
}
