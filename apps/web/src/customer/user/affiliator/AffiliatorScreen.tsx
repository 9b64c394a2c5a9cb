import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { Suspense } from 'react'
import { lazyPart } from '../../../shell/navigation/chunks.ts'
import { useSearchParam } from '../../../shell/navigation/navigation.tsx'
import { useSession } from '../../../shell/session/session.ts'
import { useAffiliatorRoom } from './use-affiliator-room.ts'

const JoinView = lazyPart(() => import('./JoinView.tsx'), 'JoinView')
const OwnView = lazyPart(() => import('./OwnView.tsx'), 'OwnView')
const InviterCard = lazyPart(() => import('./InviterCard.tsx'), 'InviterCard')

/** Another member's card, one's own invitations, or the way to them. */
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
