import type { ContactEntry } from '@shirogane/contract/resources/members/contacts'
import { Chip } from '@shirogane/ui/data/Chip'
import type { TableColumn } from '@shirogane/ui/data/Table'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listTime } from '../../shared/dates/dates.ts'
import { emptyOf, ListFilters } from '../shared/lists/ListFilters.tsx'
import { ListPane, Panes, Rows } from '../shared/lists/Panes.tsx'
import { useList } from '../shared/lists/use-list.ts'
import { ContactDetail } from './ContactDetail.tsx'
import { contactsPageSize, contactsQuery } from './queries.ts'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './contacts.module.css'

const statuses = ['open', 'done', 'all'] as const

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
  const list = useList('contacts', 'status', statuses, 'open')
  const { choice: status, q, page, id } = list
  const found = useQuery({
    ...contactsQuery({ status, q, page }),
    placeholderData: keepPreviousData,
  })

  return (
    <Panes>
      <ListPane
        title={text.title}
        aside={
          found.data && (
            <Chip tone={found.data.open_count > 0 ? 'warn' : 'ok'}>
              {text.openCount(found.data.open_count)}
            </Chip>
          )
        }
      >
        <ListFilters
          list={list}
          label={text.filter}
          options={statuses.map((value) => ({ value, label: text[value] }))}
          search={text.search}
        />
        <Rows
          title={text.title}
          query={found}
          columns={columns}
          hidden={['kind']}
          {...list.rows}
          pageSize={contactsPageSize}
          empty={emptyOf(list, status === 'open' && q === '' ? text.emptyOpen : text.emptyTitle)}
        />
      </ListPane>
      {id !== undefined && <ContactDetail key={id} id={id} onClose={() => list.open(undefined)} />}
    </Panes>
  )
}
