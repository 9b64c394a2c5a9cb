import { Suspense } from 'react'
import { lazyPart } from '../../shell/navigation/chunks.ts'
import { useSheet } from '../../shell/navigation/navigation.tsx'
import { useSession, whoIs } from '../../shell/session/session.ts'

const RankSheet = lazyPart(() => import('./RankSheet.tsx'), 'RankSheet')
const BannerSheet = lazyPart(() => import('./BannerSheet.tsx'), 'BannerSheet')

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
