import type { ReactElement, RefObject } from 'react'
import { Icon } from '../../icons/Icon.tsx'
import { iconWarn } from '../../icons/icons.ts'
import styles from './FormSummary.module.css'

type Props = {
  ref?: RefObject<HTMLDivElement | null> | undefined
  title: string
  /** The fields that need another look; each leads to its input. */
  items?: readonly { id: string; message: string }[]
}

/** What went wrong with a form, where a reader who cannot see the fields hears it first. */
export function FormSummary({ ref, title, items = [] }: Props): ReactElement {
  return (
    <div ref={ref} className={styles.summary} role="alert" tabIndex={-1}>
      <Icon shape={iconWarn} size={20} />
      <div>
        <p className={styles.title}>{title}</p>
        {items.length > 0 && (
          <ul className={styles.list}>
            {items.map(({ id, message }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  onClick={(event) => {
                    // The field alone: an entry of the history, and the question about unsaved input, are for other pages.
                    event.preventDefault()
                    document.getElementById(id)?.focus()
                  }}
                >
                  {message}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
