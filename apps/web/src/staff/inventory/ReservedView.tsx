import type { Reservation } from '@shirogane/contract/resources/brand/inventory'
import { holds } from '@shirogane/contract/wire/rights'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button } from '@shirogane/ui/actions/Button'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, serverMessageOf } from '../../shell/api/api.ts'
import { listTime } from '../../shared/dates/dates.ts'
import { useGo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { staffQuery } from '../shared/queries.ts'
import { forwardCart } from '../shared/scanner/forwarded.ts'
import { Problem } from './Problem.tsx'
import { reservationsQuery } from './queries.ts'
import { text } from './text.ts'
import { useStockAct } from './use-stock-act.ts'
import type { ViewProps } from './view.ts'
import styles from './inventory.module.css'

/** Articles that are kept for customers, the next to end first. */
export function ReservedView({ staff, store }: ViewProps) {
  const list = useQuery(reservationsQuery(staff.store ? undefined : store))
  return (
    <section className={styles.view} aria-label={text.views.reserved}>
      {list.isError && <ErrorPanel message={serverMessageOf(list.error)} onRetry={() => list.refetch()} />}
      {list.isPending && <Skeleton height={240} />}
      {list.data && <Reservations items={list.data.items} />}
    </section>
  )
}

export function Reservations({ items }: { items: readonly Reservation[] }) {
  const [asking, setAsking] = useState<Reservation | null>(null)
  const { act, problem } = useStockAct('inventory.release')
  const go = useGo()
  const staff = useQuery(staffQuery()).data
  const maySell = staff?.store != null && holds(staff.type, 'sell')

  function pay(parked: Reservation['parked']): void {
    if (parked === null) return
    forwardCart(parked)
    go(paths.adminRegister())
  }

  async function release({ id }: Reservation): Promise<void> {
    await act(
      { id },
      () => call('inventory.release', { params: { id } }).then(() => true),
      () => text.released,
    )
    setAsking(null)
  }

  if (items.length === 0) return <EmptyState title={text.reservedEmpty} />
  return (
    <>
      {problem !== null && <Problem>{problem}</Problem>}
      <ul className={styles.cards}>
        {items.map((item) => (
          <li key={item.id} className={styles.card}>
            <div className={styles.cardHead}>
              <b>{item.label}</b>
              <span className={styles.faint}>{text.untilOf(listTime(item.until))}</span>
            </div>
            <ul className={styles.plain}>
              {item.lines.map((line) => (
                <li key={line.sku_id}>
                  <span>{line.name}</span>
                  <span className="figures">{text.countOf(line.quantity)}</span>
                </li>
              ))}
            </ul>
            <div className={styles.cardHead}>
              <span className={styles.faint}>{text.keptBy(item.staff)}</span>
              <span className={styles.headButtons}>
                <Button size="s" variant="secondary" onClick={() => setAsking(item)}>
                  {text.release}
                </Button>
                {item.parked !== null && maySell && (
                  <Button size="s" onClick={() => pay(item.parked)}>
                    {text.payFor}
                  </Button>
                )}
              </span>
            </div>
          </li>
        ))}
      </ul>
      <AlertDialog
        isOpen={asking !== null}
        title={text.releaseAsk}
        confirmLabel={text.release}
        cancelLabel={text.cancel}
        onConfirm={() => asking && release(asking)}
        onCancel={() => setAsking(null)}
      >
        {text.releaseEffect}
      </AlertDialog>
    </>
  )
}
