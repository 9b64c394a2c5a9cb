import { findBrowser, findShell } from '@shirogane/tools/lib/browser'
import { test as base } from '@playwright/test'
import { browserArguments } from './browser.ts'
import { Shop } from './shop.ts'
import { Stage } from './stage.ts'

export { expect } from '@playwright/test'

export interface WorkerOptions {
  /** Whether the browser is the one with windows, which can do all that a customer's does. */
  hasWindows: boolean
}

interface WorkerFixtures extends WorkerOptions {
  /** The shop of the file that is running: its journeys share one, which opens for them with the whole demo brand in it. */
  openShopOf: (file: string) => Promise<Shop>
}

interface Fixtures {
  shop: Shop
  /** The people and devices of one journey: fresh phones and registers, in the same shop as its neighbours'. */
  stage: Stage
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  hasWindows: [true, { option: true, scope: 'worker' }],
  browser: [
    async ({ playwright, hasWindows, headless }, provide) => {
      const shell = hasWindows || !headless ? null : findShell()
      const executablePath = shell ?? findBrowser() ?? ''
      const browser = await playwright.chromium.launch({ executablePath, args: browserArguments })
      await provide(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  openShopOf: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads here which fixtures it needs
    async ({}, provide) => {
      let open: { file: string; shop: Shop } | null = null
      await provide(async (file) => {
        if (open?.file !== file) {
          await open?.shop.close()
          open = null
          open = { file, shop: await Shop.open() }
        }
        return open.shop
      })
      await (open as { shop: Shop } | null)?.shop.close()
    },
    { scope: 'worker' },
  ],
  shop: async ({ openShopOf }, provide, { file }) => provide(await openShopOf(file)),
  stage: async ({ shop, browser }, provide) => {
    const stage = new Stage(shop, browser)
    await provide(stage)
    await stage.leave()
  },
})
