import { Suspense, lazy } from 'react'
import { loadChunk } from '../../lib/chunks.ts'
import { useSearchParam, useSheet } from '../../lib/navigation.tsx'
import { useSession, whoIs } from '../../lib/session.ts'
import { PayCodeView } from './PayCodeView.tsx'

const EnlargedCode = lazy(() =>
  loadChunk(() => import('./EnlargedCode.tsx').then(({ EnlargedCode }) => ({ default: EnlargedCode }))),
)
const DoneView = lazy(() =>
  loadChunk(() => import('./DoneView.tsx').then(({ DoneView }) => ({ default: DoneView }))),
)
const GuestPay = lazy(() =>
  loadChunk(() => import('./GuestPay.tsx').then(({ GuestPay }) => ({ default: GuestPay }))),
)
const FailedSheet = lazy(() =>
  loadChunk(() => import('./FailedSheet.tsx').then(({ FailedSheet }) => ({ default: FailedSheet }))),
)

export default function QrScreen() {
  const who = whoIs(useSession())
  const view = useSearchParam('view')
  const id = useSearchParam('id')
  const failed = useSheet('failed')
  if (who !== 'member') {
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
