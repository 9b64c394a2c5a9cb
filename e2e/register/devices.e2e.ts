import { expect, test } from '../lib/journey.ts'
import { arePicturesWanted, takePicture } from '../lib/pictures.ts'
import type { Page } from '@playwright/test'
import { registerOf } from '../lib/register.ts'
import { password } from '../lib/shop.ts'
import { signIn } from '../lib/stage.ts'

/** As a register and as a phone see it. */
async function takePictures(page: Page, name: string): Promise<void> {
  if (!arePicturesWanted) return
  const before = page.viewportSize()!
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await takePicture(page, `${name}-${width}`)
  }
  await page.setViewportSize(before)
}

async function sellOnlyOnDevices(desk: Page): Promise<void> {
  await desk.goto('/admin?tab=settings&id=registers.enrolled_only')
  const editor = desk.getByRole('complementary', { name: '登録した端末だけで会計する' })
  await editor.getByRole('switch').click()
  await takePictures(desk, 'devices-setting')
  await editor.getByRole('button', { name: '変更する' }).click()
  await expect(desk.getByText(/登録した端末だけで会計する：オフ → オン/).first()).toBeVisible()
}

test('Head office lets only enrolled devices sell, and a manager makes the register one', async ({
  stage,
}) => {
  const desk = await stage.desk('E0001')
  await sellOnlyOnDevices(desk)

  const screen = await stage.desk('E0003')
  await screen.goto('/admin/register')
  await expect(
    screen.getByRole('heading', { name: 'この端末はレジとして登録されていません' }).first(),
  ).toBeVisible()
  await expect(screen.getByText('店長に登録を依頼してください。').first()).toBeVisible()
  await expect(screen.getByRole('button', { name: 'この端末をレジとして登録' }).first()).toBeHidden()
  await takePictures(screen, 'devices-refused')

  await screen.context().clearCookies()
  await signIn(screen, 'E0002')
  await screen.goto('/admin/register')
  await screen.getByRole('button', { name: 'この端末をレジとして登録' }).click()
  const sheet = screen.getByRole('dialog', { name: 'この端末をレジとして登録' })
  await sheet.getByLabel('登録するレジ').selectOption({ index: 1 })
  await takePictures(screen, 'devices-sheet')
  await sheet.getByRole('button', { name: 'この端末をレジとして登録' }).click()
  const proof = screen.getByRole('dialog', { name: 'ご本人の確認' })
  await proof.getByLabel('パスワード', { exact: true }).fill(password)
  await proof.getByRole('button', { name: '確認する' }).click()
  await expect(sheet.getByText('この端末', { exact: true }).first()).toBeVisible()
  await takePictures(screen, 'devices-enrolled')
  await screen.keyboard.press('Escape')
  await expect(
    screen.getByText('商品をスキャンするか、会員のQRコードを読み取ってください').first(),
  ).toBeVisible()
  // It is this register and offers no other.
  await expect(screen.getByText('レジ 02').first()).toBeVisible()
  await expect(screen.getByRole('combobox', { name: 'レジを選ぶ' }).first()).toBeHidden()

  await screen.getByRole('button', { name: /のメニュー/ }).click()
  await screen.getByRole('button', { name: 'ログアウト' }).last().click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'ログアウト' }).click()
  await expect(screen.getByText('ログアウトしました').first()).toBeVisible()
  await signIn(screen, 'E0003')
  await screen.goto('/admin/register')
  const register = registerOf(screen)
  await register.addFavourite('銀磨きクロス')
  await register.pay('現金', 1_100)
  await register.completeSale()
  await expect(register.done.first()).toBeVisible()
  await register.next()

  await desk.goto('/admin?tab=settings')
  await desk.getByRole('button', { name: /金沢本店/ }).click()
  const shop = desk.getByRole('complementary', { name: '店舗の詳細' })
  await shop.getByRole('button', { name: /^登録を解除/ }).click()
  await takePictures(desk, 'devices-list')
  await desk.getByRole('alertdialog').getByRole('button', { name: '登録を解除する' }).click()
  await expect(shop.getByText('登録した端末はありません').first()).toBeVisible()
  await register.addFavourite('銀磨きクロス')
  await register.pay('現金', 1_100)
  await register.completeSale()
  await expect(screen.getByText(/この端末はレジとして登録されていません/).first()).toBeVisible()
})
