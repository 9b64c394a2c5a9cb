import { PrecacheController } from 'workbox-precaching/PrecacheController.js'
import type { PrecacheEntry } from 'workbox-precaching'

/** What makes up the shell; the build writes it in front of the compiled worker. */
declare const FILES: PrecacheEntry[]
declare const self: ServiceWorkerGlobalScope

// A new version fetches what has changed beside what is there, and what only the old one kept goes when it takes over.
const shell = new PrecacheController({ cacheName: 'shirogane' })
shell.precache(FILES)

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

// A new version waits until the reader agrees: a page in the middle of a payment is never changed underneath.
self.addEventListener('message', (event) => {
  if (event.data === 'skipWaiting') void self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  // Money, sessions and pay codes never enter a cache.
  if (/^\/(v1|socket\.io|demo|docs|healthz|readyz|metrics)(\/|$)/.test(url.pathname)) return
  if (request.mode === 'navigate') {
    event.respondWith(page(request))
    return
  }
  if (shell.getCacheKeyForURL(request.url) === undefined) return
  event.respondWith(shell.matchPrecache(request).then((kept) => kept ?? fetch(request)))
})

/** So long a page is waited for before the kept one is shown: in a lift nothing comes, and nothing fails either. */
const pageMs = 4_000

async function page(request: Request): Promise<Response> {
  const answer = fetch(request)
  const inTime = answer.catch(() => null)
  const kept = await shell.matchPrecache('/')
  if (kept === undefined) return answer
  const late = new Promise<null>((resolve) => setTimeout(resolve, pageMs, null))
  const response = await Promise.race([inTime, late])
  // A gateway whose server is gone answers with a page of its own.
  return response === null || response.status >= 500 ? kept : response
}

type Notice = { id?: unknown; title?: unknown; body?: unknown }

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

// The server has left out everything that must not stand on a locked screen; what cannot be read is still a notice.
self.addEventListener('push', (event) => {
  let notice: Notice = {}
  try {
    notice = (event.data?.json() ?? {}) as Notice
  } catch {
    // A browser that wakes us and sees no notice takes the permission away.
  }
  const id = typeof notice.id === 'string' && uuid.test(notice.id) ? notice.id : null
  const show = async () => {
    await self.registration.showNotification(typeof notice.title === 'string' ? notice.title : 'お知らせ', {
      ...(typeof notice.body === 'string' && { body: notice.body }),
      // The same notice twice is one on the screen.
      ...(id !== null && { tag: id }),
      data: id,
      lang: 'ja',
      icon: '/icons/icon-192.png',
      badge: '/icons/icon-192.png',
    })
    for (const client of await self.clients.matchAll({ type: 'window' }))
      client.postMessage({ type: 'notice' })
  }
  event.waitUntil(show())
})

// An address is never taken from what was sent: a notice opens its own page here and nothing else.
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const id: unknown = event.notification.data
  const path = typeof id === 'string' && uuid.test(id) ? `/notification/${id}` : '/notification'
  event.waitUntil(open(path))
})

const answerMs = 1_000

/** In a page that is open, or in a new one. A register is left alone: a customer may be standing in front of it. */
async function open(path: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window' })
  const page = pages.find(({ url }) => !new URL(url).pathname.startsWith('/admin'))
  if (page === undefined) {
    await self.clients.openWindow(path)
    return
  }
  await page.focus().catch(() => undefined)
  if (!(await goes(page, path))) await page.navigate(path)
}

/** Whether the page says that it goes there by itself, and so keeps what it has loaded. */
function goes(page: WindowClient, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), answerMs)
    page.postMessage({ type: 'open', path }, [port2])
  })
}
