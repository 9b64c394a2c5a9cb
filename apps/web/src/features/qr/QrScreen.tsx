import { Suspense, lazy, useEffect } from 'react'
import { loadChunk } from '../../lib/chunks.ts'
import { useSearchParam, useSheet } from '../../lib/navigation.tsx'
import { useSession, whoIs } from '../../lib/session.ts'
import { PayCodeView } from './PayCodeView.tsx'

const loadEnlarged = () =>
  import('./EnlargedCode.tsx').then(({ EnlargedCode }) => ({ default: EnlargedCode }))
const loadDone = () => import('./DoneView.tsx').then(({ DoneView }) => ({ default: DoneView }))
const EnlargedCode = lazy(() => loadChunk(loadEnlarged))
const DoneView = lazy(() => loadChunk(loadDone))
const GuestPay = lazy(() =>
  loadChunk(() => import('./GuestPay.tsx').then(({ GuestPay }) => ({ default: GuestPay }))),
)
const FailedSheet = lazy(() =>
  loadChunk(() => import('./FailedSheet.tsx').then(({ FailedSheet }) => ({ default: FailedSheet }))),
)

/** What a code leads to is fetched once it stands there: nobody at a till should look at an empty page meanwhile. */
const aheadMs = 2_000

export default function QrScreen() {
  const who = whoIs(useSession())
  const isMember = who === 'member'
  useEffect(() => {
    if (!isMember) return undefined
    const timer = setTimeout(() => {
      if (!navigator.onLine) return
      for (const load of [loadEnlarged, loadDone]) load().catch(() => {})
    }, aheadMs)
    return () => clearTimeout(timer)
  }, [isMember])
  const view = useSearchParam('view')
  const id = useSearchParam('id')
  const failed = useSheet('failed')
  if (!isMember) {
    return (
      <Suspense>
        <GuestPay />
      </Suspense>
    )
  }
  if (view === 'done' && id !== undefined) {
    return (
      <Suspense>
        <DoneView id={id} />
      </Suspense>
    )
  }
  if (view === 'qr' || view === 'barcode') {
    return (
      <Suspense>
        <EnlargedCode kind={view} />
      </Suspense>
    )
  }
  return (
    <>
      <PayCodeView />
      <Suspense>{failed.isOpen && <FailedSheet onClose={failed.close} />}</Suspense>
    </>
  )
}
