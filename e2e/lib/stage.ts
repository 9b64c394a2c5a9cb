import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { patienceMs } from './expect.ts'
import { password, type Shop } from './shop.ts'

export interface Look {
  theme?: 'light' | 'dark'
  options?: BrowserContextOptions
}

/** For stories in which what moves on a screen is part of what is looked at. */
export const moving: BrowserContextOptions = { reducedMotion: 'no-preference' }

/** The people and devices of one story. */
export class Stage {
  readonly shop: Shop
  readonly browser: Browser
  readonly #contexts: BrowserContext[] = []
  readonly #others: Stage[] = []
  readonly #complaints: string[] = []

  constructor(shop: Shop, browser: Browser) {
    this.shop = shop
    this.browser = browser
  }

  /** What pages threw or logged as errors, besides the refusals that a story provokes. */
  get complaints(): readonly string[] {
    return this.#complaints
  }

  /** A customer's phone, at nobody's account yet. */
  async phone({ theme = 'light', options }: Look = {}): Promise<Page> {
    return this.#open({
      baseURL: this.shop.phoneOrigin,
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 2,
      hasTouch: true,
      isMobile: true,
      colorScheme: theme,
      ...options,
    })
  }

  /** A register's screen. */
  async till({ theme = 'light', options }: Look = {}): Promise<Page> {
    return this.#open({
      baseURL: this.shop.tillOrigin,
      viewport: { width: 1280, height: 800 },
      colorScheme: theme,
      ...options,
    })
  }

  async #open(options: BrowserContextOptions): Promise<Page> {
    const context = await this.browser.newContext({
      locale: 'ja-JP',
      timezoneId: 'Asia/Tokyo',
      // Nobody draws what no story looks at: a third of a second of each sheet, and every sheen and ring meanwhile.
      reducedMotion: 'reduce',
      ...options,
    })
    context.setDefaultTimeout(patienceMs)
    this.#contexts.push(context)
    context.on('weberror', (error) => this.#complaints.push(`thrown: ${error.error().message}`))
    const page = await context.newPage()
    // A page in the middle of something asks before it is left; whoever reloads it in a story means it.
    page.on('dialog', (dialog) => void dialog.accept())
    return page
  }

  /** A phone with this customer's home on it. */
  async customer(username: string, look: Look = {}): Promise<Page> {
    const page = await this.phone(look)
    // Whoever pays in these stories was asked for the birthday long ago.
    await page.context().addCookies([{ name: 'birth_no', value: '1', url: this.shop.phoneOrigin }])
    await signIn(page, username)
    await page.getByRole('heading', { name: 'ホーム' }).waitFor({ state: 'attached' })
    return page
  }

  /** A register with this clerk at it, ready for the first sale. */
  async clerk(number: string, look: Look = {}): Promise<Page> {
    const page = await this.till(look)
    await signIn(page, number)
    await page.waitForURL(/\/admin\/register/)
    await page.getByText('商品をスキャンするか、会員のQRコードを読み取ってください').waitFor()
    return page
  }

  /** The same story in a browser of another kind, which is closed when the story ends. */
  in(browser: Browser): Stage {
    const other = new Stage(this.shop, browser)
    this.#others.push(other)
    return other
  }

  async leave(): Promise<void> {
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()))
    for (const other of this.#others.splice(0)) {
      await other.leave()
      await other.browser.close()
    }
  }

  /** What every open page looks like now, for whoever looks into a failure. */
  pages(): Page[] {
    return [
      ...this.#contexts.flatMap((context) => context.pages()),
      ...this.#others.flatMap((other) => other.pages()),
    ]
  }
}

export async function signIn(page: Page, credential: string): Promise<void> {
  await page.goto('/auth/login')
  await page.getByLabel('メールアドレス・電話番号・ユーザー名').fill(credential)
  await page.getByLabel('パスワード', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/auth/login')
}
