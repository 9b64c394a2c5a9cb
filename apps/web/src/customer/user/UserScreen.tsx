import { Amount } from '@shirogane/ui/data/Amount'
import { Avatar } from '@shirogane/ui/data/Avatar'
import { Button } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { classNames } from '@shirogane/ui/class-names'
import { Chip } from '@shirogane/ui/data/Chip'
import { iconButtonClass } from '@shirogane/ui/actions/IconButton'
import { Icon } from '@shirogane/ui/icons/Icon'
import {
  iconBank,
  iconCard,
  iconCharge,
  iconCheck,
  iconInvite,
  iconDeferred,
  iconPen,
  iconShield,
  iconStore,
} from '@shirogane/ui/icons/icons'
import { iconDoc, iconGear, iconHelp, iconLock, iconLogout, iconMail } from '@shirogane/ui/icons/icons-lazy'
import { MenuRow } from '@shirogane/ui/actions/MenuRow'
import { Plate } from '@shirogane/ui/layout/Plate'
import { RankMedal } from '@shirogane/ui/data/RankMedal'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { payoutMethodsQuery } from '../shared/payouts/accounts.ts'
import { cardsQuery } from '../shared/cards/cards.ts'
import { lazyPart } from '../../shell/navigation/chunks.ts'
import { AppLink, linkTo, useSheet } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { useHidden } from '../../shared/device/privacy.ts'
import { levelQuery, walletQuery } from '../../shell/queries/queries.ts'
import { useSession, whoIs } from '../../shell/session/session.ts'
import { StaleNote } from '../../shared/answers/StaleNote.tsx'
import { chooseTheme, useThemeChoice } from '../../shared/device/theme.ts'
import type { ThemeChoice } from '../../shared/device/theme.ts'
import { affiliateCountQuery, affiliatorStatsQuery } from './affiliator/queries.ts'
import { text } from './text.ts'
import styles from './UserScreen.module.css'

const LogoutDialog = lazyPart(() => import('./LogoutDialog.tsx'), 'LogoutDialog')

const AvatarSheet = lazyPart(() => import('./avatar/AvatarSheet.tsx'), 'AvatarSheet')

export default function UserScreen() {
  const { auth, profile, affiliator } = useSession()
  const who = whoIs(useSession())
  const [asksLogout, setAsksLogout] = useState(false)
  const avatar = useSheet('avatar')
  // A count beside the menu: without an answer it is left out.
  const cards = useQuery({ ...cardsQuery(), enabled: who === 'member' })
  const invited = useQuery({ ...affiliateCountQuery(false), enabled: affiliator !== null })
  const accounts = useQuery({ ...payoutMethodsQuery(), enabled: who === 'member' })
  const account = accounts.data?.items.find((one) => one.default)
  if (auth === null) return null
  const name =
    auth.employee?.name ??
    ([profile?.last_name, profile?.first_name].filter(Boolean).join(' ') || auth.username)
  const kyc = text.kycStates[auth.kyc_status]
  return (
    <>
      <section className={styles.head}>
        <button
          type="button"
          className={styles.avatar}
          aria-haspopup="dialog"
          aria-label={text.changeAvatar}
          onClick={() => avatar.open()}
        >
          <Avatar name={name} src={auth.avatar} size={64} ring />
          <span className={styles.avatarMark} aria-hidden="true">
            <Icon shape={iconPen} size={16} />
          </span>
        </button>
        <div className={styles.headText}>
          <h1 className={styles.name}>{name}</h1>
          <p className={styles.username}>@{auth.username}</p>
          <div className={styles.chips}>
            {who === 'member' && <RankChip />}
            {auth.verified && (
              <Chip tone="ok" icon={iconCheck}>
                {text.verified}
              </Chip>
            )}
          </div>
        </div>
        <AppLink
          to={paths.settingTab('profile')}
          className={iconButtonClass(styles.edit)}
          aria-label={text.edit}
        >
          <Icon shape={iconPen} />
        </AppLink>
      </section>
      {who === 'member' && <WalletPlate />}
      {who === 'member' && (
        <Group title={text.groupWallet}>
          <MenuRow icon={iconCharge} render={linkTo(paths.buy())}>
            {text.buy}
          </MenuRow>
          <MenuRow
            icon={iconCard}
            {...(cards.data && cards.data.total > 0 && { end: text.cardCount(cards.data.total) })}
            render={linkTo(paths.paymentMethods())}
          >
            {text.paymentMethods}
          </MenuRow>
          <MenuRow icon={iconDeferred} render={linkTo(paths.deferred())}>
            {text.deferred}
          </MenuRow>
          <MenuRow
            icon={iconBank}
            {...(account && { end: `${account.data.bank_name} ${account.data.account_number}` })}
            render={linkTo(paths.payoutMethods())}
          >
            {text.payoutMethods}
          </MenuRow>
        </Group>
      )}
      <Group title={text.groupMember}>
        {who === 'member' && (
          <MenuRow
            icon={iconInvite}
            {...(affiliator !== null && invited.data && { end: text.invited(invited.data.count) })}
            render={linkTo(paths.affiliator())}
          >
            {text.affiliate}
          </MenuRow>
        )}
        {who === 'member' && (
          <MenuRow
            icon={iconShield}
            {...(kyc !== null && { end: <Chip tone={kyc.tone}>{kyc.text}</Chip> })}
            render={linkTo(paths.kyc())}
          >
            {text.kyc}
          </MenuRow>
        )}
        <MenuRow
          icon={iconMail}
          end={
            <Chip tone={auth.email_verified ? 'ok' : 'warn'}>
              {auth.email_verified ? text.mailVerified : text.mailUnverified}
            </Chip>
          }
          render={linkTo(paths.mail())}
        >
          {text.mail}
        </MenuRow>
        <MenuRow icon={iconGear} render={linkTo(paths.setting())}>
          {text.setting}
        </MenuRow>
      </Group>
      <ThemeGroup />
      <Group title={text.groupSupport}>
        <MenuRow icon={iconHelp} render={linkTo(paths.contact())}>
          {text.contact}
        </MenuRow>
        <MenuRow icon={iconLock} render={linkTo(paths.privacy())}>
          {text.privacy}
        </MenuRow>
        <MenuRow icon={iconDoc} render={linkTo(paths.terms())}>
          {text.terms}
        </MenuRow>
        <MenuRow icon={iconDoc} render={linkTo(paths.legal('funds'))}>
          {text.funds}
        </MenuRow>
        <MenuRow icon={iconDoc} render={linkTo(paths.legal('law'))}>
          {text.law}
        </MenuRow>
      </Group>
      {who === 'staff' && (
        <Group title={text.groupStaff}>
          <MenuRow icon={iconStore} render={linkTo(paths.admin())}>
            {text.admin}
          </MenuRow>
        </Group>
      )}
      <Button
        variant="secondary"
        block
        icon={iconLogout}
        className={styles.logout}
        onClick={() => setAsksLogout(true)}
      >
        {text.logout}
      </Button>
      <p className={styles.version}>{text.version(import.meta.env.VITE_APP_VERSION)}</p>
      <Suspense>
        {asksLogout && <LogoutDialog onClose={() => setAsksLogout(false)} />}
        {avatar.isOpen && <AvatarSheet name={name} onClose={avatar.close} />}
      </Suspense>
    </>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className={styles.groupTitle}>{title}</h2>
      <Card>{children}</Card>
    </section>
  )
}

function RankChip() {
  const level = useQuery(levelQuery()).data
  if (level === undefined) return null
  return <Chip icon={<RankMedal rank={level.current_level} size={14} />}>{level.name}</Chip>
}

function WalletPlate() {
  const wallet = useQuery(walletQuery())
  const isAffiliator = useSession().affiliator !== null
  const rewards = useQuery({ ...affiliatorStatsQuery(), enabled: isAffiliator })
  const isHidden = useHidden()
  return (
    <Plate low className={classNames(styles.plate, isAffiliator && styles.three)} aria-label={text.wallet}>
      <AppLink to={paths.transactions()} className={styles.cell}>
        <span className={styles.label}>{text.balance}</span>
        {wallet.data === undefined ? (
          wallet.isPending ? (
            <Skeleton width={90} height={22} />
          ) : (
            <NoFigure />
          )
        ) : (
          <Amount value={wallet.data.balance} size="s" hidden={isHidden} />
        )}
        <StaleNote of={wallet} onPlate />
      </AppLink>
      <AppLink to={paths.transactions('point')} className={styles.cell}>
        <span className={styles.label}>{text.points}</span>
        {wallet.data === undefined ? (
          wallet.isPending ? (
            <Skeleton width={70} height={22} />
          ) : (
            <NoFigure />
          )
        ) : (
          <Amount value={wallet.data.point_balance} unit="pt" size="s" hidden={isHidden} />
        )}
      </AppLink>
      {isAffiliator && (
        <AppLink to={paths.affiliator()} className={styles.cell}>
          <span className={styles.label}>{text.rewards}</span>
          {rewards.data === undefined ? (
            rewards.isPending ? (
              <Skeleton width={70} height={22} />
            ) : (
              <NoFigure />
            )
          ) : (
            <Amount value={rewards.data.rewards_confirmed} size="s" hidden={isHidden} />
          )}
        </AppLink>
      )}
    </Plate>
  )
}

/** In place of a figure that could not be had: a line without one would look like nothing. */
function NoFigure() {
  return (
    <span>
      <span aria-hidden="true">—</span>
      <span className="visuallyHidden">{text.unknown}</span>
    </span>
  )
}

function ThemeGroup() {
  const choice = useThemeChoice()
  return (
    <section>
      <h2 className={styles.groupTitle}>{text.theme}</h2>
      <Segmented<ThemeChoice>
        label={text.theme}
        className={styles.themes}
        options={(['system', 'light', 'dark'] as const).map((value) => ({
          value,
          label: text.themes[value],
        }))}
        value={choice}
        onChange={chooseTheme}
      />
    </section>
  )
}
