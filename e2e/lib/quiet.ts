import { expect, type Page, type Request } from '@playwright/test'

const stillMs = 150
const pages = new WeakMap<Page, { asked: Set<Request>; at: number }>()

/** Keeps an eye on what a page asks for and waits for. */
export function watchTraffic(page: Page): void {
  const traffic = { asked: new Set<Request>(), at: performance.now() }
  pages.set(page, traffic)
  page.on('request', (request) => {
    traffic.asked.add(request)
    traffic.at = performance.now()
  })
  const answered = (request: Request): void => {
    traffic.asked.delete(request)
    traffic.at = performance.now()
  }
  page.on('requestfinished', answered)
  page.on('requestfailed', answered)
}

/**
 * Waits until a page has had every answer, and no new question for a moment. The browser's own event for it comes after
 * half a second of silence, which is more than most screens take to load.
 */
export async function waitUntilQuiet(page: Page): Promise<void> {
  const traffic = pages.get(page)
  if (!traffic) throw new Error('The traffic of this page is not watched.')
  await expect(() => {
    expect([...traffic.asked].map((request) => request.url())).toEqual([])
    expect(performance.now() - traffic.at).toBeGreaterThanOrEqual(stillMs)
  }, 'the page has all its answers').toPass({ intervals: [30] })
}
