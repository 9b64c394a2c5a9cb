import { allTenders } from '@shirogane/domain/sales/tenders'
import { holds } from '@shirogane/contract/wire/rights'
import type { DayFigures, ShopDay } from '@shirogane/contract/resources/brand/days'
import { Amount } from '@shirogane/ui/data/Amount'
import { BarChart } from '@shirogane/ui/data/BarChart'
import { Card } from '@shirogane/ui/layout/Card'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Icon } from '@shirogane/ui/icons/Icon'
import { iconChev } from '@shirogane/ui/icons/icons'
import { Plate } from '@shirogane/ui/layout/Plate'
import { Select } from '@shirogane/ui/inputs/Select'
import { ShareBar, ShareMark } from '@shirogane/ui/data/ShareBar'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Output, serverMessageOf } from '../../shell/api/api.ts'
import { AppLink, useGo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { StaleNote } from '../../shared/answers/StaleNote.tsx'
import { useChosenStore } from '../shared/device/chosen-store.ts'
import { DayInput } from '../shared/forms/DayInput.tsx'
import { chooseStore } from '../shared/device/device.ts'
import { useLast } from '../shared/device/kept-in-store.ts'
import { dayQuery } from '../shared/queries.ts'
import { waitingKycQuery, waitingPayoutsQuery } from './queries.ts'
import { yenSign } from '../shared/cash/money.ts'
import { text } from './text.ts'
import styles from './Overview.module.css'

type Staff = Output<'users.employeeDetails'>

/** What the day has brought so far, for managers and head office: figures, hours, tenders, articles, and what waits. */
export function Overview({ staff }: { staff: Staff }) {
  const chosen = useChosenStore().id
  const go = useGo()
  const [asked, setDate] = useState<string>()
  const [dateOf, setDateOf] = useState(chosen)
  // Another shop begins with the day that is open there.
  if (dateOf !== chosen) {
    setDateOf(chosen)
    setDate(undefined)
  }
  const day = useQuery(dayQuery({ ...(chosen && { store_id: chosen }), ...(asked && { date: asked }) }))
  const around = useLast(day.data)
  if (day.isLoadingError)
    return <ErrorPanel message={serverMessageOf(day.error)} onRetry={() => day.refetch()} />
  if (around === undefined) return <Skeleton height={480} />
  const { stores, current_date } = around
  return (
    <div className={styles.overview}>
      <div className={styles.choice}>
        {stores.length > 1 && (
          <span className={styles.storeChoice}>
            <Select
              size="s"
              aria-label={text.store}
              value={chosen ?? around.store.id}
              onChange={(event) => {
                chooseStore(event.target.value)
                setDate(undefined)
                // One that has closed is shown by the address alone.
                go(`${paths.admin()}?store=${event.target.value}`, { replace: true, resetScroll: false })
              }}
            >
              {stores.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </span>
        )}
        <span className={styles.dateChoice}>
          <DayInput
            key={chosen}
            label={text.date}
            day={day.data?.date ?? asked ?? ''}
            max={current_date}
            onDay={setDate}
          />
        </span>
      </div>
      <StaleNote of={day} />
      {day.data === undefined ? <Skeleton height={480} /> : <Figures day={day.data} staff={staff} />}
    </div>
  )
}

function Figures({ day, staff }: { day: ShopDay; staff: Staff }) {
  const { figures, date, current_date } = day
  return (
    <>
      <div className={styles.figures}>
        <Plate low className={styles.plate}>
          <p className={styles.plateLabel}>{text.net}</p>
          <Amount value={figures.net} unit="¥" size="l" />
          <p className={styles.plateParts}>
            {text.gross} {yenSign(figures.sales.total)}　{text.refunds} {yenSign(-figures.refunds.total)}
          </p>
        </Plate>
        <dl className={styles.tiles}>
          <Tile name={text.count} value={text.items(figures.sales.count)} />
          <Tile
            name={text.average}
            value={yenSign(Math.floor(figures.sales.total / Math.max(1, figures.sales.count)))}
          />
          <Tile name={text.members} value={text.people(figures.sales.customers)} />
          <Tile name={text.deferred} value={yenSign(day.later_open.total)} />
        </dl>
      </div>
      <div className={styles.columns}>
        {figures.sales.count === 0 ? (
          <Card as="section" padded>
            <p className={styles.none}>{date === current_date ? text.noSales : text.noSalesThen}</p>
          </Card>
        ) : (
          <>
            <Card as="section" padded className={styles.block}>
              <h2 className={styles.title}>{text.byHour}</h2>
              <BarChart
                label={text.chart(figures.sales.count, figures.sales.total)}
                bars={figures.hours.map(({ hour, total }) => ({
                  key: String(hour),
                  label: String(hour),
                  value: total,
                }))}
              />
            </Card>
            <Tenders figures={figures} />
            <Card as="section" padded className={styles.block}>
              <h2 className={styles.title}>{text.goods}</h2>
              <ol className={styles.rows}>
                {figures.goods.slice(0, 5).map(({ sku_id, sku, name, quantity, total }) => (
                  <li key={sku_id ?? name} className={styles.row}>
                    <span className={styles.name}>
                      {name}
                      {sku !== null && <small className="figures">{sku}</small>}
                    </span>
                    <span className={styles.quiet}>{text.pieces(quantity)}</span>
                    <b className={styles.sum}>{yenSign(total)}</b>
                  </li>
                ))}
              </ol>
            </Card>
          </>
        )}
        <Tasks day={day} staff={staff} />
      </div>
    </>
  )
}

function Tile({ name, value }: { name: string; value: string }) {
  return (
    <Card padded className={styles.tile}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </Card>
  )
}

function Tenders({ figures }: { figures: DayFigures }) {
  const shown = allTenders.filter((tender) => figures.tenders[tender].total > 0)
  return (
    <Card as="section" padded className={styles.block}>
      <h2 className={styles.title}>{text.byTender}</h2>
      <ShareBar
        label={text.shares(
          shown
            .map((tender) => `${text.tenders[tender]} ${yenSign(figures.tenders[tender].total)}`)
            .join('、'),
        )}
        shares={allTenders.map((tone) => ({ tone, value: figures.tenders[tone].total }))}
      />
      <ul className={styles.rows}>
        {allTenders.map((tender) => (
          <li key={tender} className={styles.row}>
            <ShareMark tone={tender} />
            <span className={styles.name}>{text.tenders[tender]}</span>
            <span className={styles.quiet}>{text.items(figures.tenders[tender].count)}</span>
            <b className={styles.sum}>{yenSign(figures.tenders[tender].total)}</b>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** What waits for this person, each with the way there. */
function Tasks({ day, staff }: { day: ShopDay; staff: Staff }) {
  const reviews = holds(staff.type, 'kyc.review')
  const kyc = useQuery({ ...waitingKycQuery(), enabled: reviews })
  const pays = holds(staff.type, 'payout')
  const payouts = useQuery({ ...waitingPayoutsQuery(), enabled: pays })
  const tasks: [string, string][] = []
  if (reviews && (kyc.data?.total ?? 0) > 0) tasks.push([text.kyc(kyc.data!.total), paths.adminTab('kyc')])
  if (day.closes_with_difference > 0)
    tasks.push([
      text.differences(day.closes_with_difference),
      paths.adminClose({ view: 'history', store: day.store.id }),
    ])
  if (pays && (payouts.data?.waiting.requested ?? 0) > 0)
    tasks.push([
      text.payouts(payouts.data!.waiting.requested),
      paths.adminTab('payouts', { status: 'requested' }),
    ])
  if (pays && (payouts.data?.waiting.stops ?? 0) > 0)
    tasks.push([text.stops(payouts.data!.waiting.stops), paths.adminTab('payouts', { status: 'all' })])
  if (pays && (payouts.data?.waiting.accounts ?? 0) > 0)
    tasks.push([text.accounts(payouts.data!.waiting.accounts), paths.adminTab('payouts')])
  if (day.earlier_open !== null)
    tasks.push([text.earlier, paths.adminClose({ store: day.store.id, date: day.earlier_open })])
  return (
    <Card as="section" padded className={styles.block}>
      <h2 className={styles.title}>{text.tasks}</h2>
      {tasks.length === 0 ? (
        <p className={styles.none}>{text.noTasks}</p>
      ) : (
        <ul className={styles.rows}>
          {tasks.map(([name, to]) => (
            <li key={to}>
              <AppLink to={to} className={styles.task}>
                <span className={styles.name}>{name}</span>
                <Icon shape={iconChev} size={18} />
              </AppLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
