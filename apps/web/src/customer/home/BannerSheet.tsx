import { Button } from '@shirogane/ui/actions/Button'
import { iconExt } from '@shirogane/ui/icons/icons'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { useQuery } from '@tanstack/react-query'
import { BannerFace } from '../../shared/banners/BannerFace.tsx'
import { useSearchParam } from '../../shell/navigation/navigation.tsx'
import { bannersQuery } from '../../shell/queries/queries.ts'
import { useSession, whoIs } from '../../shell/session/session.ts'
import { useStoreUrl } from '../../shell/queries/settings.ts'
import { sheetsText } from './sheets-text.ts'
import { CampaignTerms } from './CampaignTerms.tsx'
import { text } from './text.ts'
import styles from './BannerSheet.module.css'

export function BannerSheet({ onClose }: { onClose: () => void }) {
  const id = useSearchParam('id')
  const banners = useQuery(bannersQuery())
  const storeUrl = useStoreUrl()
  const isMember = whoIs(useSession()) === 'member'
  const banner = banners.data?.items.find((item) => item.id === id)
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={banner?.title ?? text.banners}
      {...(banner !== undefined &&
        storeUrl !== null && {
          footer: (
            <Button
              block
              // Beside the entry to a campaign the store is the second way.
              variant={banner.campaign_id === null ? 'primary' : 'secondary'}
              icon={iconExt}
              onClick={() => window.open(storeUrl, '_blank', 'noopener,noreferrer')}
            >
              {sheetsText.bannerStore}
            </Button>
          ),
        })}
    >
      {banner === undefined ? (
        <p className={styles.body}>{sheetsText.bannerMissing}</p>
      ) : (
        <>
          <BannerFace banner={banner} />
          <p className={styles.body}>{banner.body}</p>
          {banner.campaign_id !== null && isMember && <CampaignTerms id={banner.campaign_id} />}
        </>
      )}
    </Sheet>
  )
}
