import { FilterChips } from '@shirogane/ui/inputs/FilterChips'
import { useQuery } from '@tanstack/react-query'
import { useGo, useSearchParam } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { useChosenStore } from '../shared/device/chosen-store.ts'
import { staffQuery } from '../shared/queries.ts'
import { CountView } from './CountView.tsx'
import { ReceiveView } from './ReceiveView.tsx'
import { ReservedView } from './ReservedView.tsx'
import { StockList } from './StockList.tsx'
import { text } from './text.ts'
import { TransferView } from './TransferView.tsx'
import styles from './inventory.module.css'

const views = {
  stock: StockList,
  receive: ReceiveView,
  transfer: TransferView,
  count: CountView,
  reserved: ReservedView,
} as const
type ViewName = keyof typeof views

/** What a shop has, and everything that is done with it. */
// oxlint-disable-next-line import/no-default-export -- the router loads a screen by its default export
export default function InventoryScreen() {
  const go = useGo()
  const asked = useSearchParam('view')
  const store = useChosenStore().id
  const name: ViewName = asked !== undefined && asked in views ? (asked as ViewName) : 'stock'
  const staff = useQuery(staffQuery())
  const View = views[name]
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h2 className={styles.title}>{text.title}</h2>
        <FilterChips<ViewName>
          label={text.view}
          options={(Object.keys(views) as ViewName[]).map((value) => ({ value, label: text.views[value] }))}
          value={name}
          onChange={(view) => go(paths.adminInventory(undefined, { view, store }), { resetScroll: false })}
        />
      </header>
      {staff.data && <View staff={staff.data} store={store} />}
    </div>
  )
}
