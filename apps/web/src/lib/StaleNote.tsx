import { useOnline } from './connection.ts'
import { clockTime } from './dates.ts'
import { useSession } from './session.ts'
import styles from './StaleNote.module.css'

/** Without a network what is shown is a copy, and says of which time. */
export function StaleNote({ at, onPlate = false }: { at: number; onPlate?: boolean }) {
  const isOnline = useOnline()
  const { reconnecting } = useSession()
  if ((isOnline && !reconnecting) || at === 0) return null
  return <p className={onPlate ? styles.onPlate : styles.note}>{clockTime(at)}時点の内容です</p>
}
