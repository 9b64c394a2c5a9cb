import { Card } from '@shirogane/ui/layout/Card'
import { Chip } from '@shirogane/ui/data/Chip'
import { iconBell, iconHome, iconRefresh, iconShield, iconUser } from '@shirogane/ui/icons/icons'
import { iconKey, iconPhone } from '@shirogane/ui/icons/icons-lazy'
import { iconDoc, iconLock, iconLogout, iconMail } from '@shirogane/ui/icons/icons-lazy'
import type { IconShape } from '@shirogane/ui/icons/Icon'
import { MenuRow } from '@shirogane/ui/actions/MenuRow'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import { Switch } from '@shirogane/ui/inputs/Switch'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyPart } from '../../../shell/navigation/chunks.ts'
import { setFeedback, useFeedback } from '../../../shared/device/feedback.ts'
import type { Feedback } from '../../../shared/device/feedback.ts'
import { linkTo } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { useSession, whoIs } from '../../../shell/session/session.ts'
import { chooseTheme, useThemeChoice } from '../../../shared/device/theme.ts'
import type { ThemeChoice } from '../../../shared/device/theme.ts'
import { text } from './text.ts'
import styles from './setting.module.css'

const ClearCacheDialog = lazyPart(() => import('./ClearCacheDialog.tsx'), 'ClearCacheDialog')

const canVibrate = typeof navigator !== 'undefined' && 'vibrate' in navigator

/** Everything that a person may set, by what it is about. */
export function SettingHub() {
  const session = useSession()
  const isMember = whoIs(session) === 'member'
  const choice = useThemeChoice()
  const [asksClear, setAsksClear] = useState(false)
  if (session.auth === null) return null
  const { email_verified } = session.auth
  return (
    <>
      <Group title={text.groupAccount}>
        <MenuRow icon={iconUser} render={linkTo(paths.settingTab('profile'))}>
          {text.profile}
        </MenuRow>
        <MenuRow icon={iconLock} render={linkTo(paths.settingTab('password'))}>
          {text.password}
        </MenuRow>
        {isMember && (
          <MenuRow icon={iconPhone} render={linkTo(paths.settingTab('phone'))}>
            {text.phone}
          </MenuRow>
        )}
        <MenuRow
          icon={iconMail}
          end={
            <Chip tone={email_verified ? 'ok' : 'warn'}>
              {email_verified ? text.mailVerified : text.mailUnverified}
            </Chip>
          }
          render={linkTo(paths.mail())}
        >
          {text.mail}
        </MenuRow>
        {isMember && (
          <MenuRow icon={iconHome} render={linkTo(paths.settingTab('address'))}>
            {text.address}
          </MenuRow>
        )}
      </Group>
      <Group title={text.groupSafety}>
        <MenuRow icon={iconShield} render={linkTo(paths.settingTab('sessions'))}>
          {text.sessions}
        </MenuRow>
        <MenuRow icon={iconKey} render={linkTo(paths.settingTab('passkeys'))}>
          {text.passkeys}
        </MenuRow>
      </Group>
      <Group title={text.groupNotices}>
        <MenuRow icon={iconBell} render={linkTo(paths.settingTab('push'))}>
          {text.push}
        </MenuRow>
      </Group>
      <section>
        <h2 className={styles.groupTitle}>{text.groupLook}</h2>
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
        <Card className={styles.switches}>
          <Setting name="hide_at_start">{text.hideAtStart}</Setting>
          <Setting name="pay_sound">{text.paySound}</Setting>
          {canVibrate && <Setting name="vibration">{text.vibration}</Setting>}
        </Card>
      </section>
      <Group title={text.groupOther}>
        <MenuRow icon={iconDoc} render={linkTo(paths.terms())}>
          {text.terms}
        </MenuRow>
        <MenuRow icon={iconDoc} render={linkTo(paths.funds())}>
          {text.funds}
        </MenuRow>
        {isMember && (
          <MenuRow icon={iconDoc} render={linkTo(paths.settingTab('data'))}>
            {text.data}
          </MenuRow>
        )}
        <Press icon={iconRefresh} onClick={() => setAsksClear(true)}>
          {text.clearCache}
        </Press>
        {isMember && (
          <MenuRow icon={iconLogout} render={linkTo(paths.settingTab('delete'))}>
            {text.withdraw}
          </MenuRow>
        )}
      </Group>
      <Suspense>{asksClear && <ClearCacheDialog onClose={() => setAsksClear(false)} />}</Suspense>
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

function Setting({ name, children }: { name: Feedback; children: ReactNode }) {
  const isOn = useFeedback(name)
  return (
    <Switch checked={isOn} onChange={(event) => setFeedback(name, event.target.checked)}>
      {children}
    </Switch>
  )
}

function Press({ icon, onClick, children }: { icon: IconShape; onClick: () => void; children: ReactNode }) {
  return (
    <MenuRow
      icon={icon}
      render={(link) => <button type="button" aria-haspopup="dialog" {...link} onClick={onClick} />}
    >
      {children}
    </MenuRow>
  )
}
