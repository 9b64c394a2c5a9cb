import { Skeleton } from '@shirogane/ui/Skeleton'
import { Suspense } from 'react'
import { lazyPart } from '../../../lib/chunks.ts'
import { useSearchParam } from '../../../lib/navigation.tsx'
import { useSession } from '../../../lib/session.ts'
import { useAffiliatorRoom } from './use-affiliator-room.ts'

const JoinView = lazyPart(() => import('./JoinView.tsx'), 'JoinView')
const OwnView = lazyPart(() => import('./OwnView.tsx'), 'OwnView')
const InviterCard = lazyPart(() => import('./InviterCard.tsx'), 'InviterCard')

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
