import type { Locator } from '@playwright/test'
import { digitsOf } from '../lib/codes.ts'
import { expect, test } from '../lib/journey.ts'
import { registerOf } from '../lib/register.ts'
import { moving } from '../lib/stage.ts'

test('A whole sale with the keyboard alone, as far as its receipt', async ({ stage }) => {
  const phone = await stage.customerAt('/qr', 'okure', { options: moving })
  const screen = await stage.clerk('E0003', { options: moving })
  const register = registerOf(screen)
  const keys = screen.keyboard
  const tabTo = async (target: Locator, by: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
    for (let presses = 0; presses < 60; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await keys.press(by)
    }
    throw new Error(`no key leads to ${String(target)}`)
  }
  // Neither a mouse nor a finger.
  await screen.evaluate(() => {
    window.addEventListener(
      'pointerdown',
      () => (document.documentElement.dataset['other'] = 'pointer'),
      true,
    )
  })
  await keys.press('F2')
  await keys.type('CG001', { delay: 60 })
  await expect(screen.getByRole('option', { name: /銀磨きクロス/ }).first()).toBeVisible()
  await keys.press('Enter')
  await expect(register.cart.getByText('銀磨きクロス').first()).toBeVisible()
  await keys.press('Escape')
  await keys.press('F9')
  await keys.type(await digitsOf(phone), { delay: 60 })
  await keys.press('Enter')
  await expect(register.member.getByText('延田 遅 様').first()).toBeVisible()
  await tabTo(screen.getByRole('button', { name: /^ポイント(?!を)/ }))
  await keys.press('Enter')
  await keys.type('100', { delay: 60 })
  await tabTo(screen.getByRole('button', { name: /^現金/ }))
  await keys.press('Enter')
  await keys.type('2000', { delay: 60 })
  await keys.press('F12')
  await expect(screen.getByRole('dialog', { name: '会計の確認' }).first()).toBeVisible()
  await keys.press('Enter')
  await expect(register.done.first()).toBeVisible()
  await expect(screen.getByText('1,000').first()).toBeVisible()
  await screen.evaluate(() => {
    window.print = () => undefined
  })
  await tabTo(screen.getByRole('button', { name: 'レシートを印刷' }), 'Shift+Tab')
  await keys.press('Enter')
  const receipt = screen.getByRole('dialog', { name: 'レシート' })
  await expect(receipt.getByText('登録番号 T0000000000000').first()).toBeVisible()
  await tabTo(receipt.getByRole('button', { name: '印刷する' }))
  await keys.press('Enter')
  await expect(receipt.getByText('これまでに1回お渡ししています。', { exact: false }).first()).toBeVisible()
  await keys.press('Escape')
  await expect(receipt.first()).toBeHidden()
  await tabTo(screen.getByRole('button', { name: /^次の会計へ/ }))
  await keys.press('Enter')
  await expect(
    screen.getByText('商品をスキャンするか、会員のQRコードを読み取ってください').first(),
  ).toBeVisible()
  expect(await screen.evaluate(() => document.documentElement.dataset['other'])).toBeUndefined()
})
