import { ButtonLink } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { iconGift, iconInvite, iconPoint, iconQr } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Plate } from '@shirogane/ui/layout/Plate'
import { Row } from '@shirogane/ui/data/Row'
import { useQuery } from '@tanstack/react-query'
import { readCookie } from '../../shell/session/cookies.ts'
import { linkTo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { bannersQuery } from '../../shell/queries/queries.ts'
import { Banners } from './Banners.tsx'
import { NoticeStrip } from './NoticeStrip.tsx'
import { PageLinks } from './PageLinks.tsx'
import { useFirstSheen } from './sheen.ts'
import { StoreCard } from './StoreCard.tsx'
import { text } from './text.ts'
import styles from './GuestHome.module.css'

const icons = [iconQr, iconPoint, iconInvite]

export function GuestHome() {
  const banners = useQuery(bannersQuery())
  const invite = readCookie('invite_code')
  return (
    <>
      <div className={styles.stack}>
        <NoticeStrip notice={banners.data?.notice ?? null} />
        {invite !== null && <InfoStrip icon={iconGift} title={text.invite(invite)} />}
        <Plate className={styles.plate} sheen={useFirstSheen()}>
          <h1 className={styles.title}>{text.guestTitle}</h1>
          <p className={styles.text}>{text.guestText}</p>
          <div className={styles.buttons}>
            <ButtonLink variant="plate" block render={linkTo(paths.register())}>
              {text.register}
            </ButtonLink>
            <ButtonLink variant="secondary" block render={linkTo(paths.login())}>
              {text.login}
            </ButtonLink>
          </div>
        </Plate>
        <Card as="ul">
          {text.benefits.map(({ name, note }, index) => (
            <li key={name}>
              <Row icon={icons[index] ?? iconPoint} tone="accent" title={name} meta={note} />
            </li>
          ))}
        </Card>
        <Banners banners={banners.data?.items ?? []} />
      </div>
      <StoreCard />
      <PageLinks />
    </>
  )
}
