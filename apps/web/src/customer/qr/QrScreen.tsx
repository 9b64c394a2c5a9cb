import { Suspense, useEffect } from 'react'
import { lazyPart } from '../../shell/navigation/chunks.ts'
import { useSearchParam, useSheet } from '../../shell/navigation/navigation.tsx'
import { useSession, whoIs } from '../../shell/session/session.ts'
import { PayCodeView } from './PayCodeView.tsx'

const loadEnlarged = () => import('./EnlargedCode.tsx')
const loadDone = () => import('./DoneView.tsx')
const EnlargedCode = lazyPart(loadEnlarged, 'EnlargedCode')
const DoneView = lazyPart(loadDone, 'DoneView')
const GuestPay = lazyPart(() => import('./GuestPay.tsx'), 'GuestPay')
const FailedSheet = lazyPart(() => import('./FailedSheet.tsx'), 'FailedSheet')

/**
 * What a code leads to is fetched once it stands there, so that no customer at a register looks at an empty page
 * meanwhile.
 */
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
