import { holds } from '@shirogane/contract/wire/rights'
import type { RecordedAct } from '@shirogane/contract/resources/brand/log'
import { actGroups } from '@shirogane/contract/terms/log-terms'
import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Select } from '@shirogane/ui/inputs/Select'
import type { TableColumn } from '@shirogane/ui/data/Table'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../shell/api/api.ts'
import { listTime } from '../../shared/dates/dates.ts'
import { useGo, useSearch } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { useSession } from '../../shell/session/session.ts'
import { keptInStore } from '../shared/device/kept-in-store.ts'
import { ListPane, Panes, Rows } from '../shared/lists/Panes.tsx'
import { everybodyQuery, storesQuery } from '../shared/queries.ts'
import { ActDetail } from './ActDetail.tsx'
import { type LogFilter, logPageSize, logQuery, saveLog } from './queries.ts'
import { nameOf, text } from './text.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './log.module.css'

const columns: readonly TableColumn<RecordedAct>[] = [
  { key: 'at', header: text.columns.at, cell: (row) => listTime(row.at), width: '9rem' },
  { key: 'by', header: text.columns.by, cell: (row) => <span className={panes.cut}>{row.by.name}</span> },
  { key: 'action', header: text.columns.action, cell: (row) => nameOf(row.action) },
  {
    key: 'subject',
    header: text.columns.subject,
    cell: (row) => <span className={panes.cut}>{row.subject ?? text.none}</span>,
  },
  { key: 'store', header: text.columns.store, cell: (row) => row.store_name ?? text.none, width: '9rem' },
]

/** Who did what, when and where, with how it was before. */
export function LogTab() {
  const go = useGo()
  const toast = useToast()
  const search = useSearch()
  const type = useSession().auth?.employee?.type
  const isOfAllShops = type !== undefined && holds(type, 'shops.read')
  const [isSaving, setSaving] = useState(false)
  const page = Math.max(1, Number(search['page'] ?? 1) || 1)
  const group = actGroups.find((one) => one === search['group'])
  const { store_id, employee_id, from, until, id } = search
  const filter: LogFilter = {
    ...(group && { group }),
    ...(store_id && { store_id }),
    ...(employee_id && { employee_id }),
    ...(from && { from }),
    ...(until && { until }),
  }
  const list = useQuery({ ...logQuery(filter, page), placeholderData: keptInStore(filter) })
  const stores = useQuery(storesQuery())
  const people = useQuery(everybodyQuery())
  const chosen = list.data?.items.find((row) => row.id === id)
  const show = (query: Record<string, string | undefined>) =>
    go(paths.adminTab('log', { ...filter, page: String(page), id, ...query }), {
      replace: true,
      resetScroll: false,
    })
  const narrow = (query: Record<string, string | undefined>) => show({ page: '1', id: undefined, ...query })

  async function save(): Promise<void> {
    setSaving(true)
    try {
      await saveLog(filter)
    } catch (error) {
      toast({ message: messageOf(error), kind: 'error', duration: 5_000 })
    } finally {
      setSaving(false)
    }
  }

  return (
    <Panes>
      <ListPane
        title={text.title}
        aside={
          <div className={panes.end}>
            <Button variant="secondary" size="s" busy={isSaving} onClick={() => void save()}>
              {text.csv}
            </Button>
          </div>
        }
      >
        <div className={styles.filters} role="search" aria-label={text.filters}>
          <Field label={text.group}>
            <Select value={group ?? ''} onChange={(event) => narrow({ group: event.target.value })}>
              <option value="">{text.everything}</option>
              {actGroups.map((one) => (
                <option key={one} value={one}>
                  {text.groups[one]}
                </option>
              ))}
            </Select>
          </Field>
          {isOfAllShops && (
            <Field label={text.store}>
              <Select value={store_id ?? ''} onChange={(event) => narrow({ store_id: event.target.value })}>
                <option value="">{text.everyStore}</option>
                {stores.data?.items.map((store) => (
                  <option key={store.id} value={store.id}>
                    {store.name}
                  </option>
                ))}
              </Select>
            </Field>
          )}
          <Field label={text.employee}>
            <Select
              value={employee_id ?? ''}
              onChange={(event) => narrow({ employee_id: event.target.value })}
            >
              <option value="">{text.everybody}</option>
              {people.data?.items.map((person) => (
                <option key={person.id} value={person.id}>
                  {person.name}（{person.number}）
                </option>
              ))}
            </Select>
          </Field>
          <Field label={text.from}>
            <TextInput
              type="date"
              value={from ?? ''}
              max={until}
              onChange={(event) => narrow({ from: event.target.value })}
            />
          </Field>
          <Field label={text.until}>
            <TextInput
              type="date"
              value={until ?? ''}
              min={from}
              onChange={(event) => narrow({ until: event.target.value })}
            />
          </Field>
        </div>
        <Rows
          title={text.title}
          query={list}
          columns={columns}
          hidden={['store']}
          openId={chosen?.id}
          onOpen={(row) => show({ id: row })}
          page={page}
          pageSize={logPageSize}
          onPage={(next) => show({ page: String(next), id: undefined })}
          empty={{
            title: text.empty,
            action: (
              <Button variant="secondary" onClick={() => go(paths.adminTab('log'), { replace: true })}>
                {text.reset}
              </Button>
            ),
          }}
        />
      </ListPane>
      {chosen !== undefined && <ActDetail act={chosen} onClose={() => show({ id: undefined })} />}
    </Panes>
  )
}
