import { expect, test } from '../lib/journey.ts'
import { readNumber, readText } from '../lib/text.ts'
import { readPayCode } from '@shirogane/contract/inputs/pay-code'
import { digitsOf, readPhone, scan } from '../lib/codes.ts'
import { registerOf } from '../lib/register.ts'
import { moving } from '../lib/stage.ts'

const yen = (value: number): string => value.toLocaleString('ja-JP')

test(
  'A customer pays with the code on the phone: two articles, by points, balance and cash',
  { tag: '@service-worker' },
  async ({ stage }) => {
    const { shop } = stage
    const before = await shop.walletOf('hanako')
    const phone = await stage.customer('hanako', { options: moving })
    const screen = await stage.clerk('E0003', { options: moving })
    const register = registerOf(screen)

    await phone.getByRole('link', { name: 'QR支払い' }).click()
    const { qr, bars } = await readPhone(phone)
    expect(readPayCode(qr)?.kind, 'the QR holds a pay token').toBe('token')
    expect(bars, 'the bars hold the digits that stand under them').toBe(await digitsOf(phone))

    await scan(screen, qr)
    await expect(register.member.getByText('例示 花子 様').first()).toBeVisible()
    await expect(register.member.getByText(yen(before.balance)).first()).toBeVisible()

    await register.addFavourite('三日月ペンダント')
    await register.addFavourite('粒銀ピアス')
    await register.pay('ポイント', 500)
    await register.pay('残高', 3_000)
    await register.pay('現金', 14_000)
    await expect(register.pane.getByText('1,000').first()).toBeVisible()
    await register.completeSale()
    await expect(register.done.first()).toBeVisible()
    expect(
      await readText(screen.locator('section').filter({ hasText: 'お釣り' })),
      'the register names the change',
    ).toMatch(/1,000/)

    const result = phone.getByRole('heading', { name: 'お支払いが完了しました' })
    await expect(result.first()).toBeVisible()
    // Sixteen thousand yen after points, at the two percent of the rank.
    const after = { balance: before.balance - 3_000, points: before.points - 500 + 320 }
    const page = await readText(phone.locator('body'))
    expect(page, 'the amount').toMatch(/16,500 ?円/)
    expect(page, 'the new points').toMatch(/320ポイントを獲得/)
    expect(page, 'the balance that is left').toContain(yen(after.balance))
    expect(page, 'the points that are left').toContain(yen(after.points))
    await expect(phone.getByText('ランクが上がりました！').first()).toBeVisible()

    expect(await shop.walletOf('hanako')).toStrictEqual({ ...after, level_index: before.level_index + 1 })

    const number = await readNumber(phone)
    await phone.getByRole('link', { name: '取引の詳細を見る' }).click()
    await expect(phone.getByText(number).first()).toBeVisible()
    const detail = await readText(phone.locator('main'))
    for (const words of [
      '三日月ペンダント ×1',
      '粒銀ピアス ×1',
      '3,000',
      '500',
      '13,000',
      'お釣り',
      '1,000',
      '+320',
    ]) {
      expect(detail, `the detail says ${words}: ${detail}`).toContain(words)
    }

    await shop.killEverything()
    await shop.start()
    expect(await shop.walletOf('hanako')).toStrictEqual({ ...after, level_index: before.level_index + 1 })
    expect(await shop.findings(), 'the books balance').toStrictEqual([])

    await phone.goto('/transactions')
    await expect(phone.getByText('金沢本店').first()).toBeVisible()
    await expect.poll(() => readText(phone.locator('main')), 'the list shows the payment').toContain('16,500')
    await phone.goto('/')
    await expect
      .poll(() => readText(phone.locator('main')), 'home shows what is left')
      .toContain(yen(after.balance))
  },
)

test(
  'The sixteen digits under the bars do as well as the picture',
  { tag: '@service-worker' },
  async ({ stage }) => {
    const phone = await stage.customer('kyoko')
    const screen = await stage.clerk('E0003')
    const register = registerOf(screen)
    const before = await stage.shop.walletOf('kyoko')

    await phone.goto('/qr')
    const digits = await digitsOf(phone)
    await screen.keyboard.press('F9')
    const sheet = screen.getByRole('dialog', { name: '読み取り' })
    await sheet.getByLabel('コードの番号').fill(digits.replace(/\d{4}/g, '$& ').trim())
    await sheet.getByRole('button', { name: '読み取る' }).click()
    await expect(register.member.getByText('見本 京子 様').first()).toBeVisible()
    await register.addFavourite('銀磨きクロス')
    await register.pay('残高', 1_100)
    await register.completeSale()
    await expect(register.done.first()).toBeVisible()
    await expect(phone.getByRole('heading', { name: 'お支払いが完了しました' }).first()).toBeVisible()
    expect((await stage.shop.walletOf('kyoko')).balance).toBe(before.balance - 1_100)

    // A phone that loses the network after the payment remembers what the payment left, not what home showed before.
    await phone.waitForFunction(() => navigator.serviceWorker.ready.then(() => true))
    await phone.context().setOffline(true)
    await phone.goto('/')
    await expect(phone.getByText('オフラインです').first()).toBeVisible()
    await expect(
      phone
        .getByRole('region', { name: '残高' })
        .getByText(yen(before.balance - 1_100))
        .first(),
    ).toBeVisible()
  },
)

test('A second phone of the customer ends the code of the first by showing its own, not by its home', async ({
  stage,
}) => {
  const phone = await stage.customerAt('/qr', 'kyoko')
  const { qr } = await readPhone(phone)
  const second = await stage.customer('kyoko')
  const live = async () => {
    const { rows } = await stage.shop.db.query<{ count: number }>(
      `select count(*)::int from ledger.pay_codes where user_id = (select id from users where username = 'kyoko')
         and state = 'live' and expires_at > ledger.now() + interval '11 seconds'`,
    )
    return rows[0]?.count
  }
  await expect.poll(live, 'one is held out, and one waits for the screen to be opened').toBe(2)
  const screen = await stage.clerk('E0003')
  const register = registerOf(screen)
  await scan(screen, qr)
  await expect(register.member.getByText('見本 京子 様').first()).toBeVisible()

  const renew = phone.getByRole('button', { name: '更新' })
  await renew.press('Enter')
  await expect.poll(live, 'the code of the second phone is over').toBe(1)
  await phone.getByRole('status').getByText('コードを更新しました').waitFor({ state: 'attached' })
  expect(
    await renew.evaluate((button) => button === document.activeElement),
    'a customer who renewed it by a key is where they were',
  ).toBe(true)
  const ahead = second.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await second.getByRole('link', { name: 'QR支払い' }).click()
  expect((await ahead).status()).toBe(410)
  await expect(second.getByRole('img', { name: '支払い用QRコード' }).first()).toBeVisible()
  await expect.poll(live, 'the code of the first phone is over in turn').toBe(1)
})

test('A new code whose answer is lost leaves the one on screen only as long as it lives', async ({
  stage,
}) => {
  const phone = await stage.customerAt('/qr', 'kyoko')
  const { qr } = await readPhone(phone)
  const lost = '**/v1/users/token'
  await phone.route(lost, async (route) => {
    await route.fetch().catch(() => {})
    // One that is under way when the line is back is answered already.
    await route.abort('connectionreset').catch(() => {})
  })
  await phone.getByRole('button', { name: '更新' }).click()
  await expect(
    phone.getByText('新しいコードを受け取れませんでした。残り時間のあいだは使えます。').first(),
  ).toBeVisible()
  expect((await readPhone(phone)).qr).toBe(qr)
  const picture = phone.getByRole('img', { name: '支払い用QRコード' })
  await expect(picture.first()).toBeHidden()
  await phone.unroute(lost)
  await expect(picture.first()).toBeVisible()
  expect((await readPhone(phone)).qr).not.toBe(qr)
})

test('The sheet that is open for a code takes what a scanner reads', async ({ stage }) => {
  const phone = await stage.customerAt('/qr', 'kyoko')
  const screen = await stage.clerk('E0003')
  const register = registerOf(screen)
  const sheet = screen.getByRole('dialog', { name: '読み取り' })
  const { qr } = await readPhone(phone)

  await screen.keyboard.press('F9')
  await expect(sheet.first()).toBeVisible()
  await scan(screen, '4999999999999')
  await expect(
    sheet.getByRole('region', { name: '直近の読み取り' }).getByText('読み取れないコードです').first(),
  ).toBeVisible()
  await scan(screen, qr)
  await expect(register.member.getByText('見本 京子 様').first()).toBeVisible()
  await expect(sheet.first()).toBeHidden()
  expect(screen.url()).not.toMatch(/sheet=/)
  await register.addFavourite('銀磨きクロス')
  await register.pay('現金', 1_100)
  await register.completeSale()
  await expect(register.done.first()).toBeVisible()
  const receipt = await register.valueOf('取引番号').innerText()

  // A receipt leads to what can be given back, and back again to the cart.
  await register.next()
  await screen.keyboard.press('F9')
  await scan(screen, receipt)
  await expect(screen.getByRole('region', { name: '返品する商品' }).first()).toBeVisible()
  await screen.goBack()
  await expect(
    screen.getByText('商品をスキャンするか、会員のQRコードを読み取ってください').first(),
  ).toBeVisible()
  await expect(sheet.first()).toBeHidden()

  await screen.goto('/admin/register?mode=charge')
  await expect(screen.getByRole('button', { name: '会員を読み取ってください' }).first()).toBeVisible()
  await screen.keyboard.press('F9')
  await expect(sheet.first()).toBeVisible()
  await scan(screen, '4999999999999')
  await expect(
    sheet.getByRole('region', { name: '直近の読み取り' }).getByText('読み取れないコードです').first(),
  ).toBeVisible()
  await phone.goto('/qr')
  await scan(screen, (await readPhone(phone)).qr)
  await expect(screen.getByText('見本 京子 様').first()).toBeVisible()
  await expect(sheet.first()).toBeHidden()

  await screen.goto('/admin/register?mode=refund')
  await screen.getByRole('button', { name: 'カメラ', exact: true }).click()
  await expect(sheet.first()).toBeVisible()
  await scan(screen, receipt)
  await expect(screen.getByRole('region', { name: '返品する商品' }).first()).toBeVisible()
  await expect(sheet.first()).toBeHidden()
  await screen.goBack()
  await expect(screen.getByRole('heading', { name: '返品する取引を探す' }).first()).toBeVisible()
  await expect(sheet.first()).toBeHidden()
})

test('A sale without a member is paid in cash and touches no wallet', async ({ stage }) => {
  const screen = await stage.clerk('E0005')
  const register = registerOf(screen)
  const sales = await stage.shop.countSales()
  await register.addFavourite('銀磨きクロス')
  await register.pay('現金', 1_100)
  await register.completeSale()
  await expect(register.done.first()).toBeVisible()
  expect(await stage.shop.countSales()).toBe(sales + 1)
  await register.next()
  expect(await stage.shop.findings()).toStrictEqual([])
})
