import { expect, test } from '../lib/journey.ts'
import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { call } from '@shirogane/tools/lib/call'
import { Program } from '../lib/program.ts'
import { waitUntilQuiet } from '../lib/quiet.ts'
import { password } from '../lib/shop.ts'
import type { Stage } from '../lib/stage.ts'

/** The renewals of a page that were answered, by their path, in order. */
function renewalsOf(page: Page): string[] {
  const seen: string[] = []
  page.on('requestfinished', (request) => {
    const path = new URL(request.url()).pathname
    if (request.method() === 'PATCH' && /refresh/.test(path)) seen.push(path.replace('/v1/auth/', ''))
  })
  return seen
}

/** Only a call of this page can find out that its session is over. */
async function withoutALine(stage: Stage, path: string): Promise<Page> {
  const phone = await stage.phoneOf('yoko')
  await phone.routeWebSocket(/socket\.io/, () => undefined)
  await phone.goto(path)
  return phone
}

test('The timer renews the access token twice and the refresh token every third time', async ({ stage }) => {
  const phone = await stage.phone()
  // A clock that leaps makes a live connection look dead, and a dead one asks for a renewal of its own.
  await phone.routeWebSocket(/socket\.io/, () => undefined)
  await phone.clock.install()
  await phone.goto('/auth/login')
  await phone.getByLabel('メールアドレス・電話番号・ユーザー名').fill('hanako')
  await phone.getByLabel('パスワード', { exact: true }).fill(password)
  await phone.getByRole('button', { name: 'ログイン', exact: true }).click()
  await phone.waitForURL((url) => url.pathname !== '/auth/login')
  const renewals = renewalsOf(phone)
  for (const [tick, name] of [
    'refreshAccessToken',
    'refreshAccessToken',
    'refreshToken',
    'refreshAccessToken',
  ].entries()) {
    await phone.clock.fastForward(180_000)
    await expect.poll(() => renewals.length, `tick ${tick + 1}`).toBe(tick + 1)
    expect(renewals[tick], `tick ${tick + 1} of ${renewals.join(', ')}`).toBe(name)
  }
})

test('A page that wakes after hours of sleep renews its session before it asks for anything', async ({
  stage,
}) => {
  const phone = await stage.phone()
  await phone.clock.install()
  await phone.goto('/auth/login')
  await phone.getByLabel('メールアドレス・電話番号・ユーザー名').fill('kyoko')
  await phone.getByLabel('パスワード', { exact: true }).fill(password)
  await phone.getByRole('button', { name: 'ログイン', exact: true }).click()
  await phone.waitForURL((url) => url.pathname !== '/auth/login')
  const renewals = renewalsOf(phone)
  await phone.clock.fastForward(3 * 3_600_000)
  await expect.poll(() => renewals.length, 'the session is renewed').toBeGreaterThan(0)
  await phone.getByRole('link', { name: 'QR支払い' }).click()
  await expect(phone.getByRole('img', { name: '支払い用QRコード' }).first()).toBeVisible()
})

test('Logging out in one tab logs out the other, and a dead session ends at the login', async ({ stage }) => {
  const one = await stage.customer('yoko')
  const two = await one.context().newPage()
  await two.goto('/user')
  await expect(two.getByRole('heading', { name: '仮置 陽子' }).first()).toBeVisible()
  await one.goto('/auth/logout')
  await expect(one.getByText('ログアウトしました').first()).toBeVisible()
  await two.waitForURL((url) => url.pathname !== '/user')
  await two.goto('/user')
  await two.waitForURL(/\/auth\/login\?next=/)

  const three = await stage.customer('yoko')
  await stage.shop.db.query(`update sessions set revoked_at = now(), revoked_reason = 'test'
    where user_id = (select id from users where username = 'yoko') and revoked_at is null`)
  await three.goto('/user')
  await three.waitForURL(/\/auth\/login/)
})

test('A session that is over when a form is saved leads to the login, and back to the form', async ({
  stage,
}) => {
  const phone = await withoutALine(stage, '/user/setting?tab=address')
  await phone.getByLabel(/^建物名/).fill('白銀ビル')
  await waitUntilQuiet(phone)
  await stage.shop.db.query(`update sessions set revoked_at = now(), revoked_reason = 'test'
    where user_id = (select id from users where username = 'yoko') and revoked_at is null`)
  await phone.getByRole('button', { name: '保存' }).click()
  await expect(
    phone.getByText('ログインの有効期限が切れました。もう一度ログインしてください。').first(),
  ).toBeVisible()
  await phone.getByLabel('メールアドレス・電話番号・ユーザー名').fill('yoko')
  await phone.getByLabel('パスワード', { exact: true }).fill(password)
  await phone.getByRole('button', { name: 'ログイン', exact: true }).click()
  await phone.waitForURL(/\/user\/setting\?tab=address/)
})

test('A session that is over when a question is sent leaves it about its payment, and the login leads back to it', async ({
  stage,
}) => {
  const { shop } = stage
  const endSessions = () =>
    shop.db.query(`update sessions set revoked_at = now(), revoked_reason = 'test'
        where user_id = (select id from users where username = 'kyoko') and revoked_at is null`)
  const kyoko = await Program.of(shop, 'kyoko')
  const { body } = await kyoko.send('GET', '/v1/transactions/list?limit=1&filter=payment')
  const { id, number } = (body as { items: { id: string; number: string }[] }).items[0]!
  const ask = async () => {
    const phone = await stage.phoneOf('kyoko')
    await phone.routeWebSocket(/socket\.io/, () => undefined)
    await phone.goto(`/about/contact?transaction=${id}`)
    await expect(phone.getByText(number).first()).toBeVisible()
    await phone.getByLabel('内容').fill('金額が合っているか教えてください。')
    await waitUntilQuiet(phone)
    // A call that guests make as well relies for a second on what was read of its session.
    await setTimeout(1_100)
    await endSessions()
    await phone.getByRole('button', { name: '送信する' }).click()
    await expect(phone.getByRole('alertdialog', { name: '変更を破棄しますか？' }).first()).toBeVisible()
    return phone
  }
  const stayed = await ask()
  await stayed.getByRole('alertdialog').getByRole('button', { name: '続ける' }).click()
  await expect(stayed.getByRole('alertdialog').first()).toBeHidden()
  expect(await stayed.getByLabel('内容').inputValue()).toBe('金額が合っているか教えてください。')
  expect(await stayed.getByLabel('取引番号').inputValue()).toBe(number)
  await stayed.getByRole('button', { name: '送信する' }).click()
  await expect(stayed.getByText('お問い合わせを受け付けました').first()).toBeVisible()
  const { rows } = await shop.db.query(
    'select transaction_number from contacts order by created_at desc limit 1',
  )
  expect(rows[0]?.transaction_number).toBe(number)

  const left = await ask()
  await left.getByRole('alertdialog').getByRole('button', { name: '破棄する' }).click()
  await expect(
    left.getByText('ログインの有効期限が切れました。もう一度ログインしてください。').first(),
  ).toBeVisible()
  await left.getByLabel('メールアドレス・電話番号・ユーザー名').fill('kyoko')
  await left.getByLabel('パスワード', { exact: true }).fill(password)
  await left.getByRole('button', { name: 'ログイン', exact: true }).click()
  await left.waitForURL((url) => url.href.endsWith(`/about/contact?transaction=${id}`))
  await expect(left.getByText(number).first()).toBeVisible()
})

test('A customer finds no staff page and no staff call, and a clerk none of a customer', async ({
  stage,
}) => {
  const phone = await stage.customer('hanako')
  for (const path of ['/admin', '/admin/register']) {
    await phone.goto(path)
    await expect(phone.getByRole('heading', { name: 'ページが見つかりませんでした。' }).first()).toBeVisible()
  }
  const customer = await Program.of(stage.shop, 'hanako')
  const pay = await customer.pay({ amount: 100, tenders: { cash: 100 } })
  expect(pay.status).toBe(403)
  expect(pay.body.code).toBe('FORBIDDEN')
  for (const path of ['/v1/skus/search', '/v1/users/employeeDetails']) {
    expect((await customer.send('GET', path)).status, path).toBe(403)
  }
  const clerk = await Program.of(stage.shop, 'E0003')
  for (const [method, path] of [
    ['POST', '/v1/users/token'],
    ['GET', '/v1/users/wallet'],
    ['GET', '/v1/transactions/list'],
  ] as const) {
    expect((await clerk.send(method, path, method === 'POST' ? {} : undefined)).status, path).toBe(403)
  }
  const stranger = await call(`${stage.shop.registerOrigin}/v1/users/me`)
  expect(stranger.status).toBe(401)
})

test('A person who may not enter reads why in one sentence', async ({ stage }) => {
  const phone = await stage.phone()
  await phone.goto('/auth/login')
  const name = phone.getByLabel('メールアドレス・電話番号・ユーザー名')
  const passwordField = phone.getByLabel('パスワード', { exact: true })
  const enter = phone.getByRole('button', { name: 'ログイン', exact: true })
  await name.fill('hanako')
  await passwordField.fill('wrong-Word-12')
  await enter.click()
  await expect(phone.getByText('ログインIDまたはパスワードが正しくありません。').first()).toBeVisible()
  expect(await passwordField.inputValue(), 'the password is cleared').toBe('')
  await name.fill('teishi')
  await passwordField.fill(password)
  await enter.click()
  await expect(
    phone.getByText('このアカウントは現在ご利用いただけません。お問い合わせください。').first(),
  ).toBeVisible()
  await name.fill('taro')
  await passwordField.fill(password)
  await enter.click()
  await phone.waitForURL(/\/auth\/register\?step=2/)
})

test('An unknown address is a page that says so, with the status that says so', async ({ stage }) => {
  const phone = await stage.phone()
  const answer = await phone.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(phone.getByRole('heading', { name: 'ページが見つかりませんでした。' }).first()).toBeVisible()
  await expect(phone.getByText('This page could not be found').first()).toBeVisible()
  await phone.getByRole('link', { name: 'ホームへ戻る' }).click()
  await expect(phone.getByText('銀の買いものが、もっと楽しく。').first()).toBeVisible()
  expect((await phone.goto('/'))?.status()).toBe(200)
})

test('A login that is let in for some work says so, does it and goes on by itself', async ({ stage }) => {
  const phone = await stage.phone()
  const works: (string | undefined)[] = []
  await phone.route('**/v1/auth/login', async (route) => {
    const { work } = route.request().postDataJSON() as { work?: string }
    works.push(work)
    if (work !== undefined) return route.continue()
    return route.fulfill({
      status: 423,
      headers: { 'Retry-After': '1800' },
      json: {
        code: 'AUTH_ACCOUNT_LOCKED',
        message: '続けて失敗したためロックしました。30分後にもう一度お試しください。',
        fields: { work: 'a-challenge' },
      },
    })
  })
  let release = () => {}
  const seen = new Promise<void>((resolve) => (release = resolve))
  await phone.route('**/assets/login-work*', async (route) => {
    await seen
    await route.continue()
  })
  await phone.goto('/auth/login')
  await phone.getByLabel('メールアドレス・電話番号・ユーザー名').fill('hanako')
  await phone.getByLabel('パスワード', { exact: true }).fill(password)
  await phone.getByRole('button', { name: 'ログイン', exact: true }).click()
  await expect(phone.getByText('安全の確認をしています…').first()).toBeVisible()
  release()
  await phone.waitForURL((url) => url.pathname !== '/auth/login')
  expect(works.length).toBe(2)
  expect(works[1] ?? '').toMatch(/^a-challenge\.\d+$/)
})
