import type { MemberRow, ViewPurpose } from '@shirogane/contract/office'
import { viewPurposes } from '@shirogane/contract/office-words'
import { Button } from '@shirogane/ui/Button'
import { Chip } from '@shirogane/ui/Chip'
import { Field } from '@shirogane/ui/Field'
import { Segmented } from '@shirogane/ui/Segmented'
import { Select } from '@shirogane/ui/Select'
import type { TableColumn } from '@shirogane/ui/Table'
import { TextInput } from '@shirogane/ui/TextInput'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { detailDate, dateInTokyo } from '../../../lib/dates.ts'
import { useGo, useSearchParam } from '../../../lib/navigation.tsx'
import { paths } from '../../../lib/paths.ts'
import { ListPane, Panes, Rows } from '../Panes.tsx'
import { MemberPane } from './MemberPane.tsx'
import { membersPageSize, membersQuery } from './queries.ts'
import { text } from './text.ts'
import panes from '../panes.module.css'

type Status = 'all' | 'stopped'
const typingPauseMs = 300

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
  const go = useGo()
  const id = useSearchParam('id')
  const status = (useSearchParam('status') ?? 'all') as Status
  const page = Math.max(1, Number(useSearchParam('page') ?? 1) || 1)
  const q = useSearchParam('q') ?? ''
  const [typed, setTyped] = useState(q)
  const [purpose, setPurpose] = useState<ViewPurpose>('counter')
  const list = useQuery({ ...membersQuery({ q, status, page }), placeholderData: keepPreviousData })
  const show = (query: Record<string, string | undefined>) =>
    go(paths.adminTab('members', { status, q, page: String(page), id, ...query }), {
      replace: true,
      resetScroll: false,
    })
  // Only what is typed starts the clock anew.
  const search = useEffectEvent(() => {
    if (typed !== q) show({ q: typed, page: '1', id: undefined })
  })
  useEffect(() => {
    const timer = setTimeout(() => search(), typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <Panes>
      <ListPane title={text.members}>
        <div className={panes.filters}>
          <Segmented<Status>
            label={text.filter}
            options={(['all', 'stopped'] as const).map((value) => ({ value, label: text.status[value] }))}
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
          query={list}
          columns={columns}
          hidden={['since', 'level', 'phone']}
          openId={id}
          onOpen={(row) => show({ id: row })}
          page={page}
          pageSize={membersPageSize}
          onPage={(next) => show({ page: String(next) })}
          empty={{
            title: text.membersEmpty,
            ...(q !== '' && {
              action: (
                <Button
                  variant="secondary"
                  onClick={() => {
                    setTyped('')
                    show({ q: undefined, page: '1' })
                  }}
                >
                  {text.reset}
                </Button>
              ),
            }),
          }}
        />
      </ListPane>
      {id !== undefined && (
        <MemberPane key={id} id={id} purpose={purpose} onClose={() => show({ id: undefined })} />
      )}
    </Panes>
  )
}
