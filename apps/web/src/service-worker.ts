/// <reference lib="webworker" />
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
    event.respondWith(
      fetch(request).catch(async () => (await caches.match('/', { ignoreVary: true })) ?? Response.error()),
    )
    return
  }
  // `ignoreVary`, because a module tag asks with CORS while the cache was filled without it.
  event.respondWith(caches.match(request.url, { ignoreVary: true }).then((kept) => kept ?? fetch(request)))
})
