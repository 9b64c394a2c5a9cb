import type { StockDetail } from '@shirogane/contract/resources/brand/inventory'
import { Chip } from '@shirogane/ui/data/Chip'
import { Table, type TableColumn } from '@shirogane/ui/data/Table'
import { countText } from '../../../shared/figures/figures.ts'
import { text } from '../text.ts'
import styles from '../inventory.module.css'

type Level = StockDetail['stores'][number]
const columns: readonly TableColumn<Level>[] = [
  {
    key: 'store',
    header: text.store,
    cell: (row) => (
      <>
        {row.name} {row.own && <Chip small>{text.own}</Chip>}
      </>
    ),
  },
  ...(
    [
      ['quantity', text.columns.quantity],
      ['reserved', text.columns.reserved],
      ['available', text.columns.available],
      ['in_transit', text.inTransit],
      ['hold', text.place.hold],
      ['damaged', text.place.damaged],
    ] as const
  ).map(([key, header]) => ({
    key,
    header,
    cell: (row: Level) => countText(row[key]),
    numeric: true,
    width: '4.25rem',
  })),
]

/** Where how much of it is: staff send customers to the store that has it. */
export function Levels({ stores }: { stores: StockDetail['stores'] }) {
  return (
    <section className={styles.view} aria-label={text.perStore}>
      <h3 className={styles.subtitle}>{text.perStore}</h3>
      <div className={styles.table}>
        <Table caption={text.perStore} columns={columns} rows={stores} rowKey={(row) => row.id} />
      </div>
    </section>
  )
}
