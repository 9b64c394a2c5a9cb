import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const own = { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }
const settings = { device: { show_amounts: false } }

class Worker extends EventTarget {
  state = 'installing'
  becomes(state: string): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

/** A browser with a registration of its own, whose worker is still fetching the shell. */
function browser() {
  const coming = new Worker()
  const registration = {
    installing: coming as Worker | null,
    waiting: null,
    active: null as Worker | null,
    pushManager: {
      getSubscription: async () => null,
      subscribe: async () => ({ toJSON: () => own }),
    },
  }
  vi.stubGlobal('navigator', { serviceWorker: { register: async () => registration } })
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' })
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.endsWith('/push/key') ? { key: 'AAAA' } : settings),
  )
  return { coming, registration }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubEnv('PROD', true)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('a device is rung by a worker that takes long to arrive', async () => {
  const { coming, registration } = browser()
  const { ringDevice } = await import('./push.ts')
  const rung = ringDevice('01a201e2-8144-70a2-ae23-7958147fc7e7', false)
  await vi.advanceTimersByTimeAsync(20_000)
  Object.assign(registration, { installing: null, active: coming })
  coming.becomes('activating')
  expect(await rung).toBe('on')
})

test('a worker that gives up, or none, is told at once', async () => {
  const { coming, registration } = browser()
  const { ringDevice } = await import('./push.ts')
  const rung = ringDevice('01a201e2-8144-70a2-ae23-7958147fc7e7', false)
  await vi.advanceTimersByTimeAsync(100)
  registration.installing = null
  coming.becomes('redundant')
  expect(await rung).toBe('failed')
  expect(await ringDevice('01a201e2-8144-70a2-ae23-7958147fc7e7', false)).toBe('failed')
})
