import { Button } from '@shirogane/ui/actions/Button'
import { Chip } from '@shirogane/ui/data/Chip'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { iconCash } from '@shirogane/ui/icons/icons-staff'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import { Select } from '@shirogane/ui/inputs/Select'
import { Pending, Skeleton } from '@shirogane/ui/states/Skeleton'
import { holds } from '@shirogane/contract/wire/rights'
import { useQuery } from '@tanstack/react-query'
import { serverMessageOf } from '../../shell/api/api.ts'
import { useGo, useSearch, useSheet } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { StaleNote } from '../../shared/answers/StaleNote.tsx'
import { useChosenStore } from '../shared/device/chosen-store.ts'
import { DayInput } from '../shared/forms/DayInput.tsx'
import { chooseStore } from '../shared/device/device.ts'
import { useLast } from '../shared/device/kept-in-store.ts'
import { dayQuery, staffQuery } from '../shared/queries.ts'
import { CashSheet } from './CashSheet.tsx'
import { ClosedView } from './ClosedView.tsx'
import { CountView } from './CountView.tsx'
import { HistoryView } from './HistoryView.tsx'
import { shownIn } from './periods.ts'
import { ReportView, shapeIn } from './ReportView.tsx'
import { XView } from './XView.tsx'
import { text } from './text.ts'
import styles from './close.module.css'

const views = ['x', 'z', 'report', 'history'] as const
type View = (typeof views)[number]

/** A shop's day: the look at any hour, the close, what the days came to, and the closes so far. */
export default function CloseScreen() {
  const search = useSearch()
  const go = useGo()
  const sheet = useSheet('cash')
  const view: View = views.find((name) => name === search['view']) ?? 'z'
  const store = useChosenStore().id
  const asked = {
    ...(store !== undefined && { store_id: store }),
    ...(search['date'] !== undefined && { date: search['date'] }),
  }
  const staff = useQuery(staffQuery())
  // Whose day it is depends on who asks.
  const day = useQuery({ ...dayQuery(asked), enabled: !staff.isPending })
  const shown = day.data
  const around = useLast(shown)
  if (day.isLoadingError)
    return <ErrorPanel message={serverMessageOf(day.error)} onRetry={() => day.refetch()} />
  const type = staff.data?.type
  const mayClose = type !== undefined && holds(type, 'close')
  const to = (change: Record<string, string | undefined>, replace = false) =>
    go(
      paths.adminClose({
        view: search['view'],
        store: search['store'],
        date: search['date'],
        period: search['period'],
        on: search['on'],
        by: search['by'],
        as: search['as'],
        ...change,
      }),
      { replace, resetScroll: false },
    )
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <h1 className={styles.title}>{text.title}</h1>
        {around && around.stores.length > 1 && (
          <span className={styles.storeChoice}>
            <Select
              size="s"
              aria-label={text.store}
              value={store ?? around.store.id}
              onChange={(event) => {
                chooseStore(event.target.value)
                to({ store: event.target.value, date: undefined })
              }}
            >
              {around.stores.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </span>
        )}
        {(view === 'x' || view === 'z') && around && (
          <span className={styles.dateChoice}>
            <DayInput
              key={store}
              label={text.date}
              day={shown?.date ?? search['date'] ?? ''}
              max={around.current_date}
              onDay={(date) => to({ date })}
            />
          </span>
        )}
        {shown?.status === 'reopened' && <Chip tone="warn">{text.reopenedState}</Chip>}
        <Segmented
          className={styles.views}
          label={text.title}
          options={views.map((value) => ({ value, label: text.views[value] }))}
          value={view}
          onChange={(value) => to({ view: value === 'z' ? undefined : value })}
        />
        {mayClose && (
          <Button variant="secondary" size="s" icon={iconCash} onClick={() => sheet.open()}>
            {text.cash}
          </Button>
        )}
      </header>
      <StaleNote of={day} />
      {view === 'report' && shown && (
        <ReportView
          storeId={shown.store.id}
          today={shown.current_date}
          {...shownIn(search, shown.current_date)}
          {...shapeIn(search)}
          onShow={({ period, on, by, isTable }) =>
            to(
              {
                ...(period !== undefined && { period: period === 'day' ? undefined : period }),
                ...(on !== undefined && { on: on === shown.current_date ? undefined : on }),
                ...(by !== undefined && { by: by === 'tender' ? undefined : by }),
                ...(isTable !== undefined && { as: isTable ? 'table' : undefined }),
              },
              true,
            )
          }
        />
      )}
      {view === 'history' && shown && (
        <HistoryView
          key={shown.store.id}
          storeId={shown.store.id}
          page={Math.max(1, Number(search['page'] ?? 1) || 1)}
          onPage={(page, replace) => to({ page: String(page) }, replace)}
          onOpen={(date) => to({ view: undefined, date })}
        />
      )}
      {(view === 'x' || view === 'z') && (
        <Pending isPending={shown === undefined} skeleton={<Skeleton height={600} />}>
          {() => {
            if (!shown) return null
            // How a close came out is also shown to staff who keep the books: they alone cannot count and open again.
            if (view === 'z' && shown.status === 'closed') {
              const mayReopen = type !== undefined && holds(type, 'reopen') && shown.date < shown.current_date
              return <ClosedView day={shown} mayReopen={mayReopen} />
            }
            return view === 'x' || !mayClose ? (
              <XView day={shown} />
            ) : (
              <CountView
                key={`${shown.store.id} ${shown.date}`}
                day={shown}
                onDate={(date) => to({ date })}
              />
            )
          }}
        </Pending>
      )}
      {sheet.isOpen && shown && <CashSheet day={shown} onClose={sheet.close} />}
    </div>
  )
}
