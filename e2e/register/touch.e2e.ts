import { expect, test } from '../lib/journey.ts'
import type { BrowserContextOptions, Locator, Page } from '@playwright/test'
import { digitsOf } from '../lib/codes.ts'
import { registerOf } from '../lib/register.ts'

const fingertip = 44

/** A register's screen under a finger: each target is on it, uncovered and as large as a fingertip. */
function fingerOn(page: Page, { mayScroll }: { mayScroll: boolean }) {
  return async (target: Locator, what: string): Promise<void> => {
    await expect(target.first()).toBeVisible()
    const one = target.first()
    if (mayScroll) await one.scrollIntoViewIfNeeded()
    // Sheets come in by a movement: where a thing is counts once it stands still.
    await one.tap({ trial: true })
    const box = (await one.boundingBox())!
    const { width, height } = page.viewportSize()!
    expect(
      box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height,
      `${what} is on the screen: ${JSON.stringify(box)}`,
    ).toBe(true)
    expect(
      box.width >= fingertip && box.height >= fingertip,
      `${what} is as large as a fingertip: ${box.width} × ${box.height}`,
    ).toBe(true)
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(beyond, `nothing scrolls sideways at ${what}`).toBeLessThanOrEqual(0)
    await one.tap()
  }
}

/** Whether both ends of this text are on top of everything else. */
function uncovered(text: Element): boolean[] {
  text.scrollIntoView({ block: 'center' })
  const { left, right, top, height } = text.getBoundingClientRect()
  return [left + 2, right - 2].map((x) => {
    const seen = document.elementFromPoint(x, top + height / 2)
    return seen !== null && (text.contains(seen) || seen.contains(text)) && right <= innerWidth
  })
}

const devices: readonly [string, BrowserContextOptions, isPhone: boolean][] = [
  ['a tablet', { viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true }, false],
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, true],
]

for (const [device, options, isPhone] of devices) {
  test(`A whole sale on ${device}, by fingers alone`, async ({ stage }) => {
    const phone = await stage.customerAt('/qr', 'hanako')
    const screen = await stage.clerk('E0003', { options })
    // No key and no wheel from here on, not even by mistake.
    await screen.evaluate(() => {
      for (const name of ['keydown', 'wheel'])
        window.addEventListener(name, () => (document.documentElement.dataset['other'] = name), true)
    })
    const register = registerOf(screen)
    const tap = fingerOn(screen, { mayScroll: isPhone })
    const type = async (keypad: Locator, digits: string): Promise<void> => {
      for (const digit of digits)
        await tap(keypad.getByRole('button', { name: digit, exact: true }), `the key ${digit}`)
    }

    if (isPhone) {
      await tap(screen.getByRole('button', { name: /三日月ペンダント/ }), 'an article')
    } else {
      await tap(screen.getByRole('button', { name: '商品', exact: true }), 'the articles')
      const articles = screen.getByRole('dialog', { name: 'よく使う商品' })
      await tap(articles.getByRole('button', { name: /三日月ペンダント/ }), 'an article')
      await expect(articles.first()).toBeHidden()
    }
    await expect(register.cart.getByText('三日月ペンダント').first()).toBeVisible()

    await tap(screen.getByRole('button', { name: '会員を読み取る' }), 'the member')
    const reader = screen.getByRole('dialog', { name: '読み取り' })
    const digits = await digitsOf(phone)
    const field = reader.getByLabel('コードの番号')
    await type(reader.getByRole('group', { name: 'テンキー' }), digits)
    expect((await field.inputValue()).replace(/\D/g, '')).toBe(digits)
    await tap(reader.getByRole('button', { name: '読み取る', exact: true }), 'the end of the code')
    await expect(reader.first()).toBeHidden()
    const name = screen.getByText('例示 花子 様')
    await expect(name.first()).toBeVisible()
    expect(
      await name.first().evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth),
      'the name is read whole',
    ).toBe(true)

    if (isPhone) {
      await tap(screen.getByRole('radio', { name: /^会計 ¥/ }), 'the way to pay')
    }
    await tap(register.pane.getByRole('button', { name: /^現金/ }), 'cash')
    // The largest amount that a register takes covers nothing and is cut nowhere.
    await type(screen.getByRole('group', { name: 'テンキー' }), '999999999')
    for (const amount of await register.pane
      .getByText('999,988,999')
      .or(register.pane.getByText('999,999,999'))
      .all()) {
      expect(await amount.evaluate(uncovered), await amount.innerText()).toStrictEqual([true, true])
    }
    await tap(register.pane.getByRole('button', { name: /^現金/ }), 'cash anew')
    await type(screen.getByRole('group', { name: 'テンキー' }), '15000')
    await expect(register.pane.getByText('¥4,000').first()).toBeVisible()
    await tap(register.confirmButton, 'the confirm button')
    const confirm = screen.getByRole('dialog', { name: '会計の確認' })
    await tap(confirm.getByRole('button', { name: '確定する' }), 'the confirmation')
    await expect(register.done.first()).toBeVisible()
    const change = screen.getByText('4,000').first()
    await expect(change.first()).toBeVisible()
    const { y, height } = (await change.boundingBox())!
    expect(y >= 0 && y + height <= screen.viewportSize()!.height, 'the change is seen without a touch').toBe(
      true,
    )

    await tap(screen.getByRole('button', { name: 'レシートを印刷' }), 'the receipt')
    const receipt = screen.getByRole('dialog', { name: 'レシート' })
    await expect(receipt.getByText('登録番号 T0000000000000').first()).toBeVisible()
    await tap(receipt.getByRole('button', { name: '印刷する' }), 'the printing')
    await expect(receipt.getByText('これまでに1回お渡ししています。', { exact: false }).first()).toBeVisible()
    await tap(receipt.getByRole('button', { name: '閉じる' }), 'the end of the receipt')
    await expect(receipt.first()).toBeHidden()
    await tap(screen.getByRole('button', { name: /^次の会計へ/ }), 'the next customer')
    await expect(
      screen.getByText('商品をスキャンするか、会員のQRコードを読み取ってください').first(),
    ).toBeVisible()
    expect(await screen.evaluate(() => document.documentElement.dataset['other'])).toBeUndefined()
    expect(await stage.shop.findings(), 'the books balance').toStrictEqual([])
  })
}
