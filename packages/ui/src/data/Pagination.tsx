import type { ReactElement } from 'react'
import { Button } from '../actions/Button.tsx'
import { digitsOf } from './format-amount.ts'
import styles from './Pagination.module.css'

type PaginationProps = { page: number; pageSize?: number; total: number; onPage: (page: number) => void }

/** 「1–20 / 132件」 前へ 次へ. `page` counts from 1. */
export function Pagination({ page, pageSize = 20, total, onPage }: PaginationProps): ReactElement {
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1
  const last = Math.min(total, page * pageSize)
  return (
    <nav className={styles.pages} aria-label="ページ">
      <span className={styles.range}>
        {digitsOf(first)}–{digitsOf(last)} / {digitsOf(total)}件
      </span>
      <Button variant="secondary" size="s" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        前へ
      </Button>
      <Button variant="secondary" size="s" disabled={last >= total} onClick={() => onPage(page + 1)}>
        次へ
      </Button>
    </nav>
  )
}
