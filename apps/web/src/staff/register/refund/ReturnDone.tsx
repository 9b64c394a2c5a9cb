import { counterTenders, exactTenders, sumOver } from '@shirogane/domain/sales/tenders'
import type { Transaction } from '@shirogane/contract/resources/shapes'
import { waysOf } from '@shirogane/contract/rules/ways'
import { Amount } from '@shirogane/ui/data/Amount'
import { Button } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { iconCheck } from '@shirogane/ui/icons/icons'
import { iconPrint } from '@shirogane/ui/icons/icons-staff'
import { Icon } from '@shirogane/ui/icons/Icon'
import { Plate } from '@shirogane/ui/layout/Plate'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useAnnounce } from '@shirogane/ui/overlays/use-announce'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { serverMessageOf } from '../../../shell/api/api.ts'
import { useGo } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { transactionQuery } from '../../../shell/queries/queries.ts'
import { ReplayStrip, useReplayed } from '../../../shared/answers/Replayed.tsx'
import { RegisterReceipt } from '../../shared/paper/RegisterReceipt.tsx'
import { forwardCode } from '../../shared/scanner/forwarded.ts'
import { useScanner } from '../../shared/scanner/use-scanner.ts'
import { isPayCode } from '../../shared/scanner/code.ts'
import { GiveBack } from './GiveBack.tsx'
import { text } from './text.ts'
import styles from './refund.module.css'

/** The refund in the server's own figures: what to hand over above all. It is read again after a reload. */
export function ReturnDone({ id, isAtRegister }: { id: string; isAtRegister: boolean }) {
  const go = useGo()
  const isReplayed = useReplayed()
  const [isPaper, setPaper] = useState(false)
  const announce = useAnnounce()
  const next = useRef<HTMLButtonElement>(null)
  const query = useQuery(transactionQuery(id))
  const refund = query.data
  const said = refund === undefined ? null : isWithoutMoney(refund) ? text.doneAlone : text.done
  useScanner({
    onScan: (code) => {
      if (isPayCode(code) && !isAtRegister) return
      // The next customer holds out their phone; a misread code is told at the register as well.
      if (isPayCode(code)) forwardCode(code)
      go(isPayCode(code) ? paths.adminRegister() : paths.adminRegister('refund', { q: code, date: 'all' }))
    },
    onTyped: () => () => {},
  })
  useEffect(() => {
    if (said === null) return
    announce(said, 'assertive')
    next.current?.focus()
  }, [announce, said])
  if (query.isLoadingError)
    return <ErrorPanel message={serverMessageOf(query.error)} onRetry={() => query.refetch()} />
  if (refund === undefined) return <Skeleton height={420} />
  const { balance, cash, later, ...ways } = waysOf(refund)
  const shown =
    cash > 0
      ? { label: text.giveCash, value: cash }
      : isWithoutMoney(refund)
        ? { label: text.owedLess, value: later }
        : {
            label: text.amount,
            value: later > 0 ? balance + sumOver(exactTenders, ways) : refund.spent_total,
          }
  return (
    <div className={styles.done}>
      <Card className={styles.doneCard}>
        {isReplayed && <ReplayStrip movement={refund} />}
        <h2 className={styles.doneTitle}>
          <Icon shape={iconCheck} size={24} />
          {said}
        </h2>
        <Plate low className={styles.plate}>
          <p className={styles.plateLabel}>{shown.label}</p>
          <Amount value={shown.value} unit="¥" size="hero" />
        </Plate>
        <GiveBack amounts={ways} />
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
          {isAtRegister ? (
            <Button ref={next} onClick={() => go(paths.adminRegister())}>
              {text.toSale}
            </Button>
          ) : (
            <Button ref={next} onClick={() => go(paths.adminTab('transactions'))}>
              {text.toSales}
            </Button>
          )}
        </div>
      </Card>
      {isPaper && <RegisterReceipt id={refund.id} start="print" onClose={() => setPaper(false)} />}
    </div>
  )
}

/** Of what was deferred the debt shrinks, and no money goes back beside it; points may. */
function isWithoutMoney(refund: Transaction): boolean {
  const ways = waysOf(refund)
  return ways.later > 0 && ways.balance + sumOver(counterTenders, ways) === 0
}
