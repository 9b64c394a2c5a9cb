import { expect, test } from '../lib/journey.ts'
import type { Page } from '@playwright/test'
import { digitsOf, scan } from '../lib/codes.ts'
import { registerOf } from '../lib/register.ts'
import { password } from '../lib/shop.ts'

const ring = '2000000000015'
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('Silver is priced by its weight: one person enters the rate, another approves it, and the register weighs', async ({
  stage,
}) => {
  const owner = await stage.desk('E0001')
  await owner.goto('/admin?tab=catalogue&id=new')
  const form = owner.getByRole('complementary', { name: '商品を登録' })
  await form.getByLabel('SKU').fill('CH001')
  await form.getByLabel('商品名').fill('切り売りチェーン')
  await form.getByRole('radio', { name: '重量 × 地金単価' }).check({ force: true })
  await form.getByLabel('品位').selectOption('925')
  await form.getByLabel('重量', { exact: true }).fill('1')
  await form.getByLabel('係数').fill('2')
  await form.getByLabel('工賃').fill('1100')
  await form.getByRole('switch', { name: 'レジで計量する' }).check({ force: true })
  await expect(form.getByText('いまの地金単価 ¥400/g で ¥1,840').first()).toBeVisible()
  await form.getByRole('button', { name: '保存する' }).click()
  await expect(owner.getByRole('heading', { name: '切り売りチェーン' }).first()).toBeVisible()

  const manager = await stage.desk('E0002')
  await manager.goto('/admin?tab=silver')
  await manager.getByLabel('1gあたりの単価（税込・円）').fill('500')
  await manager.getByRole('button', { name: '承認を依頼する' }).click()
  await expect(
    manager.getByText('ご自身が入力した単価です。別の担当者が承認してください。').first(),
  ).toBeVisible()
  await expect(manager.getByRole('button', { name: '承認する', exact: true }).first()).toBeHidden()

  await owner.goto('/admin?tab=silver')
  await expect(owner.getByRole('row', { name: /CH001/ }).first()).toBeVisible()
  await expect(
    owner.getByText('いまの単価から+25%変わります。金額を確認してください。').first(),
  ).toBeVisible()
  await owner.getByRole('button', { name: '承認する', exact: true }).click()
  await expect(owner.getByText('¥500/g').first()).toBeVisible()

  const screen = await stage.clerk('E0003')
  const register = registerOf(screen)
  await screen.keyboard.press('F2')
  await screen.keyboard.type('CH001', { delay: 60 })
  await expect(screen.getByRole('option', { name: /切り売りチェーン/ }).first()).toBeVisible()
  await screen.keyboard.press('Enter')
  await expect(dialog(screen, '重量の入力').first()).toBeVisible()
  await screen.keyboard.type('4.215', { delay: 60 })
  await expect(
    dialog(screen, '重量の入力').getByText('重量は1,000gまで、0.01g単位で入力できます。').first(),
  ).toBeVisible()
  await expect(screen.getByText('数字で入力してください').first()).toBeHidden()
  // 4.21 g × 0.925 × 500円 × 2 = 3,894.25, cut off, and the work on top.
  await expect(dialog(screen, '重量の入力').getByText('4.21g').first()).toBeVisible()
  await screen.keyboard.press('Enter')
  await expect(register.cart.getByText('CH001・4.21g').first()).toBeVisible()
  await register.pay('現金', 5_000)
  await register.completeSale()
  await expect(register.done.first()).toBeVisible()
  expect(await screen.locator('main').innerText(), 'change of 5,000 for 4,994').toMatch(/¥?6\b/)

  // Read from the tag, the weight is asked for in place of the sheet that read it.
  await register.next()
  await screen.keyboard.press('F9')
  await scan(screen, 'CH001')
  await expect(dialog(screen, '重量の入力').first()).toBeVisible()
  await screen.keyboard.type('2.5', { delay: 60 })
  await screen.keyboard.press('Enter')
  await expect(register.cart.getByText('CH001・2.50g').first()).toBeVisible()
  await expect(screen.getByRole('dialog').first()).toBeHidden()
  await register.pay('現金', 10_000)
  await register.completeSale()
  await expect(register.done.first()).toBeVisible()

  // The next one without a keyboard or a hand on the screen: articles, notes and the end of the sale are all scanned.
  await scan(screen, 'SG0-NEXT')
  await expect(
    screen.getByText('商品をスキャンするか、会員のQRコードを読み取ってください').first(),
  ).toBeVisible()
  await scan(screen, ring)
  await expect(register.cart.getByText('月暈リング 細 11号').first()).toBeVisible()
  await scan(screen, 'SG0-PLUS')
  await expect(register.cart.getByText('¥17,600').first()).toBeVisible()
  await scan(screen, 'SG0-POINTS')
  await expect(screen.getByRole('alert').getByText('会員を読み取ると使えます').first()).toBeVisible()
  await scan(screen, 'SG0-N10000')
  await scan(screen, 'SG0-CONFIRM')
  await expect(screen.getByRole('alert').getByText('あと ¥7,600').first()).toBeVisible()
  await scan(screen, 'SG0-N10000')
  await expect(register.pane.getByText('¥2,400').first()).toBeVisible()
  await expect
    .poll(async () => {
      await scan(screen, 'SG0-CONFIRM')
      return register.done.isVisible()
    }, 'the sale is confirmed by scanning the command twice')
    .toBe(true)
  expect(await screen.locator('main').innerText(), 'change of 20,000 for 17,600').toMatch(/2,400/)
  await scan(screen, 'SG0-NEXT')
  await screen.keyboard.press('?')
  await dialog(screen, 'キーボードの操作').getByRole('button', { name: 'スキャナー操作バーコード' }).click()
  const page = dialog(screen, 'スキャナー操作バーコード')
  await expect(page.getByText('SG0-CONFIRM').first()).toBeVisible()
  await expect(page.getByRole('button', { name: '印刷する' }).first()).toBeVisible()
  expect(await stage.shop.findings(), 'the books balance').toStrictEqual([])
})

test('A cart is parked without a network, taken back at the other register, and paid by card with a discount that the manager approves', async ({
  stage,
}) => {
  const first = await stage.clerk('E0003')
  const one = registerOf(first)
  await scan(first, ring)
  await expect(one.cart.getByText('月暈リング 細 11号').first()).toBeVisible()
  // The list of prices is on the device by now, or soon.
  await expect
    .poll(
      () => first.evaluate(() => localStorage.getItem('shirogane.catalogue') !== null),
      'the device keeps the prices',
    )
    .toBe(true)
  await first.context().setOffline(true)
  await expect(first.getByText('オフラインです。会計は確定できません。').first()).toBeVisible()
  await scan(first, ring)
  await expect(one.cart.getByText('¥17,600').first()).toBeVisible()
  expect(await one.confirmButton.isDisabled(), 'nothing is charged without a network').toBe(true)
  await first.keyboard.press('F8')
  await dialog(first, '保留').getByLabel('名前').fill('青い傘のお客さま')
  await first.keyboard.press('Enter')
  await expect(
    first.getByText('商品をスキャンするか、会員のQRコードを読み取ってください').first(),
  ).toBeVisible()
  await first.keyboard.press('F8')
  await expect(dialog(first, '保留').getByText('送信待ち').first()).toBeVisible()
  await first.context().setOffline(false)
  await expect(dialog(first, '保留').getByText('送信待ち').first()).toBeHidden()

  const second = await stage.clerk('E0003')
  const two = registerOf(second)
  await second.getByLabel('レジを選ぶ').selectOption({ label: 'レジ 02' })
  await two.cart.getByRole('button', { name: '保留' }).click()
  await dialog(second, '保留').getByRole('button', { name: '呼び出す' }).click()
  await expect(two.cart.getByText('¥17,600').first()).toBeVisible()
  await first.keyboard.press('Escape')
  await expect(dialog(first, '保留').first()).toBeHidden()
  await first.keyboard.press('F8')
  await expect(dialog(first, '保留').getByText('レジ02で呼び出し中').first()).toBeVisible()

  // The second screen, turned to the customer.
  const display = await second.context().newPage()
  await display.goto('/admin/register?view=customer')
  await expect(display.getByText('17,600').first()).toBeVisible()

  await second.getByRole('button', { name: /^月暈リング 細 11号.*明細を変更/ }).click()
  await dialog(second, '明細の変更').getByRole('button', { name: '値引きする' }).click()
  const discount = dialog(second, '値引き：月暈リング 細 11号')
  await second.keyboard.type('20', { delay: 60 })
  await discount.getByRole('button', { name: 'キズ・汚れ' }).click()
  await discount.getByRole('button', { name: '値引きする' }).click()
  await expect(dialog(second, '明細の変更').getByText('−¥3,520').first()).toBeVisible()
  // A code that is read while a dialog is open goes into the cart, and none of it into the dialog.
  await dialog(second, '明細の変更').getByLabel('メモ').focus()
  await scan(second, ring)
  expect(await dialog(second, '明細の変更').getByLabel('メモ').inputValue()).toBe('')
  await second.keyboard.press('Escape')
  await expect(two.cart.getByText('¥26,400').or(two.cart.getByText('¥21,120')).first()).toBeVisible()
  await expect(display.getByText('21,120').first()).toBeVisible()

  await second.getByRole('button', { name: /^カード端末/ }).click()
  await two.confirmButton.click()
  const approval = dialog(second, '責任者の承認')
  await approval.getByLabel('社員番号').fill('E0002')
  await approval.getByLabel('パスワード', { exact: true }).fill(password)
  await approval.getByRole('button', { name: '承認する' }).click()
  const terminal = dialog(second, 'カード端末')
  await expect(terminal.getByText('21,120').first()).toBeVisible()
  await terminal.getByRole('button', { name: '完了した' }).click()
  await expect(terminal.getByText('承認番号を入力してください。').first()).toBeVisible()
  await terminal.getByRole('button', { name: 'JCB' }).click()
  await terminal.getByLabel('承認番号').fill('１２３４５６')
  await terminal.getByRole('button', { name: '完了した' }).click()
  await dialog(second, '会計の確認').getByRole('button', { name: '確定する' }).click()
  await expect(two.done.first()).toBeVisible()
  await expect(display.getByText('ありがとうございました').first()).toBeVisible()
  expect(await stage.shop.findings(), 'the books balance').toStrictEqual([])
})

test('What is read over the confirmation of a sale: nothing leaves it as it was, and an article closes it, with the slip kept and the question taken back', async ({
  stage,
}) => {
  const screen = await stage.clerk('E0003')
  const register = registerOf(screen)
  const unknown = register.articles.getByText('読み取れないコードです')
  await scan(screen, ring)
  await expect(register.cart.getByText('月暈リング 細 11号').first()).toBeVisible()
  await screen.getByRole('button', { name: /^カード端末/ }).click()
  await register.confirmButton.click()
  const terminal = dialog(screen, 'カード端末')
  await terminal.getByRole('button', { name: 'JCB' }).click()
  await terminal.getByLabel('承認番号').fill('123456')
  await scan(screen, '2999999999999')
  await expect(unknown.first()).toBeVisible()
  expect(await terminal.getByLabel('承認番号').inputValue()).toBe('123456')
  await scan(screen, ring)
  await expect(register.cart.getByText('¥17,600').first()).toBeVisible()
  await expect(screen.getByRole('dialog').first()).toBeHidden()
  await register.pay('現金', 10_000)
  await register.confirmButton.click()
  await expect(terminal.first()).toBeVisible()
  expect(await terminal.getByLabel('承認番号').inputValue()).toBe('123456')
  await terminal.getByRole('button', { name: '完了した' }).click()
  const look = dialog(screen, '会計の確認')
  await expect(look.first()).toBeVisible()
  await scan(screen, '2999999999999')
  await expect(unknown.first()).toBeVisible()
  await look.getByRole('button', { name: '確定する' }).click()
  await expect(register.done.first()).toBeVisible()

  await register.next()
  await scan(screen, ring)
  await screen.getByRole('button', { name: /^月暈リング 細 11号.*明細を変更/ }).click()
  await dialog(screen, '明細の変更').getByRole('button', { name: '値引きする' }).click()
  const discount = dialog(screen, '値引き：月暈リング 細 11号')
  await screen.keyboard.type('20', { delay: 60 })
  await discount.getByRole('button', { name: 'キズ・汚れ' }).click()
  await discount.getByRole('button', { name: '値引きする' }).click()
  await expect(dialog(screen, '明細の変更').getByText('−¥1,760').first()).toBeVisible()
  await screen.keyboard.press('Escape')
  await expect(screen.getByRole('dialog').first()).toBeHidden()
  await register.pay('現金', 10_000)
  const questionIs = (status: string) =>
    expect
      .poll(async () => {
        const { rows } = await stage.shop.db.query<{ status: string }>(
          'select status from approvals order by requested_at desc limit 1',
        )
        return rows[0]?.status
      }, `the question is ${status}`)
      .toBe(status)
  await register.confirmButton.click()
  const approval = dialog(screen, '責任者の承認')
  await expect(approval.first()).toBeVisible()
  await questionIs('waiting')
  await scan(screen, '2999999999999')
  await expect(unknown.first()).toBeVisible()
  expect(await approval.isVisible(), 'a code that is none closes nothing').toBe(true)
  await scan(screen, ring)
  await expect(approval.first()).toBeHidden()
  await questionIs('cancelled')
  expect(await stage.shop.findings(), 'the books balance').toStrictEqual([])
})

test('What is scanned or typed while the register is still loading is never money', async ({ stage }) => {
  const screen = await stage.clerk('E0003')
  const register = registerOf(screen)
  const cash = register.pane.locator('output').first()
  const search = screen.getByRole('combobox', { name: '商品名・SKU・バーコード' })
  /** Loads the register anew; it stands still in the middle until `goOn` is called. */
  const reload = async (): Promise<() => Promise<void>> => {
    let letThrough = (): void => {}
    const isFree = new Promise<void>((resolve) => (letThrough = resolve))
    await screen.route('**/v1/users/employeeDetails', async (route) => {
      await isFree
      await route.continue()
    })
    await screen.reload({ waitUntil: 'commit' })
    await expect(screen.getByRole('link', { name: 'レジ', exact: true }).first()).toBeVisible()
    return async () => {
      letThrough()
      await screen.unrouteAll({ behavior: 'wait' })
    }
  }

  let goOn = await reload()
  await scan(screen, ring)
  await expect(screen.getByText('読み取りました。レジの準備ができしだい入れます。').first()).toBeVisible()
  await goOn()
  await expect(register.cart.getByText('月暈リング 細 11号').first()).toBeVisible()

  goOn = await reload()
  await screen.keyboard.type(ring.slice(0, 5), { delay: 60 })
  await goOn()
  await expect.poll(() => search.inputValue(), 'it stands in the search').toBe('20000')
  expect(await cash.innerText()).toBe('¥0')

  await screen.keyboard.press('Escape')
  await screen.keyboard.press('Escape')
  await scan(screen, ring.slice(-3))
  await expect(register.articles.getByText('読み取れないコードです', { exact: true }).first()).toBeVisible()
  expect(await cash.innerText()).toBe('¥0')
})

test('A code that is typed by hand on the keypad is a code, and leaves the amount as it was', async ({
  stage,
}) => {
  const phone = await stage.customerAt('/qr', 'hanako')
  const screen = await stage.clerk('E0003')
  const register = registerOf(screen)
  const cash = register.pane.locator('output').first()
  // A figure waits a moment for whether more of them follow than a hand can type.
  const cashIs = (amount: string) => expect.poll(() => cash.innerText(), `the cash is ${amount}`).toBe(amount)
  const reader = dialog(screen, '読み取り')
  const field = reader.getByLabel('コードの番号')
  const holds = (code: string) => expect.poll(() => field.inputValue(), `the field holds ${code}`).toBe(code)
  await register.addFavourite('三日月ペンダント')
  // Figures that come sooner after the keypad than a person could have seen it are no amount.
  await screen.waitForTimeout(500)
  await screen.keyboard.type('15000', { delay: 60 })
  await cashIs('¥15,000')
  // The clerk asks whether the customer is a member.
  await screen.waitForTimeout(3_500)
  const digits = await digitsOf(phone)
  await screen.keyboard.type(digits, { delay: 60 })
  await expect(reader.first()).toBeVisible()
  await holds(digits)
  await screen.keyboard.press('Enter')
  await expect(register.member.getByText('例示 花子 様').first()).toBeVisible()
  await expect(reader.first()).toBeHidden()
  await cashIs('¥15,000')

  // An article's is, too.
  await screen.keyboard.type(ring, { delay: 60 })
  await expect(reader.first()).toBeVisible()
  await holds(ring)
  await screen.keyboard.press('Enter')
  await expect(register.cart.getByText('月暈リング 細 11号').first()).toBeVisible()
  await expect(reader.first()).toBeHidden()
  await cashIs('¥15,000')
  // The largest amount is an amount.
  await screen.keyboard.press('Delete')
  await screen.keyboard.type('999999999', { delay: 60 })
  await cashIs('¥999,999,999')
  await expect(reader.first()).toBeHidden()
})

test('A shop lays out the tiles of its registers: by a scan, by a search and in its own order', async ({
  stage,
}) => {
  const screen = await stage.clerk('E0003')
  const tiles = screen.getByRole('region', { name: 'よく使う商品' }).getByRole('listitem')
  const sheet = dialog(screen, 'よく使う商品の編集')
  await expect(tiles.filter({ hasText: '月暈リング 細 11号' }).first()).toBeVisible()
  await screen.getByRole('button', { name: '編集' }).click()
  await sheet.getByRole('button', { name: '外す：月暈リング 細 11号' }).click()
  await sheet.getByRole('button', { name: '外す：銀磨きクロス' }).click()
  await sheet.getByLabel('商品を追加').fill('ぐい呑')
  await sheet.getByRole('button', { name: /TW002/ }).click()
  await scan(screen, ring)
  const rows = sheet.getByRole('listitem')
  await expect(rows.filter({ hasText: '月暈リング 細 11号' }).first()).toBeVisible()
  // Read while the sheet is open it is a tile and no piece for the sale; and there are six places.
  await scan(screen, 'RG003-09')
  await expect(
    sheet.getByText('これ以上は追加できません。先にどれかを外してください。').first(),
  ).toBeVisible()
  await sheet.getByRole('button', { name: '上へ：月暈リング 細 11号' }).click()
  await sheet.getByRole('button', { name: '保存する' }).click()
  await expect(screen.getByText('よく使う商品を保存しました').first()).toBeVisible()
  const laid = await tiles.locator('b').allInnerTexts()
  expect(laid.length).toBe(6)
  expect(laid[4]).toBe('月暈リング 細 11号')
  await expect(registerOf(screen).cart.getByText('商品をスキャンするか').first()).toBeVisible()

  // Every register of the shop has them, also after a reload; without any of its own they are head office's.
  await screen.reload()
  await expect(tiles.filter({ hasText: '月暈リング 細 11号' }).first()).toBeVisible()
  expect(await tiles.locator('b').allInnerTexts()).toStrictEqual(laid)
  await screen.getByRole('button', { name: '編集' }).click()
  for (const name of laid) await sheet.getByRole('button', { name: `外す：${name}` }).click()
  await sheet.getByRole('button', { name: '保存する' }).click()
  await expect(screen.getByText('よく使う商品を保存しました').first()).toBeVisible()
  expect((await tiles.locator('b').allInnerTexts())[0]).toBe('月暈リング 細 11号')
})
