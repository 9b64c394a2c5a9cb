import { type ComponentProps, lazy, Suspense } from 'react'
import { loadChunk } from '../../lib/chunks.ts'

const Sheet = lazy(() =>
  loadChunk(() =>
    import('./register/receipt/TillReceiptSheet.tsx').then(({ TillReceiptSheet }) => ({
      default: TillReceiptSheet,
    })),
  ),
)

/** The paper of a movement, for every part of the staff's area that hands one out. */
export function TillReceipt(props: ComponentProps<typeof Sheet>) {
  return (
    <Suspense>
      <Sheet {...props} />
    </Suspense>
  )
}
