import type { ReactElement } from 'react'
import { Button } from '../actions/Button.tsx'
import { digitsOf } from './format-amount.ts'
import { paginationText } from './text.ts'
import styles from './Pagination.module.css'

type PaginationProps = { page: number; pageSize?: number; total: number; onPage: (page: number) => void }

/** Which rows of how many are shown, and the way to those before and after. `page` counts from 1. */
export function Pagination({ page, pageSize = 20, total, onPage }: PaginationProps): ReactElement {
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1
  const last = Math.min(total, page * pageSize)
  return (
    <nav className={styles.pages} aria-label={paginationText.label}>
      <span className={styles.range}>
        {digitsOf(first)}–{digitsOf(last)} / {paginationText.total(digitsOf(total))}
      </span>
      <Button variant="secondary" size="s" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {paginationText.before}
      </Button>
      <Button variant="secondary" size="s" disabled={last >= total} onClick={() => onPage(page + 1)}>
        {paginationText.next}
      </Button>
    </nav>
  )
}
