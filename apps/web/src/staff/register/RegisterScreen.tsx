import { holds } from '@shirogane/contract/wire/rights'
import { Button } from '@shirogane/ui/actions/Button'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Pending, Skeleton } from '@shirogane/ui/states/Skeleton'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { serverMessageOf } from '../../shell/api/api.ts'
import { lazyPart } from '../../shell/navigation/chunks.ts'
import { useSearchParam, useSheet } from '../../shell/navigation/navigation.tsx'
import { useRegisterChoice } from '../shared/device/device.ts'
import { registerTermsQuery, staffQuery } from '../shared/queries.ts'
import { onCodeKept } from '../shared/scanner/scanner.ts'
import { useKeysAhead } from '../shared/scanner/use-scanner.ts'
import { DrawerSheet } from './devices/DrawerSheet.tsx'
import { Help } from './layout/Help.tsx'
import { RefundScreen, useRegisterMode } from './modes.tsx'
import { Register } from './Register.tsx'
import styles from './RegisterScreen.module.css'
import { text } from './text.ts'
import { useOnlyTab } from './use-only-tab.ts'

const CustomerDisplay = lazyPart(() => import('./devices/CustomerDisplay.tsx'), 'CustomerDisplay')

type StoreRegister = { id: string; number: number; name: string }

const keptMs = 3_000
const noRegisters: readonly StoreRegister[] = []

/** Finds out which register this device is, and opens what the address asks of it. */
export default function RegisterScreen() {
  const staff = useQuery(staffQuery())
  const terms = useQuery(registerTermsQuery())
  // What the day still lacks stands above the register: it is waited for, so that nothing moves when it comes, but for
  // one answer only, as a sale needs none of it.
  const isAwaited = terms.isLoading && terms.failureCount === 0
  const registers = staff.data?.store?.registers ?? noRegisters
  const chosen = useRegisterChoice(registers)
  const { key, Screen } = useRegisterMode()
  const view = useSearchParam('view')
  const drawer = useSheet('drawer')
  const toast = useToast()
  useEffect(() => onCodeKept(() => toast({ message: text.readAhead, duration: keptMs })), [toast])
  if (staff.isLoadingError) {
    return <ErrorPanel message={serverMessageOf(staff.error)} onRetry={() => staff.refetch()} />
  }
  return (
    <Pending isPending={staff.isPending || isAwaited} skeleton={<LayoutSkeleton />}>
      {() => {
        if (staff.data?.store == null) {
          if (staff.data === undefined || key !== 'refund' || !holds(staff.data.type, 'refund'))
            return <EmptyState title={text.noStore} />
          return (
            <Suspense fallback={<LayoutSkeleton />}>
              <RefundScreen registerId={null} />
            </Suspense>
          )
        }
        if (chosen === null) return <EmptyState title={text.noRegister} />
        if (view === 'customer') {
          return (
            <Suspense fallback={null}>
              <CustomerDisplay registerId={chosen.id} />
            </Suspense>
          )
        }
        if (staff.data.store.needs_device) return <NotEnrolled mayEnrol={holds(staff.data.type, 'devices')} />
        return (
          <>
            {Screen === null ? (
              <InOneTab key={chosen.id} registerId={chosen.id} />
            ) : (
              <Suspense key={key} fallback={<LayoutSkeleton />}>
                <Screen key={chosen.id} registerId={chosen.id} />
              </Suspense>
            )}
            {drawer.isOpen && <DrawerSheet registerId={chosen.id} onClose={drawer.close} />}
            <Help />
          </>
        )
      }}
    </Pending>
  )
}

/** The brand sells on enrolled devices alone, and this is none. What is in its cart waits. */
function NotEnrolled({ mayEnrol }: { mayEnrol: boolean }) {
  const device = useSheet('device')
  return (
    <EmptyState
      title={text.noDevice}
      action={mayEnrol && <Button onClick={() => device.open()}>{text.enrolDevice}</Button>}
    >
      {mayEnrol ? text.noDeviceOwn : text.noDeviceNote}
    </EmptyState>
  )
}

/** The register before anything is known: where things will stand. */
function LayoutSkeleton() {
  useKeysAhead(true)
  return (
    <div className={styles.layout}>
      <div className={styles.blocks}>
        <Skeleton height={52} />
        <Skeleton height={320} />
      </div>
      <div className={styles.blocks}>
        <Skeleton height={52} />
        <Skeleton height={94} />
        <Skeleton height={360} />
      </div>
    </div>
  )
}

function InOneTab({ registerId }: { registerId: string }) {
  const { isMine, takeOver } = useOnlyTab(registerId)
  if (isMine === null) return <LayoutSkeleton />
  if (isMine) return <Register registerId={registerId} />
  return (
    <EmptyState title={text.otherTab} action={<Button onClick={takeOver}>{text.useHere}</Button>}>
      {text.otherTabNote}
    </EmptyState>
  )
}
