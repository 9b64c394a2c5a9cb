import { Amount } from '@shirogane/ui/Amount'
import { Button } from '@shirogane/ui/Button'
import { Card } from '@shirogane/ui/Card'
import { ErrorPanel } from '@shirogane/ui/ErrorPanel'
import { iconCheck } from '@shirogane/ui/icons'
import { iconPrint } from '@shirogane/ui/icons-staff'
import { Icon } from '@shirogane/ui/Icon'
import { Plate } from '@shirogane/ui/Plate'
import { Skeleton } from '@shirogane/ui/Skeleton'
import { useAnnounce } from '@shirogane/ui/use-announce'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { serverMessageOf } from '../../../../lib/api.ts'
import { useGo } from '../../../../lib/navigation.tsx'
import { paths } from '../../../../lib/paths.ts'
import { transactionQuery } from '../../../../lib/queries.ts'
import { TillReceipt } from '../../TillReceipt.tsx'
import { useScanner } from '../../use-scanner.ts'
import { text } from './text.ts'
import styles from './refund.module.css'

/** The refund in the server's own figures: what to hand over above all. It is read again after a reload. */
export function ReturnDone({ id }: { id: string }) {
  const go = useGo()
  const [isPaper, setPaper] = useState(false)
  const announce = useAnnounce()
  const next = useRef<HTMLButtonElement>(null)
  const query = useQuery(transactionQuery(id))
  const refund = query.data
  const isThere = refund !== undefined
  useScanner({
    onScan: (code) => go(paths.adminRegister('refund', { q: code, date: 'all' })),
    onTyped: () => () => {},
  })
  useEffect(() => {
    if (!isThere) return
    announce(text.done, 'assertive')
    next.current?.focus()
  }, [announce, isThere])
  if (query.isError)
    return <ErrorPanel message={serverMessageOf(query.error)} onRetry={() => query.refetch()} />
  if (refund === undefined) return <Skeleton height={420} />
  const cash = refund.refund?.cash ?? 0
  const card = refund.refund?.card ?? 0
  return (
    <div className={styles.done}>
      <Card className={styles.doneCard}>
        <h2 className={styles.doneTitle}>
          <Icon shape={iconCheck} size={24} />
          {text.done}
        </h2>
        <Plate low className={styles.plate}>
          <p className={styles.plateLabel}>{cash > 0 ? text.giveCash : text.amount}</p>
          <Amount value={cash > 0 ? cash : refund.spent_total} unit="¥" size="hero" />
        </Plate>
        {card > 0 && (
          <p className={styles.terminal}>
            {text.giveCard} <Amount value={card} unit="¥" size="row" />
          </p>
        )}
        <p className={styles.message}>{refund.message}</p>
        <p className={styles.small}>
          {text.number} <span className="figures">{refund.number}</span>
        </p>
        <Button variant="secondary" block icon={iconPrint} onClick={() => setPaper(true)}>
          {text.receipt}
        </Button>
        <div className={styles.two}>
          <Button variant="secondary" onClick={() => go(paths.adminRegister('refund'))}>
            {text.another}
          </Button>
          <Button ref={next} onClick={() => go(paths.adminRegister())}>
            {text.toSale}
          </Button>
        </div>
      </Card>
      {isPaper && <TillReceipt id={refund.id} start="print" onClose={() => setPaper(false)} />}
    </div>
  )
}
