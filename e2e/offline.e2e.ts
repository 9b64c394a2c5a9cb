import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { readPhone } from './lib/codes.ts'
import { eventually, sees, seesNot } from './lib/expect.ts'
import { wholeJourney } from './lib/journey.ts'
import { registerOf } from './lib/register.ts'

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

wholeJourney(
  'Without a network the app opens, shows the last balance with its time, and keeps a living code',
  async (stage) => {
    const phone = await stage.customer('hanako')
    await workerIsReady(phone)
    await phone.getByRole('link', { name: 'QR支払い' }).click()
    const { qr } = await readPhone(phone)
    await phone.context().setOffline(true)
    await sees(
      phone.getByText('オフラインです。残り時間のあいだは使えます。完了はあとで取引履歴に表示されます。'),
    )
    assert.equal((await readPhone(phone)).qr, qr, 'the code stays')

    await phone.goto('/')
    await sees(phone.getByText('オフラインです').first())
    await sees(phone.getByText(/時点の内容です/).first())
    await phone.goto('/qr')
    await sees(phone.getByText('オンラインになると表示します'))
    await phone.context().setOffline(false)
    await sees(phone.getByRole('img', { name: '支払い用QRコード' }))
  },
)

wholeJourney('A guest without a network still sees the shell', async (stage) => {
  const phone = await stage.phone()
  await phone.goto('/')
  await workerIsReady(phone)
  await phone.context().setOffline(true)
  await phone.reload()
  await sees(phone.getByText('銀の買いものが、もっと楽しく。'))
})

wholeJourney('A network that takes every question and answers none still brings the shell', async (stage) => {
  const { shop } = stage
  const phone = await stage.phone()
  await phone.goto('/')
  await workerIsReady(phone)
  await shop.killServer()
  const waiting = new Set<Socket>()
  const silence = createServer((socket) => void waiting.add(socket)).listen(shop.port)
  await once(silence, 'listening')
  await phone.goto('/')
  await sees(phone.getByText('銀の買いものが、もっと楽しく。'))
  assert.ok(waiting.size > 0, 'the network was asked')
  silence.close()
  for (const socket of waiting) socket.destroy()
  await shop.start()
})

wholeJourney('Whoever has logged out keeps the app without a network', async (stage) => {
  const phone = await stage.customer('yoko')
  await workerIsReady(phone)
  await phone.goto('/user')
  await phone.getByRole('button', { name: 'ログアウト' }).click()
  await phone.getByRole('alertdialog').getByRole('button', { name: 'ログアウト' }).click()
  await phone.getByRole('link', { name: 'ホームへ戻る' }).click()
  await sees(phone.getByText('銀の買いものが、もっと楽しく。'))
  await eventually(
    'the worker that the log-out took away is there again, with its files',
    () =>
      phone.evaluate(
        async () =>
          (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated' &&
          (await caches.keys()).length,
      ),
    (caches_) => caches_ === 1,
  )
  assert.equal(await phone.getByText('新しいバージョンがあります').isVisible(), false)
  await phone.context().setOffline(true)
  await phone.reload()
  await sees(phone.getByText('銀の買いものが、もっと楽しく。'))
})

wholeJourney(
  'A new version waits for a word, not over a live code, and clears what the old one kept',
  async (stage) => {
    const phone = await stage.customer('kyoko')
    await workerIsReady(phone)
    const before = await keptPages(phone)
    assert.equal(before.length, 1)
    // The next build differs from this one by its page alone.
    const file = join(stage.shop.folder, 'web/sw.js')
    const worker = readFileSync(file, 'utf8')
    const revision = before[0]!.replace('/?__WB_REVISION__=', '')
    assert.ok(worker.includes(revision))
    for (const suffix of ['.br', '.gz']) rmSync(file + suffix, { force: true })
    writeFileSync(file, worker.replaceAll(revision, 'the-next-one'))
    const fetched: string[] = []
    phone.context().on('request', (request) => {
      if (request.serviceWorker() !== null) fetched.push(new URL(request.url()).pathname)
    })
    await phone.getByRole('link', { name: 'QR支払い' }).click()
    await sees(phone.getByRole('img', { name: '支払い用QRコード' }))
    await phone.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    const question = phone.getByText('新しいバージョンがあります')
    await eventually(
      'the new worker waits',
      () => phone.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null),
      Boolean,
    )
    assert.deepEqual(
      fetched.filter((path) => path !== '/sw.js'),
      ['/'],
      'what has not changed is not fetched again',
    )
    assert.equal((await keptPages(phone)).length, 2, 'the old page stays beside the new one')
    assert.equal(await question.isVisible(), false, 'not over a live code')
    await phone.getByRole('link', { name: 'ホーム' }).click()
    await sees(question)
    await phone.getByRole('button', { name: '更新する' }).click()
    await eventually(
      'only the new version’s page is kept',
      () => keptPages(phone).catch(() => []),
      (pages) => pages.length === 1 && pages[0] === '/?__WB_REVISION__=the-next-one',
    )
    await sees(phone.getByRole('heading', { name: 'ホーム' }).or(phone.getByText('現在のランク')))
    await seesNot(question)
  },
)

wholeJourney('A part of the app that is gone reloads the page once, and then says so', async (stage) => {
  const phone = await stage.phone({ options: { serviceWorkers: 'block' } })
  await phone.goto('/')
  await sees(phone.getByText('銀の買いものが、もっと楽しく。'))
  await phone.route('**/assets/*Login*.js', (route) => route.fulfill({ status: 404, body: '' }))
  let loads = 0
  phone.on('framenavigated', () => (loads += 1))
  await phone.getByRole('link', { name: 'ログイン' }).first().click()
  await sees(phone.getByText('エラーが発生しました'))
  assert.ok(loads <= 3, `the page loaded ${loads} times`)
  await phone.unroute('**/assets/*Login*.js')
})

wholeJourney('What a page fetches in the background and does not get is missed by nobody', async (stage) => {
  const phone = await stage.phoneOf('yoko', { options: { serviceWorkers: 'block' } })
  const files = /\/assets\/(?:SignedIn|Greetings)-/
  await phone.route(files, (route) => route.abort())
  let loads = 0
  phone.on('domcontentloaded', () => (loads += 1))
  const isMissed = phone.waitForEvent('requestfailed', (request) => files.test(request.url()))
  await phone.goto('/')
  await isMissed
  await sees(phone.getByRole('link', { name: '取引履歴' }))
  assert.equal(loads, 1, 'nothing is loaded anew')
  const comes = phone.waitForResponse(/\/assets\/SignedIn-/)
  await phone.unroute(files)
  await comes
  await sees(phone.getByRole('link', { name: '取引履歴' }))
})

wholeJourney('A sheet or a mode that is gone leaves the sale at the register as it stands', async (stage) => {
  const till = await stage.desk('E0003', { options: { serviceWorkers: 'block' } })
  const files = /\/assets\/(?:SwitchSheet|ChargeScreen)-/
  await till.route(files, (route) => route.fulfill({ status: 404, body: '' }))
  await till.goto('/admin/register')
  const register = registerOf(till)
  await register.addFavourite('銀磨きクロス')
  await register.pay('現金', 2_000)
  // Only in this page and nowhere else: a page that was loaded anew has forgotten it.
  await till.evaluate(() => document.body.setAttribute('data-same-page', ''))
  const openSheet = async () => {
    await till.getByRole('button', { name: /のメニュー/ }).click()
    await till.getByRole('button', { name: '担当者を切り替え' }).click()
  }
  const question = till.getByRole('alertdialog', { name: '画面を読み込めませんでした' })

  await openSheet()
  await sees(question)
  await question.getByRole('button', { name: 'あとで' }).click()
  await seesNot(question)
  await sees(register.cart.getByText('銀磨きクロス'))
  await openSheet()
  await sees(question)
  await question.getByRole('button', { name: 'あとで' }).click()

  await till.getByRole('radio', { name: 'チャージ' }).check()
  await sees(till.getByRole('heading', { name: '画面を読み込めませんでした' }))
  await till.getByRole('radio', { name: '会計' }).check()
  await sees(register.cart.getByText('銀磨きクロス'))

  await till.unroute(files)
  await till.getByRole('radio', { name: 'チャージ' }).check()
  await sees(till.getByRole('button', { name: '会員を読み取ってください' }).first())
  await till.getByRole('radio', { name: '会計' }).check()
  await openSheet()
  await sees(till.getByRole('dialog', { name: '担当者の切り替え' }))
  await till.keyboard.press('Escape')
  assert.equal(await till.locator('[data-same-page]').count(), 1, 'the page was never loaded anew')
  await register.settle()
  await sees(register.done)
})
