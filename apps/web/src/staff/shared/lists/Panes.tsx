import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { IconButton } from '@shirogane/ui/actions/IconButton'
import { iconX } from '@shirogane/ui/icons/icons'
import { Pagination } from '@shirogane/ui/data/Pagination'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { Table, type TableColumn } from '@shirogane/ui/data/Table'
import { classNames } from '@shirogane/ui/class-names'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { serverMessageOf } from '../../../shell/api/api.ts'
import { text } from '../text.ts'
import { usePageThatIs } from './use-page-that-is.ts'
import styles from './panes.module.css'

/** How a tab of the head office is laid out: a list, and beside it (or over it, on a small screen) one of its rows. */
export function Panes({ children }: { children: ReactNode }) {
  return <div className={styles.panes}>{children}</div>
}

/** The list with its title; what stands beside the title (a count, a button) comes as `aside`. */
export function ListPane({
  title,
  aside,
  children,
}: {
  title: string
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles.list}>
      <header className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  )
}

type Page<Row> = { items: readonly Row[]; total: number }
type RowsProps<Row> = {
  title: string
  query: UseQueryResult<Page<Row>>
  columns: readonly TableColumn<Row>[]
  /** Columns for which there is no room while one row stands open beside the list. */
  hidden?: readonly string[]
  openId: string | undefined
  onOpen: (id: string) => void
  page: number
  pageSize: number
  onPage: (page: number) => void
  empty: { title: string; action?: ReactNode }
}

/** The rows with everything that a list can be: on its way, failed, empty, or a page of it. */
export function Rows<Row extends { id: string }>({
  title,
  query,
  columns,
  hidden = [],
  openId,
  onOpen,
  page,
  pageSize,
  onPage,
  empty,
}: RowsProps<Row>) {
  const isOnItsWay = usePageThatIs({ query, page, pageSize, onPage })
  if (query.isLoadingError)
    return <ErrorPanel message={serverMessageOf(query.error)} onRetry={() => query.refetch()} />
  if (query.isPending || isOnItsWay) return <Skeleton height={420} />
  if (query.data.items.length === 0) return <EmptyState {...empty} />
  return (
    <>
      <Table
        caption={title}
        columns={openId === undefined ? columns : columns.filter(({ key }) => !hidden.includes(key))}
        rows={query.data.items}
        rowKey={(row) => row.id}
        selectedKey={openId}
        onOpen={(row) => onOpen(row.id)}
      />
      <Pagination page={page} pageSize={pageSize} total={query.data.total} onPage={onPage} />
    </>
  )
}

type PaneProps = {
  label: string
  /** A sale has more to show than a person or an article. */
  wide?: boolean
  onClose: () => void
  children: ReactNode
}

/** One row of the list, opened: the cross and Escape close it, and Escape belongs to a dialog over it first. */
export function Pane({ label, wide = false, onClose, children }: PaneProps) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      // In a field the key clears a search or ends a choice; what is typed there must not go with the pane.
      if (event.target instanceof Element && event.target.matches('input, textarea, select')) return
      if (document.querySelector('[role$="dialog"], :popover-open') === null) close()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return (
    <aside className={classNames(styles.detail, wide && styles.wide)} aria-label={label}>
      <IconButton className={styles.close} icon={iconX} label={text.closePane} onClick={onClose} />
      {children}
    </aside>
  )
}

type DetailProps<T> = Omit<PaneProps, 'children'> & {
  query: UseQueryResult<T>
  children: (data: T) => ReactNode
}

/** A pane whose row is asked for by itself. */
export function DetailPane<T>({ query, children, ...pane }: DetailProps<T>) {
  return (
    <Pane {...pane}>
      {query.isPending && <Skeleton height={420} />}
      {query.isError && <ErrorPanel message={serverMessageOf(query.error)} onRetry={() => query.refetch()} />}
      {query.data !== undefined && children(query.data)}
    </Pane>
  )
}
