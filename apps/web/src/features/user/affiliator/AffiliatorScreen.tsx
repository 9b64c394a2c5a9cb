import { Skeleton } from '@shirogane/ui/Skeleton'
import { Suspense, lazy } from 'react'
import { loadChunk } from '../../../lib/chunks.ts'
import { useSearchParam } from '../../../lib/navigation.tsx'
import { useSession } from '../../../lib/session.ts'
import { useAffiliatorRoom } from './use-affiliator-room.ts'

const JoinView = lazy(() =>
  loadChunk(() => import('./JoinView.tsx').then(({ JoinView }) => ({ default: JoinView }))),
)
const OwnView = lazy(() =>
  loadChunk(() => import('./OwnView.tsx').then(({ OwnView }) => ({ default: OwnView }))),
)
const InviterCard = lazy(() =>
  loadChunk(() => import('./InviterCard.tsx').then(({ InviterCard }) => ({ default: InviterCard }))),
)

/** Somebody else's card, one's own invitations, or the way to them. */
export default function AffiliatorScreen() {
  const { affiliator } = useSession()
  const username = useSearchParam('u')
  useAffiliatorRoom()
  return (
    <Suspense fallback={<Skeleton height={560} />}>
      {username !== undefined && username !== '' ? (
        <InviterCard key={username} username={username} />
      ) : affiliator === null ? (
        <JoinView />
      ) : (
        <OwnView />
      )}
    </Suspense>
  )
}
