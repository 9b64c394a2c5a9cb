import type { MemberRow, ViewPurpose } from '@shirogane/contract/resources/brand/office'
import { viewPurposes } from '@shirogane/contract/terms/office-words'
import { Chip } from '@shirogane/ui/data/Chip'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Select } from '@shirogane/ui/inputs/Select'
import type { TableColumn } from '@shirogane/ui/data/Table'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { detailDate, dateInTokyo } from '../../shared/dates/dates.ts'
import { emptyOf, ListFilters } from '../shared/lists/ListFilters.tsx'
import { ListPane, Panes, Rows } from '../shared/lists/Panes.tsx'
import { useList } from '../shared/lists/use-list.ts'
import { MemberPane } from './MemberPane.tsx'
import { membersPageSize, membersQuery } from './queries.ts'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'

const statuses = ['all', 'stopped'] as const

const columns: readonly TableColumn<MemberRow>[] = [
  {
    key: 'name',
    header: text.columns.name,
    cell: (row) => <span className={panes.cut}>{row.name ?? text.none}</span>,
  },
  {
    key: 'username',
    header: text.columns.username,
    cell: (row) => <span className={panes.cut}>{row.username}</span>,
    width: '9rem',
  },
  {
    key: 'phone',
    header: text.columns.phone,
    cell: (row) => <span className="figures">{row.phone_number ?? text.none}</span>,
    width: '9.5rem',
  },
  { key: 'level', header: text.columns.level, cell: (row) => row.level_name, width: '7.5rem' },
  {
    key: 'kyc',
    header: text.columns.kyc,
    cell: (row) =>
      row.stopped ? (
        <Chip tone="bad">{text.stopped}</Chip>
      ) : row.verified ? (
        text.kyc[row.kyc_status]
      ) : (
        text.unverified
      ),
    width: '9.5rem',
  },
  {
    key: 'since',
    header: text.columns.since,
    cell: (row) => detailDate(dateInTokyo(row.created_at)),
    width: '9rem',
  },
]

/** Members by number, name or user name. Opening one says to what end, because every look stands on record. */
export function MembersTab() {
  const list = useList('members', 'status', statuses, 'all')
  const { choice: status, q, page, id } = list
  const [purpose, setPurpose] = useState<ViewPurpose>('counter')
  const found = useQuery({
    ...membersQuery({ q, status, page }),
    placeholderData: keepPreviousData,
  })
  return (
    <Panes>
      <ListPane title={text.members}>
        <ListFilters
          list={list}
          label={text.filter}
          options={statuses.map((value) => ({ value, label: text.status[value] }))}
          search={text.search}
        />
        <Field label={text.purpose} helper={text.purposeNote}>
          <Select
            size="s"
            value={purpose}
            onChange={(event) => setPurpose(event.target.value as ViewPurpose)}
          >
            {viewPurposes.map((value) => (
              <option key={value} value={value}>
                {text.purposes[value]}
              </option>
            ))}
          </Select>
        </Field>
        <Rows
          title={text.members}
          query={found}
          columns={columns}
          hidden={['since', 'level', 'phone']}
          {...list.rows}
          pageSize={membersPageSize}
          empty={emptyOf(list, text.membersEmpty)}
        />
      </ListPane>
      {id !== undefined && (
        <MemberPane key={id} id={id} purpose={purpose} onClose={() => list.open(undefined)} />
      )}
    </Panes>
  )
}
