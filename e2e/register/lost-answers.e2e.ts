import { expect, test } from '../lib/journey.ts'
import { readNumber, readText } from '../lib/text.ts'
import type { Page } from '@playwright/test'
import { readPhone, scan } from '../lib/codes.ts'
import { registerOf } from '../lib/register.ts'
import type { Stage } from '../lib/stage.ts'

const payments = '**/v1/transactions/pay**'

/** A register with one article in the cart and the cash for it, one confirmation away from the sale. */
async function prepareSale(
  stage: Stage,
): Promise<{ screen: Page; register: ReturnType<typeof registerOf>; sales: number }> {
  const screen = await stage.clerk('E0003')
  const register = registerOf(screen)
  await register.addFavourite('銀磨きクロス')
  await register.pay('現金', 1_100)
  return { screen, register, sales: await stage.shop.countSales() }
}

/** The same with a member, whose code is held by the register. */
async function readyWithMember(stage: Stage) {
  const phone = await stage.customerAt('/qr', 'hanako')
  const screen = await stage.clerk('E0003')
  const register = registerOf(screen)
  await scan(screen, (await readPhone(phone)).qr)
  await expect(register.member.getByText('例示 花子 様').first()).toBeVisible()
  await register.addFavourite('銀磨きクロス')
  await register.pay('残高', 100)
  await register.pay('現金', 1_000)
  return { phone, screen, register, sales: await stage.shop.countSales() }
}

test('The network is gone before the confirmation: the sale is sent again under its own key', async ({
  stage,
}) => {
  const { screen, register, sales } = await prepareSale(stage)
  let attempts = 0
  await screen.route(payments, async (route) => {
    attempts += 1
    if (attempts === 1) await route.abort('internetdisconnected')
    else await route.continue()
  })
  await register.completeSale()
  await expect(register.done.first()).toBeVisible()
  expect(attempts).toBeGreaterThanOrEqual(2)
  expect(await stage.shop.countSales()).toBe(sales + 1)
})

test('The network is gone during the confirmation: what happened, happened once', async ({ stage }) => {
  const { screen, register, sales } = await readyWithMember(stage)
  let attempts = 0
  await screen.route(payments, async (route) => {
    attempts += 1
    if (attempts > 1) return route.continue()
    // The server has it and works on it; the line breaks before an answer comes back.
    void route.fetch().catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 5))
    return route.abort('connectionreset')
  })
  await register.completeSale()
  await expect(register.done.first()).toBeVisible()
  expect(await stage.shop.countSales()).toBe(sales + 1)
})

test('The answer is lost after the confirmation: the register finds out and sells nothing twice', async ({
  stage,
}) => {
  const { phone, screen, register, sales } = await readyWithMember(stage)
  await screen.route(payments, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await register.completeSale()
  await expect(register.done.first()).toBeVisible()
  await expect(phone.getByRole('heading', { name: 'お支払いが完了しました' }).first()).toBeVisible()
  expect(await stage.shop.countSales()).toBe(sales + 1)
  expect(await stage.shop.findings()).toStrictEqual([])
})

test('The server dies during the sale and comes back: the register waits and learns the result', async ({
  stage,
}) => {
  const { screen, register, sales } = await readyWithMember(stage)
  await register.confirmButton.click()
  const confirm = screen.getByRole('dialog', { name: '会計の確認' }).getByRole('button', { name: '確定する' })
  await Promise.all([confirm.click(), stage.shop.killServer()])
  await expect(screen.getByText('お支払いを処理しています').first()).toBeVisible()
  await stage.shop.start()
  await expect(register.done.first()).toBeVisible()
  expect(await stage.shop.countSales()).toBe(sales + 1)
  expect(await stage.shop.findings()).toStrictEqual([])
})

test('A register that is reloaded keeps its cart and the member it scanned', async ({ stage }) => {
  const { screen, register, sales } = await readyWithMember(stage)
  await screen.reload()
  await expect(register.member.getByText('例示 花子 様').first()).toBeVisible()
  await expect(register.cart.getByText('銀磨きクロス').first()).toBeVisible()
  await register.completeSale()
  await expect(register.done.first()).toBeVisible()
  expect(await stage.shop.countSales()).toBe(sales + 1)
})

test('A register that is reloaded in the middle of the confirmation finds out what became of it', async ({
  stage,
}) => {
  const { screen, register, sales } = await readyWithMember(stage)
  await screen.route(payments, async (route) => {
    await route.fetch()
    // The answer never comes; the clerk reloads.
    await new Promise((resolve) => setTimeout(resolve, 60_000))
  })
  await register.completeSale()
  await expect.poll(() => stage.shop.countSales(), 'the sale is in the books').toBe(sales + 1)
  await screen.unroute(payments)
  await screen.reload()
  await expect(register.done.first()).toBeVisible()
  expect(await stage.shop.countSales()).toBe(sales + 1)
})

test('A register that is reloaded before anything arrived says so, and the same confirmation completes it', async ({
  stage,
}) => {
  const { screen, register, sales } = await readyWithMember(stage)
  let isCut = true
  // Nothing comes through until the page has gone; then the way is free again.
  await screen.route(payments, (route) => (isCut ? new Promise(() => undefined) : route.continue()))
  await register.completeSale()
  await expect(screen.getByText('お支払いを処理しています').first()).toBeVisible()
  await screen.reload()
  isCut = false
  await expect(
    screen.getByText('会計はまだ確定していません。内容を確認して、もう一度確定してください。').first(),
  ).toBeVisible()
  expect(await stage.shop.countSales()).toBe(sales)
  await register.completeSale()
  await expect(register.done.first()).toBeVisible()
  expect(await stage.shop.countSales()).toBe(sales + 1)
})

test('A register that is reloaded on the result shows it again and goes on to the next sale', async ({
  stage,
}) => {
  const { screen, register, sales } = await prepareSale(stage)
  await register.completeSale()
  await expect(register.done.first()).toBeVisible()
  const number = await readNumber(screen)
  await screen.reload()
  await expect(register.done.first()).toBeVisible()
  expect(await readText(screen.locator('main'))).toContain(number)
  await register.next()
  expect(await stage.shop.countSales()).toBe(sales + 1)
})

test('A database without room refuses the sale and says why, and the same confirmation completes it once there is', async ({
  stage,
}) => {
  const { screen, register, sales } = await readyWithMember(stage)
  const { db } = stage.shop
  await db.query(
    `create function no_room() returns trigger language plpgsql as $$
       begin
         raise exception using errcode = 'disk_full', message = 'No space left on device';
       end $$`,
  )
  await db.query(
    'create trigger no_room before insert on ledger.movements for each row execute function no_room()',
  )
  const keys: (string | undefined)[] = []
  await screen.route(payments, (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    return route.continue()
  })
  await register.completeSale()
  await expect(
    screen
      .getByText(
        'システムの保存容量が不足しているため、記録できませんでした。店舗のスタッフは本部に連絡してください。',
      )
      .first(),
  ).toBeVisible()
  await expect(register.cart.getByText('銀磨きクロス').first()).toBeVisible()
  await expect(register.member.getByText('例示 花子 様').first()).toBeVisible()
  expect(await stage.shop.countSales()).toBe(sales)

  await db.query('drop trigger no_room on ledger.movements')
  await screen.getByRole('button', { name: 'もう一度' }).click()
  await screen.getByRole('dialog', { name: '会計の確認' }).getByRole('button', { name: '確定する' }).click()
  await expect(register.done.first()).toBeVisible()
  expect(await stage.shop.countSales()).toBe(sales + 1)
  expect(new Set(keys).size).toBe(1)
})

const wasDone = '先ほどの操作はすでに完了していました'

test('Cash that had become balance before its answer was lost is shown as such, and the next is charged anew', async ({
  stage,
}) => {
  const before = await stage.shop.walletOf('kyoko')
  const phone = await stage.customerAt('/qr', 'kyoko')
  const screen = await stage.desk('E0003')
  await screen.goto('/admin/register?mode=charge')
  await scan(screen, (await readPhone(phone)).qr)
  await expect(screen.getByText('見本 京子 様').first()).toBeVisible()
  const charge = async () => {
    await screen.getByRole('button', { name: '¥3,000をチャージする' }).click()
    await screen.getByRole('alertdialog').getByRole('button', { name: 'チャージする' }).click()
  }
  const charges = '**/v1/transactions/register/charge'
  await screen.route(charges, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await screen.getByRole('button', { name: '¥3,000', exact: true }).click()
  await screen.getByRole('button', { name: 'ちょうど' }).click()
  await charge()
  await expect(
    screen.getByText('通信できませんでした。電波のよい場所で再度お試しください。').first(),
  ).toBeVisible()
  await screen.unroute(charges)
  // The clerk looks elsewhere, reads the code of now, and enters the same again.
  await screen.goto('/admin/register?mode=charge')
  await phone.reload()
  await scan(screen, (await readPhone(phone)).qr)
  await expect(screen.getByText('見本 京子 様').first()).toBeVisible()
  await screen.getByRole('button', { name: '¥3,000', exact: true }).click()
  await screen.getByRole('button', { name: 'ちょうど' }).click()
  await charge()
  await expect(screen.getByText(wasDone).first()).toBeVisible()
  expect((await stage.shop.walletOf('kyoko')).balance).toBe(before.balance + 3_000)

  const next = screen.getByRole('button', { name: '次の会員へ' })
  await next.click()
  await phone.reload()
  await scan(screen, (await readPhone(phone)).qr)
  await expect(screen.getByText('見本 京子 様').first()).toBeVisible()
  await screen.getByRole('button', { name: '¥3,000', exact: true }).click()
  await screen.getByRole('button', { name: 'ちょうど' }).click()
  await charge()
  await expect(next.first()).toBeVisible()
  await expect(screen.getByText(wasDone).first()).toBeHidden()
  expect((await stage.shop.walletOf('kyoko')).balance).toBe(before.balance + 6_000)
})

test('A charge by card whose answer was lost is shown as done before when it is asked for again', async ({
  stage,
}) => {
  const before = await stage.shop.walletOf('kyoko')
  const phone = await stage.customer('kyoko')
  const charge = async () => {
    await phone.goto('/user/buy')
    await phone.getByRole('button', { name: '1,000円', exact: true }).click()
    await phone.getByRole('button', { name: '確認へ' }).click()
    await phone.getByRole('button', { name: 'この内容でチャージする' }).click()
  }
  const charges = '**/v1/transactions/charge'
  await phone.route(charges, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await charge()
  await expect(phone.getByRole('alert').filter({ hasText: '。' }).first()).toBeVisible()
  await phone.unroute(charges)
  await charge()
  const done = phone.getByRole('heading', { name: 'チャージが完了しました' })
  await expect(done.first()).toBeVisible()
  await expect(phone.getByText(wasDone).first()).toBeVisible()
  await phone.reload()
  await expect(phone.getByText(wasDone).first()).toBeVisible()
  expect((await stage.shop.walletOf('kyoko')).balance).toBe(before.balance + 1_000)
  await charge()
  await expect(done.first()).toBeVisible()
  await expect(phone.getByText(wasDone).first()).toBeHidden()
  expect((await stage.shop.walletOf('kyoko')).balance).toBe(before.balance + 2_000)
})

test('Without a network nothing can be confirmed, and nothing is lost', async ({ stage }) => {
  const { screen, register, sales } = await prepareSale(stage)
  await screen.context().setOffline(true)
  const blocked = screen.getByRole('button', { name: 'オフラインです。会計は確定できません。' })
  await expect(blocked.first()).toBeVisible()
  expect(await blocked.isDisabled()).toBe(true)
  await screen.context().setOffline(false)
  await expect(register.confirmButton.first()).toBeVisible()
  await register.completeSale()
  await expect(register.done.first()).toBeVisible()
  expect(await stage.shop.countSales()).toBe(sales + 1)
})

/** Answers to these calls stay away until `goOn` is called. */
async function holdBack(screen: Page, calls: string): Promise<() => Promise<void>> {
  let letThrough = (): void => {}
  const isFree = new Promise<void>((resolve) => (letThrough = resolve))
  await screen.route(calls, async (route) => {
    await isFree
    // The page may have given up the call by now: then there is no request to continue.
    await route.continue().catch(() => undefined)
  })
  return async () => {
    letThrough()
    await screen.unrouteAll({ behavior: 'ignoreErrors' })
  }
}

test('On a slow line the device knows its articles, and what it does not know is waited for and comes into no other sale', async ({
  stage,
}) => {
  const { screen, register, sales } = await prepareSale(stage)
  const isLookedUp = register.cart.getByText('商品を確認しています')
  await expect
    .poll(
      () => screen.evaluate(() => localStorage.getItem('shirogane.catalogue') !== null),
      'the device keeps the prices',
    )
    .toBe(true)
  const goOn = await holdBack(screen, '**/v1/skus/search**')
  await scan(screen, '2000000000015')
  await expect(isLookedUp.first()).toBeVisible()
  await expect(register.cart.getByText('月暈リング 細 11号').first()).toBeVisible()
  await expect(isLookedUp.first()).toBeHidden()

  await register.pay('現金', 99_000)
  await scan(screen, '4900000000001')
  await expect(isLookedUp.first()).toBeVisible()
  expect(await register.confirmButton.isDisabled()).toBe(true)
  await screen.keyboard.press('F8')
  const parking = screen.getByRole('dialog', { name: '保留' })
  expect(await parking.getByRole('button', { name: '商品を確認しています' }).isDisabled()).toBe(true)
  await screen.keyboard.press('Escape')
  await expect(parking.first()).toBeHidden()
  await screen.getByRole('button', { name: 'すべて取消' }).click()
  await screen.getByRole('alertdialog').getByRole('button', { name: '取り消す' }).click()
  await expect(
    screen.getByText('商品をスキャンするか、会員のQRコードを読み取ってください').first(),
  ).toBeVisible()
  await goOn()
  await register.addFavourite('銀磨きクロス')
  await register.pay('現金', 1_100)
  await register.completeSale()
  await expect(register.done.first()).toBeVisible()
  expect(await stage.shop.countSales()).toBe(sales + 1)
})

test('A member whose code takes too long to look up does not hold up the sale', async ({ stage }) => {
  const phone = await stage.customerAt('/qr', 'hanako')
  const { screen, register, sales } = await prepareSale(stage)
  const goOn = await holdBack(screen, payments)
  await scan(screen, (await readPhone(phone)).qr)
  await expect(screen.getByText('会員を確認しています').first()).toBeVisible()
  await screen.getByRole('button', { name: '会員なしで続ける' }).click()
  await expect(screen.getByText('会員なし', { exact: true }).first()).toBeVisible()
  await goOn()
  await register.completeSale()
  await expect(register.done.first()).toBeVisible()
  expect(await stage.shop.countSales()).toBe(sales + 1)
  expect(await stage.shop.findings()).toStrictEqual([])
})

test('What was written down of a card stays while the line is away, and so does the confirmation of the sale', async ({
  stage,
}) => {
  const { screen, register, sales } = await prepareSale(stage)
  await screen.keyboard.press('Delete')
  await screen.getByRole('button', { name: /^カード端末/ }).click()
  await register.confirmButton.click()
  const terminal = screen.getByRole('dialog', { name: 'カード端末' })
  await terminal.getByRole('button', { name: 'JCB' }).click()
  await screen.context().setOffline(true)
  await terminal.getByLabel('承認番号').fill('123456')
  await terminal.getByRole('button', { name: '完了した' }).click()
  const look = screen.getByRole('dialog', { name: '会計の確認' })
  await expect(look.getByText('オフラインです。会計は確定できません。').first()).toBeVisible()
  await screen.keyboard.press('Enter')
  await screen.keyboard.press('F12')
  await screen.context().setOffline(false)
  await expect(look.getByText(/会計は確定できません。$/).first()).toBeHidden()
  await screen.keyboard.press('Enter')
  await expect(register.done.first()).toBeVisible()
  expect(await stage.shop.countSales()).toBe(sales + 1)
})

test('A register that is reloaded over the sheet of a line still takes its keys', async ({ stage }) => {
  const { screen, register } = await prepareSale(stage)
  await screen.getByRole('button', { name: /^銀磨きクロス.*明細を変更/ }).click()
  await expect(screen.getByRole('dialog', { name: '明細の変更' }).first()).toBeVisible()
  await screen.reload()
  await expect(register.cart.getByText('銀磨きクロス').first()).toBeVisible()
  await screen.waitForURL((url) => !url.searchParams.has('sheet'))
  await screen.keyboard.press('F9')
  await expect(screen.getByRole('dialog', { name: '読み取り' }).first()).toBeVisible()
})
