import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { sees, seesNot } from './lib/expect.ts'
import { journey } from './lib/journey.ts'
import { registerOf } from './lib/register.ts'
import { password } from './lib/shop.ts'
import { signIn } from './lib/stage.ts'

const asked = process.argv.indexOf('--shots')
const shots = asked < 0 ? null : resolve(process.argv[asked + 1] ?? 'shots')

/** As a till and as a phone see it. */
async function picture(page: Page, name: string): Promise<void> {
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  const before = page.viewportSize()!
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.screenshot({ path: join(shots, `${name}-${width}.png`), animations: 'disabled' })
  }
  await page.setViewportSize(before)
}

async function sellOnlyOnDevices(desk: Page): Promise<void> {
  await desk.goto('/admin?tab=settings&id=registers.enrolled_only')
  const editor = desk.getByRole('complementary', { name: '登録した端末だけで会計する' })
  await editor.getByRole('switch').click()
  await picture(desk, 'devices-setting')
  await editor.getByRole('button', { name: '変更する' }).click()
  await sees(desk.getByText(/登録した端末だけで会計する：オフ → オン/))
}

journey('Head office lets only enrolled devices sell, and a manager makes the till one', async (stage) => {
  const desk = await stage.desk('E0001')
  await sellOnlyOnDevices(desk)

  const till = await stage.desk('E0003')
  await till.goto('/admin/register')
  await sees(till.getByRole('heading', { name: 'この端末はレジとして登録されていません' }))
  await sees(till.getByText('店長に登録を依頼してください。'))
  await seesNot(till.getByRole('button', { name: 'この端末をレジとして登録' }))
  await picture(till, 'devices-refused')

  await till.context().clearCookies()
  await signIn(till, 'E0002')
  await till.goto('/admin/register')
  await till.getByRole('button', { name: 'この端末をレジとして登録' }).click()
  const sheet = till.getByRole('dialog', { name: 'この端末をレジとして登録' })
  await sheet.getByLabel('登録するレジ').selectOption({ index: 1 })
  await picture(till, 'devices-sheet')
  await sheet.getByRole('button', { name: 'この端末をレジとして登録' }).click()
  const proof = till.getByRole('dialog', { name: 'ご本人の確認' })
  await proof.getByLabel('パスワード', { exact: true }).fill(password)
  await proof.getByRole('button', { name: '確認する' }).click()
  await sees(sheet.getByText('この端末', { exact: true }))
  await picture(till, 'devices-enrolled')
  await till.keyboard.press('Escape')
  await sees(till.getByText('商品をスキャンするか、会員のQRコードを読み取ってください'))
  // It is this register and offers no other.
  await sees(till.getByText('レジ 02'))
  await seesNot(till.getByRole('combobox', { name: 'レジを選ぶ' }))

  await till.getByRole('button', { name: /のメニュー/ }).click()
  await till.getByRole('button', { name: 'ログアウト' }).last().click()
  await till.getByRole('alertdialog').getByRole('button', { name: 'ログアウト' }).click()
  await sees(till.getByText('ログアウトしました'))
  await signIn(till, 'E0003')
  await till.goto('/admin/register')
  const register = registerOf(till)
  await register.addFavourite('銀磨きクロス')
  await register.pay('現金', 1_100)
  await register.settle()
  await sees(register.done)
  await register.next()

  await desk.goto('/admin?tab=settings')
  await desk.getByRole('button', { name: /金沢本店/ }).click()
  const shop = desk.getByRole('complementary', { name: '店舗の詳細' })
  await shop.getByRole('button', { name: /^登録を解除/ }).click()
  await picture(desk, 'devices-list')
  await desk.getByRole('alertdialog').getByRole('button', { name: '登録を解除する' }).click()
  await sees(shop.getByText('登録した端末はありません'))
  await register.addFavourite('銀磨きクロス')
  await register.pay('現金', 1_100)
  await register.settle()
  await sees(till.getByText(/この端末はレジとして登録されていません/))
})
