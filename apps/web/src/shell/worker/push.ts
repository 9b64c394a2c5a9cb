import type { NotificationSettings } from '@shirogane/contract/resources/members/notifications'
import { call } from '../api/api.ts'
import { ask, refetched } from '../queries/queries.ts'
import { queryClient } from '../queries/query-client.ts'
import { installWorker } from './worker.ts'

/** Whose notices this device shows, and how; kept so that a new session of the same person is told again. */
type Kept = { user: string; show_amounts: boolean }
const key = 'shirogane.push'
/** On a first visit, and after a log-out, the worker is on its way for as long as the whole shell takes to arrive. */
const workerWaitMs = 30_000

export const notificationSettingsQuery = () => ask('notifications.settings')

export function takeSettings(settings: NotificationSettings): void {
  queryClient.setQueryData(notificationSettingsQuery().queryKey, settings)
}

/** `install`: this browser shows notices only of apps on the home screen. */
export type PushPermission = 'install' | 'unsupported' | 'unasked' | 'blocked' | 'allowed'

export function pushPermission(): PushPermission {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) {
    const isPhoneOfApple =
      /iP(?:hone|ad|od)|Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1
    return isPhoneOfApple ? 'install' : 'unsupported'
  }
  return ({ granted: 'allowed', denied: 'blocked', default: 'unasked' } as const)[Notification.permission]
}

/** The reader may change it in the settings of the browser, beside the open page. */
export function onPushPermission(listener: () => void): () => void {
  const ending = new AbortController()
  document.addEventListener('visibilitychange', listener, { signal: ending.signal })
  void navigator.permissions
    ?.query({ name: 'notifications' })
    .then((status) => status.addEventListener('change', listener, { signal: ending.signal }))
    .catch(() => {})
  return () => ending.abort()
}

export type Rung = 'on' | 'refused' | 'failed'

/** Must begin within a tap: that alone lets a browser ask. */
export async function ringDevice(userId: string, show_amounts: boolean): Promise<Rung> {
  if ((await Notification.requestPermission()) !== 'granted') return 'refused'
  const subscription = await subscriptionOf()
  if (subscription === null) return 'failed'
  await notifyServer(subscription, { user: userId, show_amounts })
  return 'on'
}

export async function silenceDevice(): Promise<void> {
  await call('notifications.unsubscribe')
  forgetKept()
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
  await refetched('notifications.settings')
}

/** A device that was on stays on through a new login of the same person, and tells of an address that has moved. */
export async function ringAgain(userId: string): Promise<void> {
  const kept = readKept()
  if (kept?.user !== userId || pushPermission() !== 'allowed') return
  const subscription = await subscriptionOf()
  if (subscription !== null) await notifyServer(subscription, kept)
}

export function wasRung(userId: string): boolean {
  return readKept()?.user === userId
}

export function isAnyoneRung(): boolean {
  return readKept() !== null
}

async function notifyServer(subscription: PushSubscription, kept: Kept): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  const settings = await call('notifications.subscribe', {
    body: {
      subscription: {
        endpoint: endpoint ?? '',
        keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
      },
      show_amounts: kept.show_amounts,
    },
  })
  try {
    localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // Then the next login has to switch it on again.
  }
  takeSettings(settings)
}

/** The device's subscription under our key, new where there is none; null where the browser gives none. */
async function subscriptionOf(): Promise<PushSubscription | null> {
  const { key: serverKey } = await call('notifications.pushKey')
  const pushManager = await workingPushManager()
  if (serverKey === null || pushManager === null) return null
  try {
    const former = await pushManager.getSubscription()
    if (former !== null && keyOf(former) === serverKey) return former
    // Nothing reaches a subscription under a key that the server no longer has.
    await former?.unsubscribe()
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey })
  } catch {
    return null
  }
}

/** Not by `ready`, which goes on answering with a worker that a log-out has cleared from the device. */
async function workingPushManager(): Promise<PushManager | null> {
  const registration = await installWorker()
  if (registration === null) return null
  await new Promise<void>((resolve) => {
    const coming = registration.installing ?? registration.waiting
    const look = () =>
      (registration.active !== null || (coming?.state ?? 'redundant') === 'redundant') && resolve()
    coming?.addEventListener('statechange', look)
    setTimeout(resolve, workerWaitMs)
    look()
  })
  return registration.active && registration.pushManager
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function readKept(): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

function forgetKept(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing could have been kept either.
  }
}
