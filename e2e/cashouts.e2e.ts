import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { sees } from './lib/expect.ts'
import { journey } from './lib/journey.ts'
import { password } from './lib/shop.ts'

const asked = process.argv.indexOf('--shots')
const shots = asked < 0 ? null : resolve(process.argv[asked + 1] ?? 'shots')

async function picture(page: Page, name: string): Promise<void> {
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.screenshot({ path: join(shots, `${name}.png`), animations: 'disabled', fullPage: true })
}

journey(
  'Accounting asks for balance to be paid back, an owner agrees, and the member sees it',
  async (stage) => {
    const desk = await stage.desk('E0007')
    await desk.goto('/admin?tab=cashouts')
    await sees(desk.getByRole('region', { name: '今期の払戻しの枠' }).getByText('残り枠'))
    await desk.getByRole('button', { name: '払戻しを依頼' }).click()
    const form = desk.getByRole('complementary', { name: '払戻しを依頼' })
    await form.getByLabel('会員を検索').fill('hanako')
    await form.getByRole('button', { name: '検索' }).click()
    await form.getByRole('button', { name: /（hanako）/ }).click()
    await form.getByRole('button', { name: '依頼する' }).click()
    await sees(form.getByText('経緯を入力してください。'))
    await form.getByLabel('払い戻す金額').fill('１，０００')
    await form.getByLabel('理由').selectOption({ label: '出国' })
    await form.getByLabel('経緯').fill('海外への転居（航空券の控えを確認）')
    await picture(desk, 'cashout-ask')
    await form.getByRole('button', { name: '依頼する' }).click()
    await sees(desk.getByText('払戻しを依頼しました'))
    const row = desk.getByRole('row').filter({ hasText: '出国' }).filter({ hasText: '承認待ち' })
    await sees(row)
    await desk.setViewportSize({ width: 390, height: 844 })
    await picture(desk, 'cashouts-narrow')

    const office = await stage.desk('E0001')
    await office.goto('/admin?tab=cashouts')
    await office.getByRole('row').filter({ hasText: '承認待ち' }).getByRole('button').click()
    const pane = office.getByRole('complementary', { name: '払戻しの内容' })
    await sees(pane.getByText('海外への転居（航空券の控えを確認）'))
    await picture(office, 'cashout-decide')
    await pane.getByRole('button', { name: '承認する' }).click()
    const ask = office.getByRole('alertdialog')
    await sees(ask.getByText('有償残高が減り、元に戻せません。銀行振込での支払いは別に行ってください。'))
    await ask.getByRole('button', { name: '承認する' }).click()
    const proof = office.getByRole('dialog', { name: 'ご本人の確認' })
    await proof.getByLabel('パスワード', { exact: true }).fill(password)
    await proof.getByRole('button', { name: '確認する' }).click()
    await sees(office.getByText('払戻しを承認しました'))
    await sees(pane.getByText('払戻し済み'))
    await picture(office, 'cashout-paid')

    const phone = await stage.customerAt('/transactions', 'hanako')
    await phone
      .getByRole('link', { name: /残高の払戻し/ })
      .first()
      .click()
    await sees(phone.getByText('取引後の残高'))
    await sees(phone.getByText('残高の払戻し', { exact: true }))
    await picture(phone, 'cashout-member')
  },
)
