import { expect, test } from '../lib/journey.ts'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { readPhone } from '../lib/codes.ts'
import { registerOf } from '../lib/register.ts'

const workerIsReady = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true))
  // The first visit is not controlled yet; from the second on the worker answers.
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** The pages that the worker keeps, of this version and of one that waits: each under the address with its revision. */
const keptPages = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const requests = await (await caches.open('shirogane')).keys()
    return requests
      .map(({ url }) => new URL(url))
      .filter(({ pathname }) => pathname === '/')
      .map(({ pathname, search }) => pathname + search)
  })

test(
  'Without a network the app opens, shows the last balance with its time, and keeps a living code',
  { tag: '@service-worker' },
  async ({ stage }) => {
    const phone = await stage.customer('hanako')
    await workerIsReady(phone)
    await phone.getByRole('link', { name: 'QR支払い' }).click()
    const { qr } = await readPhone(phone)
    await phone.context().setOffline(true)
    await expect(
      phone
        .getByText('オフラインです。残り時間のあいだは使えます。完了はあとで取引履歴に表示されます。')
        .first(),
    ).toBeVisible()
    expect((await readPhone(phone)).qr, 'the code stays').toBe(qr)

    await phone.goto('/')
    await expect(phone.getByText('オフラインです').first()).toBeVisible()
    await expect(phone.getByText(/時点の内容です/).first()).toBeVisible()
    await phone.goto('/qr')
    await expect(phone.getByText('オンラインになると表示します').first()).toBeVisible()
    await phone.context().setOffline(false)
    await expect(phone.getByRole('img', { name: '支払い用QRコード' }).first()).toBeVisible()
  },
)

test('A guest without a network still sees the shell', { tag: '@service-worker' }, async ({ stage }) => {
  const phone = await stage.phone()
  await phone.goto('/')
  await workerIsReady(phone)
  await phone.context().setOffline(true)
  await phone.reload()
  await expect(phone.getByText('銀の買いものが、もっと楽しく。').first()).toBeVisible()
})

test(
  'A network that takes every question and answers none still brings the shell',
  { tag: '@service-worker' },
  async ({ stage }) => {
    const { shop } = stage
    const phone = await stage.phone()
    await phone.goto('/')
    await workerIsReady(phone)
    await shop.killServer()
    const waiting = new Set<Socket>()
    const silence = createServer((socket) => void waiting.add(socket)).listen(shop.port)
    await once(silence, 'listening')
    await phone.goto('/')
    await expect(phone.getByText('銀の買いものが、もっと楽しく。').first()).toBeVisible()
    expect(waiting.size, 'the network was asked').toBeGreaterThan(0)
    silence.close()
    for (const socket of waiting) socket.destroy()
    await shop.start()
  },
)

test(
  'A member who has logged out keeps the app without a network',
  { tag: '@service-worker' },
  async ({ stage }) => {
    const phone = await stage.customer('yoko')
    await workerIsReady(phone)
    await phone.goto('/user')
    await phone.getByRole('button', { name: 'ログアウト' }).click()
    await phone.getByRole('alertdialog').getByRole('button', { name: 'ログアウト' }).click()
    await phone.getByRole('link', { name: 'ホームへ戻る' }).click()
    await expect(phone.getByText('銀の買いものが、もっと楽しく。').first()).toBeVisible()
    await expect
      .poll(
        () =>
          phone.evaluate(
            async () =>
              (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated' &&
              (await caches.keys()).length,
          ),
        'the worker that the log-out took away is there again, with its files',
      )
      .toBe(1)
    expect(await phone.getByText('新しいバージョンがあります').isVisible()).toBe(false)
    await phone.context().setOffline(true)
    await phone.reload()
    await expect(phone.getByText('銀の買いものが、もっと楽しく。').first()).toBeVisible()
  },
)

test(
  'A new version waits for a yes, not over a live code, and clears what the old one kept',
  { tag: '@service-worker' },
  async ({ stage }) => {
    const phone = await stage.customer('kyoko')
    await workerIsReady(phone)
    const before = await keptPages(phone)
    expect(before.length).toBe(1)
    // The next build differs from this one by its page alone.
    const file = join(stage.shop.folder, 'web/sw.js')
    const worker = readFileSync(file, 'utf8')
    const revision = before[0]!.replace('/?__WB_REVISION__=', '')
    expect(worker).toContain(revision)
    for (const suffix of ['.br', '.gz']) rmSync(file + suffix, { force: true })
    writeFileSync(file, worker.replaceAll(revision, 'the-next-one'))
    const fetched: string[] = []
    phone.context().on('request', (request) => {
      if (request.serviceWorker() !== null) fetched.push(new URL(request.url()).pathname)
    })
    await phone.getByRole('link', { name: 'QR支払い' }).click()
    await expect(phone.getByRole('img', { name: '支払い用QRコード' }).first()).toBeVisible()
    await phone.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    const question = phone.getByText('新しいバージョンがあります')
    await expect
      .poll(
        () => phone.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null),
        'the new worker waits',
      )
      .toBe(true)
    expect(
      fetched.filter((path) => path !== '/sw.js'),
      'what has not changed is not fetched again',
    ).toStrictEqual(['/'])
    expect((await keptPages(phone)).length, 'the old page stays beside the new one').toBe(2)
    expect(await question.isVisible(), 'not over a live code').toBe(false)
    await phone.getByRole('link', { name: 'ホーム' }).click()
    await expect(question.first()).toBeVisible()
    await phone.getByRole('button', { name: '更新する' }).click()
    await expect
      .poll(() => keptPages(phone).catch(() => []), 'only the new version’s page is kept')
      .toEqual(['/?__WB_REVISION__=the-next-one'])
    await expect(
      phone.getByRole('heading', { name: 'ホーム' }).or(phone.getByText('現在のランク')).first(),
    ).toBeVisible()
    await expect(question.first()).toBeHidden()
  },
)

test(
  'A part of the app that is gone reloads the page once, and then says so',
  { tag: '@service-worker' },
  async ({ stage }) => {
    const phone = await stage.phone({ options: { serviceWorkers: 'block' } })
    await phone.goto('/')
    await expect(phone.getByText('銀の買いものが、もっと楽しく。').first()).toBeVisible()
    await phone.route('**/assets/*Login*.js', (route) => route.fulfill({ status: 404, body: '' }))
    let loads = 0
    phone.on('framenavigated', () => (loads += 1))
    await phone.getByRole('link', { name: 'ログイン' }).first().click()
    await expect(phone.getByText('エラーが発生しました').first()).toBeVisible()
    expect(loads, `the page loaded ${loads} times`).toBeLessThanOrEqual(3)
    await phone.unroute('**/assets/*Login*.js')
  },
)

test(
  'What a page fetches in the background and does not get is not missed',
  { tag: '@service-worker' },
  async ({ stage }) => {
    const phone = await stage.phoneOf('yoko', { options: { serviceWorkers: 'block' } })
    const files = /\/assets\/(?:SignedIn|Greetings)-/
    await phone.route(files, (route) => route.abort())
    let loads = 0
    phone.on('domcontentloaded', () => (loads += 1))
    const isMissed = phone.waitForEvent('requestfailed', (request) => files.test(request.url()))
    await phone.goto('/')
    await isMissed
    await expect(phone.getByRole('link', { name: '取引履歴' }).first()).toBeVisible()
    expect(loads, 'nothing is loaded anew').toBe(1)
    const comes = phone.waitForResponse(/\/assets\/SignedIn-/)
    await phone.unroute(files)
    await comes
    await expect(phone.getByRole('link', { name: '取引履歴' }).first()).toBeVisible()
  },
)

test(
  'A sheet or a mode that is gone leaves the sale at the register as it stands',
  { tag: '@service-worker' },
  async ({ stage }) => {
    const screen = await stage.desk('E0003', { options: { serviceWorkers: 'block' } })
    const files = /\/assets\/(?:SwitchSheet|ChargeScreen)-/
    await screen.route(files, (route) => route.fulfill({ status: 404, body: '' }))
    await screen.goto('/admin/register')
    const register = registerOf(screen)
    await register.addFavourite('銀磨きクロス')
    await register.pay('現金', 2_000)
    // Only in this page and nowhere else: a page that was loaded anew has forgotten it.
    await screen.evaluate(() => document.body.setAttribute('data-same-page', ''))
    const openSheet = async () => {
      await screen.getByRole('button', { name: /のメニュー/ }).click()
      await screen.getByRole('button', { name: '担当者を切り替え' }).click()
    }
    const question = screen.getByRole('alertdialog', { name: '画面を読み込めませんでした' })

    await openSheet()
    await expect(question.first()).toBeVisible()
    await question.getByRole('button', { name: 'あとで' }).click()
    await expect(question.first()).toBeHidden()
    await expect(register.cart.getByText('銀磨きクロス').first()).toBeVisible()
    await openSheet()
    await expect(question.first()).toBeVisible()
    await question.getByRole('button', { name: 'あとで' }).click()

    await screen.getByRole('radio', { name: 'チャージ' }).check()
    await expect(screen.getByRole('heading', { name: '画面を読み込めませんでした' }).first()).toBeVisible()
    await screen.getByRole('radio', { name: '会計' }).check()
    await expect(register.cart.getByText('銀磨きクロス').first()).toBeVisible()

    await screen.unroute(files)
    await screen.getByRole('radio', { name: 'チャージ' }).check()
    await expect(screen.getByRole('button', { name: '会員を読み取ってください' }).first()).toBeVisible()
    await screen.getByRole('radio', { name: '会計' }).check()
    await openSheet()
    await expect(screen.getByRole('dialog', { name: '担当者の切り替え' }).first()).toBeVisible()
    await screen.keyboard.press('Escape')
    expect(await screen.locator('[data-same-page]').count(), 'the page was never loaded anew').toBe(1)
    await register.completeSale()
    await expect(register.done.first()).toBeVisible()
  },
)
