import type { StockDetail } from '@shirogane/contract/resources/brand/inventory'
import { holds } from '@shirogane/contract/wire/rights'
import { Button } from '@shirogane/ui/actions/Button'
import { ButtonLink } from '@shirogane/ui/actions/Button'
import { Chip } from '@shirogane/ui/data/Chip'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { iconPhoto } from '@shirogane/ui/icons/icons'
import { iconPrint } from '@shirogane/ui/icons/icons-staff'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Output, serverMessageOf } from '../../../shell/api/api.ts'
import { gramsText } from '../../../shared/figures/figures.ts'
import { yenText } from '../../../shared/money/money.ts'
import {
  linkTo,
  useGo,
  usePathParam,
  useSearchParam,
  useSheet,
} from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { isUnknownId } from '../../../shell/api/unknown-id.ts'
import { useChosenStore } from '../../shared/device/chosen-store.ts'
import { staffQuery } from '../../shared/queries.ts'
import { ArticlePicture } from '../../shared/articles/ArticlePicture.tsx'
import { AdjustSheet } from './AdjustSheet.tsx'
import { LabelSheet } from './LabelSheet.tsx'
import { Levels } from './Levels.tsx'
import { Moves } from './Moves.tsx'
import { PhotoSheet } from './PhotoSheet.tsx'
import { stockQuery } from '../queries.ts'
import { ReorderPoint } from './ReorderPoint.tsx'
import { ReserveSheet } from './ReserveSheet.tsx'
import { Reservations } from '../ReservedView.tsx'
import { SalesLine } from './SalesLine.tsx'
import { stateTones } from '../StockList.tsx'
import { text } from '../text.ts'
import styles from '../inventory.module.css'

type Tab = keyof typeof text.tabs
type Staff = Output<'users.employeeDetails'>

/** One article: where how much of it is, what became of it, and what it is. */
// oxlint-disable-next-line import/no-default-export -- the router loads a screen by its default export
export default function ItemScreen() {
  const id = usePathParam('id') ?? ''
  const store = useChosenStore().id
  const staff = useQuery(staffQuery())
  // Whose stock it is depends on who asks.
  const item = useQuery({ ...stockQuery(id, store), enabled: !staff.isPending })
  const toList = linkTo(paths.adminInventory(undefined, { store }))
  const isUnknown = isUnknownId(item.error)
  return (
    <div className={styles.screen}>
      {isUnknown && (
        <EmptyState
          picture="ring"
          title={text.notFound}
          action={
            <ButtonLink variant="secondary" size="s" render={toList}>
              {text.toList}
            </ButtonLink>
          }
        />
      )}
      {item.isError && !isUnknown && (
        <ErrorPanel message={serverMessageOf(item.error)} onRetry={() => item.refetch()} />
      )}
      {item.isPending && <Skeleton height={420} />}
      {item.data && staff.data && <Item item={item.data} staff={staff.data} store={store} />}
    </div>
  )
}

function Item({ item, staff, store }: { item: StockDetail; staff: Staff; store: string | undefined }) {
  const go = useGo()
  const asked = useSearchParam('tab')
  const tab: Tab = asked !== undefined && asked in text.tabs ? (asked as Tab) : 'stock'
  const adjust = useSheet('adjust')
  const reserve = useSheet('reserve')
  const [hasLabels, setLabels] = useState(false)
  const [hasPhoto, setPhoto] = useState(false)
  const mayPhoto = holds(staff.type, 'catalogue.photo')
  const acting = staff.store?.id ?? item.stores.find((one) => one.id === store)?.id ?? null
  return (
    <>
      <header className={styles.itemHead}>
        <ArticlePicture picture={item.picture} photo={item.photo?.tile ?? null} size={64} />
        <div className={styles.names}>
          <h2 className={styles.title}>{item.name}</h2>
          <span className={styles.sku}>
            {item.sku}　{yenText(item.price)}
          </span>
        </div>
        {item.stocked && <Chip tone={stateTones[item.state]}>{text.states[item.state]}</Chip>}
        <div className={styles.headButtons}>
          {item.stocked && acting !== null && (
            <>
              <Button size="s" onClick={() => adjust.open()}>
                {text.adjust}
              </Button>
              <Button size="s" variant="secondary" onClick={() => reserve.open()}>
                {text.reserve}
              </Button>
            </>
          )}
          {(mayPhoto || item.photo !== null) && (
            <Button size="s" variant="secondary" icon={iconPhoto} onClick={() => setPhoto(true)}>
              {text.photo}
            </Button>
          )}
          <Button size="s" variant="secondary" icon={iconPrint} onClick={() => setLabels(true)}>
            {text.label}
          </Button>
        </div>
      </header>
      <Segmented<Tab>
        label={text.tab}
        options={(Object.keys(text.tabs) as Tab[]).map((value) => ({ value, label: text.tabs[value] }))}
        value={tab}
        onChange={(value) =>
          go(paths.adminInventory(item.id, { store, tab: value }), { replace: true, resetScroll: false })
        }
      />
      {tab === 'stock' && (
        <div className={styles.two}>
          <section className={styles.view}>
            {item.stocked ? (
              <Levels stores={item.stores} />
            ) : (
              <p className={styles.hint}>{text.notStocked}</p>
            )}
            {item.stocked && acting !== null && holds(staff.type, 'stock.count') && (
              <ReorderPoint
                key={`${acting} ${String(item.reorder_point)}`}
                id={item.id}
                store={acting}
                value={item.reorder_point}
              />
            )}
            {item.reservations.length > 0 && (
              <>
                <h3 className={styles.subtitle}>{text.views.reserved}</h3>
                <Reservations items={item.reservations} />
              </>
            )}
          </section>
          <SalesLine sales={item.sales} />
        </div>
      )}
      {tab === 'moves' && <Moves key={store} id={item.id} store={staff.store ? undefined : store} />}
      {tab === 'info' && (
        <dl className={styles.facts}>
          <Fact label={text.code} value={item.sku} />
          <Fact label={text.barcode} value={item.barcode} />
          <Fact label={text.category} value={text.categories[item.category]} />
          <Fact label={text.price} value={yenText(item.price)} />
          <Fact label={text.tax} value={`${String(item.tax_rate / 100)}%`} />
          {item.fineness !== null && <Fact label={text.fineness} value={`${String(item.fineness)}‰`} />}
          {item.weight_mg !== null && <Fact label={text.weight} value={gramsText(item.weight_mg)} />}
          {item.size !== null && <Fact label={text.size} value={item.size} />}
        </dl>
      )}
      {adjust.isOpen && acting !== null && <AdjustSheet item={item} store={acting} onClose={adjust.close} />}
      {reserve.isOpen && acting !== null && (
        <ReserveSheet item={item} store={acting} onClose={reserve.close} />
      )}
      {hasPhoto && <PhotoSheet item={item} mayChange={mayPhoto} onClose={() => setPhoto(false)} />}
      {hasLabels && (
        <LabelSheet
          labels={[{ ...item, copies: Math.max(1, item.quantity) }]}
          onClose={() => setLabels(false)}
        />
      )}
    </>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  )
}
