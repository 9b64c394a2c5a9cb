import { Suspense, lazy } from 'react'
import { loadChunk } from '../../lib/chunks.ts'
import { useSheet } from '../../lib/navigation.tsx'
import { useSession, whoIs } from '../../lib/session.ts'

const RankSheet = lazy(() =>
  loadChunk(() => import('./RankSheet.tsx').then(({ RankSheet }) => ({ default: RankSheet }))),
)
const BannerSheet = lazy(() =>
  loadChunk(() => import('./BannerSheet.tsx').then(({ BannerSheet }) => ({ default: BannerSheet }))),
)

export function HomeSheets() {
  const rank = useSheet('rank')
  const banner = useSheet('banner')
  const isMember = whoIs(useSession()) === 'member'
  return (
    <Suspense>
      {rank.isOpen && isMember && <RankSheet onClose={rank.close} />}
      {banner.isOpen && <BannerSheet onClose={banner.close} />}
    </Suspense>
  )
}
