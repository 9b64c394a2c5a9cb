import type { ReactElement, ReactNode } from 'react'
import styles from './AdminStrip.module.css'

type AdminStripProps = {
  /** The shop, or the title of the screen: the h1 of the page. */
  title: ReactNode
  /** Smaller, behind the title: the register. */
  note?: ReactNode
  /** Stands right after the title: choices of register and day. */
  start?: ReactNode
  /** The modes of the screen, in the middle. */
  middle?: ReactNode
  end?: ReactNode
}

export function AdminStrip({ title, note, start, middle, end }: AdminStripProps): ReactElement {
  return (
    <header className={styles.strip}>
      <div className={styles.row}>
        <div className={styles.start}>
          <h1 className={styles.title} tabIndex={-1}>
            {title}
          </h1>
          {note !== undefined && <span className={styles.note}>{note}</span>}
          {start}
        </div>
        {middle}
        <div className={styles.end}>{end}</div>
      </div>
    </header>
  )
}
