import { newDevice } from '@shirogane/testkit/servers/push-service'
import { expect, type Page } from '@playwright/test'
import type { Shop } from './shop.ts'

/** Delivers a push as the browser's own service would, encryption apart: that part needs the internet. */
export async function pusherOf(shop: Shop, phone: Page): Promise<(data: string) => Promise<void>> {
  const origin = shop.phoneOrigin
  const session = await phone.context().newCDPSession(phone)
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted)
      if (own !== undefined) resolve(own.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registration
  // A worker that is still taking over may lose what is sent to it.
  await phone.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    while (active && active.state !== 'activated')
      await new Promise((resolve) => active.addEventListener('statechange', resolve, { once: true }))
  })
  return async (data) => {
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  }
}

/** What stands on the screen of the phone, over the app that is open. */
export const noticesOn = (phone: Page) =>
  phone.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return ((await registration?.getNotifications()) ?? []).map(({ title, body, tag }) => ({
      title,
      body,
      tag,
    }))
  })

export interface Airwaves {
  /** Waits until the server has sent this notice, and sees it through to the phone's screen. */
  deliver(title: string): Promise<void>
}

/**
 * The browsers' makers are not to be reached from a test. A phone behind this subscribes at a push service of the shop's
 * own instead, which checks and keeps what the server sends; what was sent is opened with the phone's own keys and
 * given to its worker.
 */
export async function tuneIn(shop: Shop, phone: Page, name: string): Promise<Airwaves> {
  const device = newDevice()
  const path = `/push/${name}`
  const address = { endpoint: `${shop.pushService.origin}${path}`, keys: device.keys }
  await phone.context().addInitScript((own) => {
    PushManager.prototype.subscribe = async ({ applicationServerKey } = {}) => {
      const key = atob(String(applicationServerKey).replaceAll('-', '+').replaceAll('_', '/'))
      return {
        endpoint: own.endpoint,
        expirationTime: null,
        options: {
          applicationServerKey: Uint8Array.from(key, (letter) => letter.charCodeAt(0)).buffer,
          userVisibleOnly: true,
        },
        getKey: () => null,
        toJSON: () => own,
        unsubscribe: () => Promise.resolve(true),
      }
    }
  }, address)
  await phone.context().grantPermissions(['notifications', 'camera'], { origin: shop.phoneOrigin })
  return {
    async deliver(title) {
      const findPush = () =>
        shop.pushService.pushes
          .filter((push) => push.path === path)
          .map(({ body }) => device.open(body))
          .find((text) => text.includes(title))
      await expect.poll(findPush, `${title} has been pushed to the phone`).toBeDefined()
      await (
        await pusherOf(shop, phone)
      )(findPush()!)
      await expect
        .poll(() => noticesOn(phone), `${title} stands on the screen`)
        .toContainEqual(expect.objectContaining({ title }))
    },
  }
}
