import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'

/** A modest phone on a modest line, as the budgets define it. */
export const profile = { cpu: 4, megabits: 1.6, upMegabits: 0.75, latencyMs: 150 }

const qr = '[role="img"][aria-label="支払い用QRコード"]'

export interface Phone {
  page: Page
  context: BrowserContext
  throttle(on: boolean): Promise<void>
}

/** A phone with this person signed in and nothing of the app on it yet. */
export async function openPhone(
  browser: Browser,
  origin: string,
  person: { credential: string; password: string } | null,
): Promise<Phone> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'ja-JP',
  })
  if (person) {
    const answer = await context.request.post('/v1/auth/login', { data: person })
    if (!answer.ok()) throw new Error(`The login was answered ${answer.status()}.`)
    // The mark that the app keeps beside the cookie, which no script can read.
    await context.addInitScript(() => localStorage.setItem('shirogane.signed_in', '1'))
    // A customer who pays here was asked for the birthday long ago; the question would stand over home.
    await context.addCookies([{ name: 'birth_no', value: '1', url: origin }])
  }
  await context.addInitScript(watch, qr)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  return { page, context, throttle: (on) => throttle(session, on) }
}

async function throttle(session: CDPSession, on: boolean): Promise<void> {
  await session.send('Network.enable')
  await session.send('Emulation.setCPUThrottlingRate', { rate: on ? profile.cpu : 1 })
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: on ? profile.latencyMs : 0,
    downloadThroughput: on ? (profile.megabits * 1e6) / 8 : -1,
    uploadThroughput: on ? (profile.upMegabits * 1e6) / 8 : -1,
  })
}

interface Seen {
  codeAt: number | null
  tappedAt: number | null
  shift: number
  paintAt: number
}

/** Runs in the page from its first moment: notes when the code is drawn, and all that moves without being asked. */
function watch(selector: string): void {
  const seen: Seen = { codeAt: null, tappedAt: null, shift: 0, paintAt: 0 }
  ;(window as unknown as { seen: Seen }).seen = seen
  const look = (): void => {
    const code = document.querySelector(selector)
    // A code that is still faded in by a transition cannot be scanned yet; it counts from the frame that shows it whole.
    if (code && seen.codeAt === null && code.getBoundingClientRect().width > 0)
      seen.codeAt = performance.now()
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  addEventListener('pointerdown', () => (seen.tappedAt = performance.now()), { capture: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[]) {
      if (!entry.hadRecentInput) seen.shift += entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    seen.paintAt = list.getEntries().at(-1)?.startTime ?? seen.paintAt
  }).observe({ type: 'largest-contentful-paint', buffered: true })
}

export function seenOn(page: Page): Promise<Seen> {
  return page.evaluate(() => ({ ...(window as unknown as { seen: Seen }).seen }))
}

export async function forgetCode(page: Page): Promise<void> {
  await page.evaluate(() => {
    ;(window as unknown as { seen: Seen }).seen.codeAt = null
  })
}

export async function waitForCode(page: Page): Promise<void> {
  await page.waitForFunction(() => (window as unknown as { seen: Seen }).seen.codeAt !== null, undefined, {
    timeout: 30_000,
  })
}
