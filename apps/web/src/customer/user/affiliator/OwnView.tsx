import { Amount } from '@shirogane/ui/data/Amount'
import { Button, ButtonLink } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { iconQr, iconWarn } from '@shirogane/ui/icons/icons'
import { iconCopy, iconShare } from '@shirogane/ui/icons/icons-lazy'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Plate } from '@shirogane/ui/layout/Plate'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { StepTitle } from '@shirogane/ui/layout/StepTitle'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { serverMessageOf } from '../../../shell/api/api.ts'
import { lazyPart } from '../../../shell/navigation/chunks.ts'
import { linkTo, useGo, useSearchParam, useSheet } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { useHidden } from '../../../shared/device/privacy.ts'
import { HasLeft, LeaveButton } from './Leaving.tsx'
import { MonthlyRewards } from './MonthlyRewards.tsx'
import { PeopleTab } from './PeopleTab.tsx'
import { affiliatorStatsQuery, ownAffiliatorQuery } from './queries.ts'
import { useShare } from './share.ts'
import { text } from './text.ts'
import styles from './affiliator.module.css'

const RewardTab = lazyPart(() => import('./RewardTab.tsx'), 'RewardTab')
const PayoutTab = lazyPart(() => import('./PayoutTab.tsx'), 'PayoutTab')
const QrSheet = lazyPart(() => import('./QrSheet.tsx'), 'QrSheet')

const tabs = ['people', 'reward', 'payout'] as const
type Tab = (typeof tabs)[number]

/** What one's invitations came to, the link that invites, and what becomes of the rewards. */
export function OwnView() {
  const own = useQuery(ownAffiliatorQuery())
  const go = useGo()
  const asked = useSearchParam('tab')
  const tab: Tab = tabs.find((one) => one === asked) ?? 'people'
  // What is being confirmed, and what came of it, stand alone: no tab leads away from them.
  const isInStep = useSearchParam('step') !== undefined && tab === 'payout'
  const qr = useSheet('qr')
  if (own.isLoadingError) {
    return <ErrorPanel message={serverMessageOf(own.error)} onRetry={() => own.refetch()} />
  }
  if (own.data === undefined) return <Skeleton height={560} />
  const { code, invite_url, stopped, left_at } = own.data
  const invites = !stopped && left_at === null
  return (
    <div className={styles.screen}>
      {tab === 'people' && (
        <>
          <RewardPlate />
          {stopped ? (
            <InfoStrip
              icon={iconWarn}
              tone="bad"
              title={text.stoppedTitle}
              text={text.stoppedBody}
              action={text.contact}
              render={linkTo(paths.contact())}
            />
          ) : left_at !== null ? (
            <HasLeft since={left_at} />
          ) : (
            <InviteCard code={code} url={invite_url} onShowQr={() => qr.open()} />
          )}
          <Figures />
        </>
      )}
      {tab !== 'people' && !isInStep && (
        <StepTitle key={tab} className={styles.tabTitle}>
          {tab === 'reward' ? text.tabReward : text.tabPayout}
        </StepTitle>
      )}
      {!isInStep && (
        <Segmented<Tab>
          label={text.tabs}
          options={[
            { value: 'people', label: text.tabPeople },
            { value: 'reward', label: text.tabReward },
            { value: 'payout', label: text.tabPayout },
          ]}
          value={tab}
          onChange={(next) => go(paths.affiliator({ tab: next }), { replace: true })}
        />
      )}
      <Suspense fallback={<Skeleton height={320} />}>
        {tab === 'people' ? (
          <PeopleTab url={invites ? invite_url : null} />
        ) : tab === 'reward' ? (
          <RewardTab />
        ) : (
          <PayoutTab />
        )}
      </Suspense>
      {tab === 'people' && left_at === null && <LeaveButton />}
      <Suspense>
        {qr.isOpen && invites && <QrSheet code={code} url={invite_url} onClose={qr.close} />}
      </Suspense>
    </div>
  )
}

function RewardPlate() {
  const stats = useQuery(affiliatorStatsQuery())
  const isHidden = useHidden()
  return (
    <Plate className={styles.plate} aria-label={text.receivable}>
      <span className={styles.plateLabel}>{text.receivable}</span>
      {stats.isPending ? (
        <Skeleton width={160} height={40} />
      ) : stats.data === undefined ? (
        <span className={styles.plateNote}>{text.unknown}</span>
      ) : (
        <Amount value={stats.data.rewards_confirmed} size="l" hidden={isHidden} />
      )}
      {stats.data !== undefined && stats.data.rewards_pending > 0 && (
        <span className={styles.platePair}>
          {text.pending}
          <Amount value={stats.data.rewards_pending} size="text" hidden={isHidden} />
        </span>
      )}
      <span className={styles.plateButtons}>
        <ButtonLink size="s" render={linkTo(paths.affiliator({ tab: 'payout' }))}>
          {text.withdraw}
        </ButtonLink>
        <ButtonLink variant="secondary" size="s" render={linkTo(paths.affiliator({ tab: 'reward' }))}>
          {text.toBalance}
        </ButtonLink>
      </span>
    </Plate>
  )
}

function InviteCard({ code, url, onShowQr }: { code: string; url: string; onShowQr: () => void }) {
  const { message, copy, share } = useShare(url)
  return (
    <Card padded>
      <h2 className={styles.title}>{text.invite}</h2>
      <dl className={styles.facts}>
        <div>
          <dt>{text.code}</dt>
          <dd className={styles.code}>{code}</dd>
        </div>
        <div>
          <dt>{text.link}</dt>
          <dd className={styles.link}>{url.replace(/^https?:\/\//, '')}</dd>
        </div>
      </dl>
      {message === null ? (
        <Skeleton className={styles.messageAwaited} height="calc(4 * 1.6 * var(--fs-small) + 24px)" />
      ) : (
        <p className={styles.message}>{message}</p>
      )}
      <div className={styles.buttons}>
        <Button variant="secondary" size="s" icon={iconCopy} disabled={message === null} onClick={copy}>
          {text.copy}
        </Button>
        <Button size="s" icon={iconShare} disabled={message === null} onClick={share}>
          {text.share}
        </Button>
        <Button variant="secondary" size="s" icon={iconQr} aria-haspopup="dialog" onClick={onShowQr}>
          {text.showQr}
        </Button>
      </div>
      <p className={styles.note}>{text.promotion}</p>
    </Card>
  )
}

/** What the invitations came to; where that cannot be read, the link above can still be shared. */
function Figures() {
  const stats = useQuery(affiliatorStatsQuery())
  if (stats.isLoadingError)
    return <ErrorPanel message={serverMessageOf(stats.error)} onRetry={() => stats.refetch()} />
  return (
    <>
      <Tiles />
      <MonthlyRewards />
    </>
  )
}

function Tiles() {
  const stats = useQuery(affiliatorStatsQuery())
  const isHidden = useHidden()
  if (stats.data === undefined) return <Skeleton height={76} />
  const { affiliates, valid_affiliates, this_month, rewards_total } = stats.data
  return (
    <>
      <dl className={styles.tiles} aria-label={text.tilesLabel}>
        <div className={styles.tile}>
          <dt>{text.tiles.invited}</dt>
          <dd className="figures">{text.people(affiliates)}</dd>
        </div>
        <div className={styles.tile}>
          <dt>{text.tiles.valid}</dt>
          <dd className="figures">{text.people(valid_affiliates)}</dd>
        </div>
        <div className={styles.tile}>
          <dt>{text.tiles.month}</dt>
          <dd>
            <Amount value={this_month.rewards} size="text" hidden={isHidden} />
          </dd>
        </div>
        <div className={styles.tile}>
          <dt>{text.tiles.total}</dt>
          <dd>
            <Amount value={rewards_total} size="text" hidden={isHidden} />
          </dd>
        </div>
      </dl>
      {affiliates === 0 && <p className={styles.start}>{text.start}</p>}
    </>
  )
}
