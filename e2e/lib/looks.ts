import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { arePicturesWanted, takePicture } from './pictures.ts'
import { type Look, moving } from './stage.ts'

const layoutShiftMax = 0.02
const usual = { width: 390, height: 844 }
const registerSizes = [
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
] as const
/** Every pixel of a screen is drawn only for pictures that a person wants to see. */
export const look: Look = { options: { ...moving, ...(!arePicturesWanted && { deviceScaleFactor: 1 }) } }

/** Set when a screen was looked at: what moved before, by its other width and larger letters, is not the next one's. */
const lookedAt = 'looked at'

/** The sum of all movement on the page since it was opened, without being asked by a tap or a key. */
async function layoutShiftOf(page: Page): Promise<number> {
  return page.evaluate(
    (mark) =>
      new Promise<number>((done) => {
        const since = performance.getEntriesByName(mark).at(-1)?.startTime ?? 0
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          })[]) {
            if (!entry.hadRecentInput && entry.startTime > since) sum += entry.value
          }
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => done(sum), 100)
      }),
    lookedAt,
  )
}

async function widthBeyond(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** In the dark only the colours are others: what a screen is made of was looked at in the light. */
async function seriousFaults(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async (rules) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
        resultTypes: ['violations'],
        ...(rules && { runOnly: rules }),
      })
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(
          ({ id, help, nodes }) =>
            `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`,
        )
    },
    theme === 'dark' ? ['color-contrast'] : null,
  )
}

/** Opened once, a screen is looked at in the light and then, the customers' ones, in the dark as well. */
export async function faultsOf(
  page: Page,
  name: string,
  themes: readonly ('light' | 'dark')[],
): Promise<string[]> {
  const faults: string[] = []
  const shift = await layoutShiftOf(page)
  if (shift > layoutShiftMax) faults.push(`${name}: the layout shifts by ${shift.toFixed(3)}`)
  if ((await widthBeyond(page)) > 0) faults.push(`${name}: scrolls sideways`)
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme })
    await page.waitForFunction((wanted) => document.documentElement.dataset['theme'] === wanted, theme)
    await page.evaluate(coloursAtRest)
    for (const fault of await seriousFaults(page, theme)) faults.push(`${name}, ${theme}: ${fault}`)
    await takePicture(page, `${name}-${theme}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return faults
}

/** And as small as phones are, and on these with letters as large as eyes may need them. */
export async function lostIn(page: Page, name: string): Promise<string[]> {
  const faults: string[] = []
  await page.setViewportSize({ width: 320, height: 640 })
  await page.evaluate(drawn)
  if ((await widthBeyond(page)) > 0) faults.push(`${name} at 320 px: ${await widestOf(page)}`)
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await page.evaluate(drawn)
  if ((await widthBeyond(page)) > 0) faults.push(`${name} at 320 px and 200 %: ${await widestOf(page)}`)
  for (const text of await page.evaluate(broken)) faults.push(`${name} at 320 px and 200 %: ${text}`)
  await takePicture(page, `${name}-200`)
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  await page.setViewportSize(usual)
  await page.evaluate(drawn)
  await page.evaluate((mark) => performance.mark(mark), lookedAt)
  return faults
}

/** The register with letters twice as large: nothing beside the window, and the page itself stands still under its panes. */
export async function lostAtRegister(page: Page, name: string): Promise<string[]> {
  const faults: string[] = []
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  for (const size of registerSizes) {
    await page.setViewportSize(size)
    await page.evaluate(drawn)
    const what = `${name} at 200 % on ${size.width} px`
    if ((await widthBeyond(page)) > 0) faults.push(`${what}: ${await widestOf(page)}`)
    for (const cut of await page.evaluate(cutAtTheSide)) faults.push(`${what}: ${cut}`)
    const below = await page.evaluate(
      () => document.documentElement.scrollHeight - document.documentElement.clientHeight,
    )
    if (below > 0) faults.push(`${what}: the page scrolls by ${below} px`)
    await takePicture(page, `${name}-${size.width}-200`)
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  await page.setViewportSize(registerSizes[0])
  await page.evaluate(drawn)
  await page.evaluate((mark) => performance.mark(mark), lookedAt)
  return faults
}

/** Runs in the page. Between two themes every colour is on its way for a moment. */
function coloursAtRest(): Promise<unknown> {
  const onTheirWay = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
  return Promise.all(onTheirWay.map(({ finished }) => finished.catch(() => undefined)))
}

/** Runs in the page. What measures itself has done so by the second frame. */
function drawn(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))
}

/** Runs in the page. Boxes whose content is wider than they are, and not by an ellipsis that is meant. */
function cutAtTheSide(): string[] {
  return [...document.querySelectorAll('main *, [role="dialog"] *')]
    .filter((element) => {
      const { clipPath, textOverflow, display } = getComputedStyle(element)
      const isSeen = clipPath === 'none' && textOverflow === 'clip' && display !== 'inline'
      return isSeen && element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1
    })
    .map((element) => `“${(element.textContent ?? '').slice(0, 30)}” is wider than its ${element.tagName}`)
}

/** Text that is cut off where a reader cannot scroll to it, or whose letters stand below each other, one to a line. */
function broken(): string[] {
  const faults: string[] = []
  const textNodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (textNodes.nextNode()) {
    const { currentNode: node } = textNodes
    const text = node.textContent?.trim() ?? ''
    const holder = node.parentElement
    if (text === '' || holder === null || holder.closest('[inert], .visuallyHidden')) continue
    if (!holder.checkVisibility()) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    const letter = Number.parseFloat(getComputedStyle(holder).fontSize)
    if (text.length > 2 && box.width < letter * 1.6 && box.height > letter * 3)
      faults.push(`“${text.slice(0, 30)}” stands one letter to a line`)
    for (let around: HTMLElement | null = holder; around !== null; around = around.parentElement) {
      const { clipPath, overflowX, textOverflow } = getComputedStyle(around)
      if (clipPath !== 'none' || textOverflow === 'ellipsis' || /auto|scroll/.test(overflowX)) break
      const edge = around.getBoundingClientRect()
      if (overflowX !== 'visible' && (box.right > edge.right + 1 || box.left < edge.left - 1)) {
        faults.push(`“${text.slice(0, 30)}” is cut off by its ${around.tagName}`)
        break
      }
    }
  }
  return faults
}

/** Names what reaches beyond the edge, for the developer who has to mend it. */
function widestOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const edge = document.documentElement.clientWidth
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > edge + 1,
    )
    const last = wide.at(-1)
    return last
      ? `${last.tagName.toLowerCase()}.${last.className} “${(last.textContent ?? '').slice(0, 30)}”`
      : 'scrolls sideways'
  })
}
