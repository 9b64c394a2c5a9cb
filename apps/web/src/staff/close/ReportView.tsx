import { allTenders } from '@shirogane/domain/sales/tenders'
import { departmentNames } from '@shirogane/contract/terms/day-words'
import type { DayFigures, PeriodReport } from '@shirogane/contract/resources/brand/days'
import { Amount } from '@shirogane/ui/data/Amount'
import { BarChart } from '@shirogane/ui/data/BarChart'
import { Button } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { formatAmount } from '@shirogane/ui/data/format-amount'
import { iconPrint } from '@shirogane/ui/icons/icons-staff'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { Table, type TableColumn } from '@shirogane/ui/data/Table'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { createPortal } from 'react-dom'
import { messageOf, serverMessageOf } from '../../shell/api/api.ts'
import { detailDate, shortDate } from '../../shared/dates/dates.ts'
import { countText } from '../../shared/figures/figures.ts'
import { reportQuery, saveSheet } from './queries.ts'
import { type Period, periodOf, periods, shiftDate } from './periods.ts'
import { yenSign } from '../shared/cash/money.ts'
import { type SortValues, useSorted } from '../shared/lists/use-sorted.ts'
import { text } from './text.ts'
import paper from '../shared/paper/paper.module.css'
import styles from './close.module.css'

const bys = ['tender', 'department', 'staff', 'hour'] as const
type By = (typeof bys)[number]
type Shown = { period: Period; on: string; by: By; isTable: boolean }

/** How the address asks for a report to be shown. */
export const shapeIn = (
  search: Readonly<Record<string, string | undefined>>,
): Pick<Shown, 'by' | 'isTable'> => ({
  by: bys.find((name) => name === search['by']) ?? 'tender',
  isTable: search['as'] === 'table',
})
type Part = { key: string; name: string; count: number; total: number }

/** What a day, a week or a month came to, beside the one before it: as pictures, as a table, on paper and as a file. */
export function ReportView({
  storeId,
  today,
  period,
  on,
  by,
  isTable,
  onShow,
}: Shown & {
  storeId: string
  today: string
  onShow: (change: Partial<Shown>) => void
}) {
  const { from, until } = periodOf(period, on)
  const asked = useQuery(reportQuery({ store_id: storeId, from, until }))
  const toast = useToast()
  if (asked.isLoadingError)
    return <ErrorPanel message={serverMessageOf(asked.error)} onRetry={() => asked.refetch()} />
  const report = asked.data
  const save = async () => {
    try {
      await saveSheet('admin.dayReportCsv', { store_id: storeId, from, until }, `sales_${from}_${until}.csv`)
    } catch (error) {
      toast({ message: messageOf(error), kind: 'error', duration: 5_000 })
    }
  }
  return (
    <div className={styles.wide}>
      <div className={styles.reportBar}>
        <Segmented
          label={text.period}
          options={periods.map((value) => ({ value, label: text.periods[value] }))}
          value={period}
          onChange={(value) => onShow({ period: value })}
        />
        <div className={styles.turn}>
          <Button variant="secondary" size="s" onClick={() => onShow({ on: shiftDate(period, on, -1) })}>
            {text.before}
          </Button>
          <b className="figures">
            {from === until ? detailDate(from) : `${detailDate(from)}〜${detailDate(until)}`}
          </b>
          <Button
            variant="secondary"
            size="s"
            disabled={until >= today}
            onClick={() => onShow({ on: shiftDate(period, on, 1) })}
          >
            {text.after}
          </Button>
        </div>
        <span className={styles.gap} />
        <Button variant="quiet" size="s" onClick={() => onShow({ isTable: !isTable })}>
          {isTable ? text.asChart : text.asTable}
        </Button>
        <Button variant="secondary" size="s" icon={iconPrint} onClick={() => window.print()}>
          {text.print}
        </Button>
        <Button variant="quiet" size="s" onClick={save}>
          {text.csv}
        </Button>
      </div>
      {report === undefined ? (
        <Skeleton height={480} />
      ) : (
        <>
          <Compared report={report} />
          {report.figures.sales.count === 0 && report.figures.refunds.count === 0 ? (
            <EmptyState title={text.noReport} />
          ) : (
            <div className={styles.two}>
              <Card as="section" className={styles.pane}>
                <h2 className={styles.paneTitle}>{period === 'day' ? text.byHour : text.byDay}</h2>
                {isTable ? (
                  <Table
                    caption={text.byDay}
                    columns={dayColumns}
                    rows={daysOf(report)}
                    rowKey={({ key }) => key}
                  />
                ) : (
                  <Chart report={report} period={period} />
                )}
              </Card>
              <Card as="section" className={styles.pane}>
                <Segmented
                  label={text.by}
                  options={bys.map((value) => ({
                    value,
                    label: text.bys[value],
                  }))}
                  value={by}
                  onChange={(value) => onShow({ by: value })}
                />
                <Parts key={by} by={by} figures={report.figures} />
              </Card>
            </div>
          )}
          <Printed report={report} />
        </>
      )}
    </div>
  )
}

function Compared({ report }: { report: PeriodReport }) {
  const { figures, before } = report
  const pairs = [
    { name: text.net, now: figures.net, earlier: before.figures.net, unit: '¥' as const },
    { name: text.gross, now: figures.sales.total, earlier: before.figures.sales.total, unit: '¥' as const },
    {
      name: text.refunds,
      now: figures.refunds.total,
      earlier: before.figures.refunds.total,
      unit: '¥' as const,
    },
    {
      name: text.average,
      now: Math.floor(figures.sales.total / Math.max(1, figures.sales.count)),
      earlier: Math.floor(before.figures.sales.total / Math.max(1, before.figures.sales.count)),
      unit: '¥' as const,
    },
  ]
  return (
    <dl className={styles.tiles}>
      {pairs.map(({ name, now, earlier, unit }) => (
        <Card key={name} padded className={styles.tile}>
          <dt>{name}</dt>
          <dd>
            <Amount value={now} unit={unit} size="m" />
          </dd>
          <dd className={styles.compared}>
            {text.compared} {yenSign(earlier)}（{formatAmount(now - earlier, '¥', 'always')}）
          </dd>
        </Card>
      ))}
      <Card padded className={styles.tile}>
        <dt>{text.countHead}</dt>
        <dd className={styles.tileFigure}>{text.items(figures.sales.count)}</dd>
        <dd className={styles.compared}>
          {text.compared} {text.items(before.figures.sales.count)}
        </dd>
      </Card>
    </dl>
  )
}

function Chart({ report, period }: { report: PeriodReport; period: Period }) {
  const { figures, days, from, until } = report
  if (period === 'day') {
    return (
      <BarChart
        label={text.chart(figures.sales.count, figures.sales.total)}
        bars={figures.hours.map(({ hour, total }) => ({
          key: String(hour),
          label: String(hour),
          value: total,
        }))}
      />
    )
  }
  const byDate = new Map(days.map((day) => [day.date, day]))
  const dates: string[] = []
  for (let date = from; date <= until; date = shiftDate('day', date, 1)) dates.push(date)
  return (
    <BarChart
      label={text.chartDays(dates.length, figures.sales.total)}
      labelEvery={period === 'month' ? 5 : 1}
      bars={dates.map((date) => ({
        key: date,
        label:
          period === 'week'
            ? shortDate(date).replace(/\(.*/, '')
            : String(Number.parseInt(date.slice(8), 10)),
        value: byDate.get(date)?.total ?? 0,
      }))}
    />
  )
}

type DayRow = { key: string; name: string; count: number; total: number; refunds: number; net: number }
const dayColumns: readonly TableColumn<DayRow>[] = [
  { key: 'name', header: text.date, cell: ({ name }) => <span className="figures">{name}</span> },
  { key: 'count', header: text.countHead, cell: ({ count }) => text.items(count), numeric: true },
  { key: 'total', header: text.gross, cell: ({ total }) => yenSign(total), numeric: true },
  { key: 'refunds', header: text.refunds, cell: ({ refunds }) => yenSign(-refunds), numeric: true },
  { key: 'net', header: text.net, cell: ({ net }) => yenSign(net), numeric: true },
]
function daysOf({ days, figures }: PeriodReport): DayRow[] {
  return [
    ...days.map(({ date, closed, ...sums }) => ({
      key: date,
      name: closed ? detailDate(date) : `${detailDate(date)} ${text.unclosed}`,
      ...sums,
    })),
    {
      key: 'total',
      name: text.total,
      count: figures.sales.count,
      total: figures.sales.total,
      refunds: figures.refunds.total,
      net: figures.net,
    },
  ]
}

const sortValues: SortValues<Part> = { count: ({ count }) => count, total: ({ total }) => total }

function Parts({ by, figures }: { by: By; figures: DayFigures }) {
  return (
    <Table
      caption={text.bys[by]}
      columns={partColumns(by, figures.sales.total)}
      {...useSorted(partsOf(figures, by), sortValues)}
      rowKey={({ key }) => key}
    />
  )
}

const shareOf = (part: number, whole: number): string =>
  `${String(Math.floor((part * 100) / Math.max(1, whole)))}%`

function partColumns(by: By, whole: number): readonly TableColumn<Part>[] {
  return [
    { key: 'name', header: text.bys[by], cell: ({ name }) => name },
    {
      key: 'count',
      header: by === 'department' ? text.quantity : text.countHead,
      cell: ({ count }) => countText(count),
      numeric: true,
      sortable: true,
    },
    { key: 'total', header: text.gross, cell: ({ total }) => yenSign(total), numeric: true, sortable: true },
    {
      key: 'share',
      header: text.share,
      cell: ({ total }) => shareOf(total, whole),
      numeric: true,
    },
  ]
}

function partsOf(figures: DayFigures, by: By): Part[] {
  switch (by) {
    case 'tender':
      return allTenders.map((tender) => ({
        key: tender,
        name: text.tenders[tender],
        ...figures.tenders[tender],
      }))
    case 'department':
      return figures.departments.map(({ department, quantity, total }) => ({
        key: department,
        name: departmentNames[department as keyof typeof departmentNames] ?? department,
        count: quantity,
        total,
      }))
    case 'staff':
      return figures.employees.map(({ employee, count, total }) => ({
        key: employee.id,
        name: employee.name,
        count,
        total,
      }))
    case 'hour':
      return figures.hours.map(({ hour, count, total }) => ({
        key: String(hour),
        name: `${String(hour)}:00`,
        count,
        total,
      }))
  }
}

/** The same on a sheet of paper. */
function Printed({ report }: { report: PeriodReport }) {
  const { store, from, until, figures } = report
  return createPortal(
    <div className={`${paper.printed ?? ''} ${paper.wide ?? ''}`}>
      <h1 className={paper.title}>
        {store.name}　{from === until ? detailDate(from) : `${detailDate(from)}〜${detailDate(until)}`}
      </h1>
      <table className={paper.table}>
        <thead>
          <tr>
            {dayColumns.map(({ key, header }) => (
              <th key={key}>{header}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {daysOf(report).map((row) => (
            <tr key={row.key}>
              <td>{row.name}</td>
              <td>{text.items(row.count)}</td>
              <td>{yenSign(row.total)}</td>
              <td>{yenSign(-row.refunds)}</td>
              <td>{yenSign(row.net)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {(['tender', 'department', 'staff', 'hour'] as const).map((by) => (
        <table key={by} className={paper.table}>
          <thead>
            <tr>
              {partColumns(by, figures.sales.total).map(({ key, header }) => (
                <th key={key}>{header}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {partsOf(figures, by).map(({ key, name, count, total }) => (
              <tr key={key}>
                <td>{name}</td>
                <td>{countText(count)}</td>
                <td>{yenSign(total)}</td>
                <td>{shareOf(total, figures.sales.total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>,
    document.body,
  )
}
