// The build writes these two in front of the compiled worker: a hash over every file, and what makes up the shell.
declare const VERSION: string
declare const FILES: string[]
declare const self: ServiceWorkerGlobalScope

const cacheName = `shirogane-${VERSION}`

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.addAll(FILES.map((url) => new Request(url, { cache: 'reload' })))),
  )
})

self.addEventListener('activate', (event) => {
  const clearOldCaches = async () => {
    for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name)
    await self.clients.claim()
  }
  event.waitUntil(clearOldCaches())
})

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
  // `ignoreVary`, because a module tag asks with CORS while the cache was filled without it.
  event.respondWith(caches.match(request.url, { ignoreVary: true }).then((kept) => kept ?? fetch(request)))
})

/** So long a page is waited for before the kept one is shown: in a lift nothing comes, and nothing fails either. */
const pageMs = 4_000

async function page(request: Request): Promise<Response> {
  const answer = fetch(request)
  const inTime = answer.catch(() => null)
  const kept = await caches.match('/', { ignoreVary: true })
  if (kept === undefined) return answer
  const late = new Promise<null>((resolve) => setTimeout(resolve, pageMs, null))
  const response = await Promise.race([inTime, late])
  // A gateway whose server is gone answers with a page of its own.
  return response === null || response.status >= 500 ? kept : response
}

type Told = { id?: unknown; title?: unknown; body?: unknown }

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

// The server has left out everything that must not stand on a locked screen; what cannot be read is still a notice.
self.addEventListener('push', (event) => {
  let told: Told = {}
  try {
    told = (event.data?.json() ?? {}) as Told
  } catch {
    // A browser that wakes us and sees no notice takes the permission away.
  }
  const id = typeof told.id === 'string' && uuid.test(told.id) ? told.id : null
  const show = async () => {
    await self.registration.showNotification(typeof told.title === 'string' ? told.title : 'お知らせ', {
      ...(typeof told.body === 'string' && { body: told.body }),
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
