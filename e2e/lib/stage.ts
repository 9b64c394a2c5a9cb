import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { watchTraffic } from './quiet.ts'
import { password, type Shop } from './shop.ts'

export interface Look {
  theme?: 'light' | 'dark'
  options?: BrowserContextOptions
}

/** For journeys in which what moves on a screen is part of what is looked at. */
export const moving: BrowserContextOptions = { reducedMotion: 'no-preference' }

/** The people and devices of one journey. */
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

  /** What pages threw or logged as errors, besides the refusals that a journey provokes. */
  get complaints(): readonly string[] {
    return this.#complaints
  }

  /** A customer's phone, signed in to no account yet. */
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
  async register({ theme = 'light', options }: Look = {}): Promise<Page> {
    return this.#open({
      baseURL: this.shop.registerOrigin,
      viewport: { width: 1280, height: 800 },
      colorScheme: theme,
      ...options,
    })
  }

  async #open(options: BrowserContextOptions): Promise<Page> {
    const context = await this.browser.newContext(options)
    this.#contexts.push(context)
    context.on('weberror', (error) => this.#complaints.push(`thrown: ${error.error().message}`))
    const page = await context.newPage()
    watchTraffic(page)
    // A page in the middle of something asks before it is left; a journey that reloads it means it.
    page.on('dialog', (dialog) => void dialog.accept())
    return page
  }

  /** A phone that this customer is signed in on, with nothing on it yet. */
  async phoneOf(username: string, look: Look = {}): Promise<Page> {
    const page = await this.phone(look)
    // The customers who pay in these journeys were asked for the birthday long ago.
    await page.context().addCookies([{ name: 'birth_no', value: '1', url: this.shop.phoneOrigin }])
    await enter(page, username)
    return page
  }

  /** The same with their home on it. */
  async customer(username: string, look: Look = {}): Promise<Page> {
    const page = await this.phoneOf(username, look)
    await page.goto('/')
    await page.getByRole('heading', { name: 'ホーム' }).waitFor({ state: 'attached' })
    return page
  }

  /** The same with another of the app's pages. */
  async customerAt(path: string, username: string, look: Look = {}): Promise<Page> {
    const page = await this.phoneOf(username, look)
    await page.goto(path)
    return page
  }

  /** A register with this clerk at it, ready for the first sale. */
  async clerk(number: string, look: Look = {}): Promise<Page> {
    const page = await this.desk(number, look)
    await page.goto('/admin/register')
    await page.getByText('商品をスキャンするか、会員のQRコードを読み取ってください').waitFor()
    return page
  }

  /** A screen that this employee is signed in at, with nothing on it yet. */
  async desk(number: string, look: Look = {}): Promise<Page> {
    const page = await this.register(look)
    await enter(page, number)
    return page
  }

  /** The same journey in a browser of another kind, which is closed when the journey ends. */
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
}

/**
 * Signs in without the screen for it, which has journeys of its own: the server is asked as the screen asks it, and the
 * browser keeps what the app keeps, the session's cookies and the mark beside them that a script can read.
 */
async function enter(page: Page, credential: string): Promise<void> {
  const answer = await page.context().request.post('/v1/auth/login', { data: { credential, password } })
  if (!answer.ok()) throw new Error(`The login of ${credential} was answered ${answer.status()}.`)
  const mark = await page.addInitScript(() => localStorage.setItem('shirogane.signed_in', '1'))
  // Once: a reader who logs out later must stay out.
  page.once('domcontentloaded', () => void mark.dispose().catch(() => undefined))
}

/** Signs in at the screen, as people do on a device that does not know them. */
export async function signIn(page: Page, credential: string): Promise<void> {
  await page.goto('/auth/login')
  await page.getByLabel('メールアドレス・電話番号・ユーザー名').fill(credential)
  await page.getByLabel('パスワード', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/auth/login')
}
