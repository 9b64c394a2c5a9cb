import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { quietPart } from '../../shell/navigation/chunks.ts'
import { bannersQuery } from '../../shell/queries/queries.ts'
import { Banners } from './Banners.tsx'
import { NoticeStrip } from './NoticeStrip.tsx'
import { QuickActions } from './QuickActions.tsx'
import { RankCard } from './RankCard.tsx'
import { RecentTransactions } from './RecentTransactions.tsx'
import { PageLinks } from './PageLinks.tsx'
import { StoreCard } from './StoreCard.tsx'
import { text } from './text.ts'
import { WalletPlate } from './WalletPlate.tsx'
import styles from './home.module.css'

const PullToRefresh = quietPart(() => import('./PullToRefresh.tsx'), 'PullToRefresh')

export function MemberHome() {
  const banners = useQuery(bannersQuery())
  return (
    <>
      {/* In a browser tab the browser's own gesture wins. */}
      <Suspense>{window.matchMedia('(display-mode: standalone)').matches && <PullToRefresh />}</Suspense>
      <h1 className="hiddenTitle">{text.heading}</h1>
      <div className={styles.stack}>
        <NoticeStrip notice={banners.data?.notice ?? null} />
        <WalletPlate />
        <QuickActions />
        <RankCard />
        <Banners banners={banners.data?.items ?? []} />
      </div>
      <RecentTransactions />
      <StoreCard />
      <PageLinks />
    </>
  )
}
