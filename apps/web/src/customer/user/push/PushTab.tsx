import type { NoticeTopic, NotificationSettings } from '@shirogane/contract/resources/members/notifications'
import { Card } from '@shirogane/ui/layout/Card'
import { Chip } from '@shirogane/ui/data/Chip'
import type { ChipTone } from '@shirogane/ui/data/Chip'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { iconBell, iconWarn } from '@shirogane/ui/icons/icons'
import { iconMail } from '@shirogane/ui/icons/icons-lazy'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Pending, Skeleton } from '@shirogane/ui/states/Skeleton'
import { Switch } from '@shirogane/ui/inputs/Switch'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { call, messageOf, serverMessageOf } from '../../../shell/api/api.ts'
import { useOnline } from '../../../shell/realtime/connection.ts'
import { linkTo } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import {
  notificationSettingsQuery,
  onPushPermission,
  pushPermission,
  type PushPermission,
  ringDevice,
  silenceDevice,
  takeSettings,
} from '../../../shell/worker/push.ts'
import { useSession } from '../../../shell/session/session.ts'
import { text } from './text.ts'
import styles from './push.module.css'

const topics: readonly NoticeTopic[] = ['payment', 'offer', 'news', 'affiliate']
const tones: Readonly<Record<PushPermission, ChipTone>> = {
  allowed: 'ok',
  blocked: 'bad',
  unasked: 'neutral',
  install: 'neutral',
  unsupported: 'neutral',
}

/** What rings on this device, what it is about, and what comes by mail. */
export function PushTab() {
  const query = useQuery(notificationSettingsQuery())
  return (
    <Pending isPending={query.isPending} skeleton={<Skeleton height={560} />}>
      {() =>
        query.data === undefined ? (
          <ErrorPanel message={serverMessageOf(query.error)} onRetry={() => query.refetch()} />
        ) : (
          <>
            <Device settings={query.data} />
            <Topics settings={query.data} channel="push" title={text.topics} />
            <Topics settings={query.data} channel="mail" title={text.mails} />
            {query.data.mail_reaches ? (
              <p className={styles.note}>{text.mailNote}</p>
            ) : (
              <InfoStrip
                className={styles.strip}
                icon={iconMail}
                tone="warn"
                title={text.mailUnconfirmed}
                action={text.confirmMail}
                render={linkTo(paths.mail())}
              />
            )}
            <p className={styles.note}>{text.always}</p>
          </>
        )
      }
    </Pending>
  )
}

type Choice = { isOn: boolean; showsAmounts: boolean }

function Device({ settings: { device } }: { settings: NotificationSettings }) {
  const { auth } = useSession()
  const permission = useSyncExternalStore(onPushPermission, pushPermission)
  const isOnline = useOnline()
  const toast = useToast()
  // The switches follow the finger while the browser and the server are asked.
  const [asked, setAsked] = useState<Choice | null>(null)
  // What the server would send to a device that shows nothing is not on.
  const isOn = device !== null && permission === 'allowed'
  const now = asked ?? { isOn, showsAmounts: device?.show_amounts ?? false }
  const isHeld = !isOnline || asked !== null

  const change = async (choice: Choice) => {
    setAsked(choice)
    try {
      if (choice.isOn) {
        const rung = await ringDevice(auth?.id ?? '', choice.showsAmounts)
        if (rung === 'on' && !isOn) toast({ message: text.on, kind: 'ok' })
        if (rung === 'failed') toast({ message: text.failed, kind: 'error', duration: 5_000 })
      } else {
        await silenceDevice()
        toast({ message: text.off, kind: 'ok' })
      }
    } catch (error) {
      toast({ message: messageOf(error), kind: 'error' })
    }
    setAsked(null)
  }

  return (
    <section>
      <h2 className={styles.groupTitle}>{text.device}</h2>
      <Card className={styles.card}>
        <div className={styles.line}>
          <Switch
            checked={now.isOn}
            disabled={isHeld || (permission !== 'allowed' && permission !== 'unasked')}
            onChange={(event) => void change({ ...now, isOn: event.target.checked })}
          >
            {text.receive}
          </Switch>
        </div>
        <div className={styles.line}>
          <p className={styles.permission}>
            {text.permission}
            <Chip tone={tones[permission]}>{text.permissions[permission]}</Chip>
          </p>
        </div>
        <div className={styles.line}>
          <Switch
            checked={now.showsAmounts}
            disabled={isHeld || !isOn}
            onChange={(event) => void change({ isOn, showsAmounts: event.target.checked })}
          >
            {text.amounts}
          </Switch>
        </div>
      </Card>
      <p className={styles.note}>{text.amountsNote}</p>
      {permission === 'install' && (
        <InfoStrip className={styles.strip} icon={iconBell} title={text.install} text={text.installHow} />
      )}
      {permission === 'blocked' && (
        <InfoStrip
          className={styles.strip}
          icon={iconWarn}
          tone="warn"
          title={text.blocked}
          text={text.blockedHow}
        />
      )}
      {permission === 'unsupported' && <p className={styles.note}>{text.unsupported}</p>}
    </section>
  )
}

type Channel = 'push' | 'mail'

function Topics({
  settings,
  channel,
  title,
}: {
  settings: NotificationSettings
  channel: Channel
  title: string
}) {
  const isOnline = useOnline()
  const toast = useToast()
  const choose = async (topic: NoticeTopic, isOn: boolean) => {
    // The switch follows the finger; only a refusal takes it back.
    takeSettings({ ...settings, [channel]: { ...settings[channel], [topic]: isOn } })
    try {
      takeSettings(await call('notifications.updateSettings', { body: { [channel]: { [topic]: isOn } } }))
    } catch (error) {
      takeSettings(settings)
      toast({ message: messageOf(error), kind: 'error' })
    }
  }
  return (
    <section>
      <h2 className={styles.groupTitle}>{title}</h2>
      <Card className={styles.card}>
        {topics.map((topic) => (
          <div key={topic} className={styles.line}>
            <Switch
              checked={settings[channel][topic]}
              disabled={!isOnline}
              onChange={(event) => void choose(topic, event.target.checked)}
            >
              {text.names[topic]}
            </Switch>
          </div>
        ))}
      </Card>
    </section>
  )
}
