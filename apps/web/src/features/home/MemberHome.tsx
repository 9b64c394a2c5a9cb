import { useQuery } from '@tanstack/react-query'
import { bannersQuery } from '../../lib/queries.ts'
import { Banners } from './Banners.tsx'
import { KycStrip } from './KycStrip.tsx'
import { NoticeStrip } from './NoticeStrip.tsx'
import { PageLinks } from './PageLinks.tsx'
import { QuickActions } from './QuickActions.tsx'
import { RankCard } from './RankCard.tsx'
import { RecentTransactions } from './RecentTransactions.tsx'
import { StoreCard } from './StoreCard.tsx'
import { text } from './text.ts'
import { WalletPlate } from './WalletPlate.tsx'
import { PullToRefresh } from './PullToRefresh.tsx'
import styles from './home.module.css'

export function MemberHome() {
  const banners = useQuery(bannersQuery())
  return (
    <PullToRefresh>
      <h1 className="hiddenTitle">{text.heading}</h1>
      <div className={styles.stack}>
        <NoticeStrip notice={banners.data?.notice ?? null} />
        <KycStrip />
        <WalletPlate />
        <QuickActions />
        <RankCard />
        <Banners banners={banners.data?.items ?? []} />
      </div>
      <RecentTransactions />
      <StoreCard />
      <PageLinks />
    </PullToRefresh>
  )
}
