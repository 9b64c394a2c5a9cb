import type { ContactEntry } from '@shirogane/contract/contacts'
import { Button } from '@shirogane/ui/Button'
import { Chip } from '@shirogane/ui/Chip'
import { Segmented } from '@shirogane/ui/Segmented'
import type { TableColumn } from '@shirogane/ui/Table'
import { TextInput } from '@shirogane/ui/TextInput'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { listTime } from '../../../lib/dates.ts'
import { useGo, useSearchParam } from '../../../lib/navigation.tsx'
import { paths } from '../../../lib/paths.ts'
import { ListPane, Panes, Rows } from '../Panes.tsx'
import { ContactDetail } from './ContactDetail.tsx'
import { contactsPageSize, contactsQuery } from './queries.ts'
import { text } from './text.ts'
import panes from '../panes.module.css'
import styles from './contacts.module.css'

type Status = 'open' | 'done' | 'all'
const typingPauseMs = 300

const columns: readonly TableColumn<ContactEntry>[] = [
  {
    key: 'number',
    header: text.columns.number,
    cell: (row) => <span className="figures">{row.number}</span>,
    width: '6.5rem',
  },
  {
    key: 'at',
    header: text.columns.at,
    cell: (row) => listTime(row.created_at),
    width: '9rem',
  },
  {
    key: 'kind',
    header: text.columns.kind,
    cell: (row) => text.kinds[row.kind],
    width: '9rem',
  },
  {
    key: 'name',
    header: text.columns.name,
    cell: (row) => (
      <span className={panes.cut}>
        {row.name} {!row.is_member && <span className={styles.guest}>{text.guest}</span>}
      </span>
    ),
    width: '11rem',
  },
  {
    key: 'excerpt',
    header: text.columns.excerpt,
    cell: (row) => <span className={panes.cut}>{row.excerpt}</span>,
  },
  {
    key: 'status',
    header: text.columns.status,
    cell: (row) => <Chip tone={row.status === 'open' ? 'warn' : 'ok'}>{text[row.status]}</Chip>,
    width: '6.5rem',
  },
]

/** What customers ask: those that wait first, each one click from its words and its answer. */
export function ContactsTab() {
  const go = useGo()
  const id = useSearchParam('id')
  const status = (useSearchParam('status') ?? 'open') as Status
  const page = Math.max(1, Number(useSearchParam('page') ?? 1) || 1)
  const q = useSearchParam('q') ?? ''
  const [typed, setTyped] = useState(q)
  const list = useQuery({ ...contactsQuery({ status, q, page }), placeholderData: keepPreviousData })
  const show = (query: Record<string, string | undefined>) =>
    go(paths.adminTab('contacts', { status, q, page: String(page), id, ...query }), {
      replace: true,
      resetScroll: false,
    })

  // Only what is typed starts the clock anew.
  const search = useEffectEvent(() => {
    if (typed !== q) show({ q: typed, page: '1' })
  })
  useEffect(() => {
    const timer = setTimeout(() => search(), typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <Panes>
      <ListPane
        title={text.title}
        aside={
          list.data && (
            <Chip tone={list.data.open_count > 0 ? 'warn' : 'ok'}>
              {text.openCount(list.data.open_count)}
            </Chip>
          )
        }
      >
        <div className={panes.filters}>
          <Segmented<Status>
            label={text.filter}
            options={(['open', 'done', 'all'] as const).map((value) => ({ value, label: text[value] }))}
            value={status}
            onChange={(value) => show({ status: value, page: '1', id: undefined })}
          />
          <TextInput
            size="s"
            type="search"
            aria-label={text.search}
            placeholder={text.search}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Rows
          title={text.title}
          query={list}
          columns={columns}
          hidden={['kind']}
          openId={id}
          onOpen={(row) => show({ id: row })}
          page={page}
          pageSize={contactsPageSize}
          onPage={(next) => show({ page: String(next) })}
          empty={{
            title: status === 'open' && q === '' ? text.emptyOpen : text.emptyTitle,
            ...(q !== '' && {
              action: (
                <Button variant="secondary" onClick={() => (setTyped(''), show({ q: undefined, page: '1' }))}>
                  {text.reset}
                </Button>
              ),
            }),
          }}
        />
      </ListPane>
      {id !== undefined && <ContactDetail key={id} id={id} onClose={() => show({ id: undefined })} />}
    </Panes>
  )
}
