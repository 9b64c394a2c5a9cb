import { type ComponentProps, lazy, Suspense } from 'react'
import { loadChunk } from '../../lib/chunks.ts'

const ApprovalSheet = lazy(() =>
  loadChunk(() =>
    import('./approvals/ApprovalSheet.tsx').then(({ ApprovalSheet: Sheet }) => ({ default: Sheet })),
  ),
)

/** The question to a second person, for every part of the staff's area that may need one. */
export function AskApproval(props: ComponentProps<typeof ApprovalSheet>) {
  return (
    <Suspense>
      <ApprovalSheet {...props} />
    </Suspense>
  )
}
