import { expect, test } from '../lib/journey.ts'
import { takePicture } from '../lib/pictures.ts'
import { password } from '../lib/shop.ts'

test('Accounting asks for balance to be paid back, an owner approves, and the member sees it', async ({
  stage,
}) => {
  const desk = await stage.desk('E0007')
  await desk.goto('/admin?tab=cashouts')
  await expect(
    desk.getByRole('region', { name: '今期の払戻しの枠' }).getByText('残り枠').first(),
  ).toBeVisible()
  await desk.getByRole('button', { name: '払戻しを依頼' }).click()
  const form = desk.getByRole('complementary', { name: '払戻しを依頼' })
  await form.getByLabel('会員を検索').fill('hanako')
  await form.getByRole('button', { name: '検索' }).click()
  await form.getByRole('button', { name: /（hanako）/ }).click()
  await form.getByRole('button', { name: '依頼する' }).click()
  await expect(form.getByText('経緯を入力してください。').first()).toBeVisible()
  await form.getByLabel('払い戻す金額').fill('１，０００')
  await form.getByLabel('理由').selectOption({ label: '出国' })
  await form.getByLabel('経緯').fill('海外への転居（航空券の控えを確認）')
  await takePicture(desk, 'cashout-ask', { fullPage: true })
  await form.getByRole('button', { name: '依頼する' }).click()
  await expect(desk.getByText('払戻しを依頼しました').first()).toBeVisible()
  const row = desk.getByRole('row').filter({ hasText: '出国' }).filter({ hasText: '承認待ち' })
  await expect(row.first()).toBeVisible()
  await desk.setViewportSize({ width: 390, height: 844 })
  await takePicture(desk, 'cashouts-narrow', { fullPage: true })

  const office = await stage.desk('E0001')
  await office.goto('/admin?tab=cashouts')
  await office.getByRole('row').filter({ hasText: '承認待ち' }).getByRole('button').click()
  const pane = office.getByRole('complementary', { name: '払戻しの内容' })
  await expect(pane.getByText('海外への転居（航空券の控えを確認）').first()).toBeVisible()
  await takePicture(office, 'cashout-decide', { fullPage: true })
  await pane.getByRole('button', { name: '承認する' }).click()
  const ask = office.getByRole('alertdialog')
  await expect(
    ask.getByText('有償残高が減り、元に戻せません。銀行振込での支払いは別に行ってください。').first(),
  ).toBeVisible()
  await ask.getByRole('button', { name: '承認する' }).click()
  const proof = office.getByRole('dialog', { name: 'ご本人の確認' })
  await proof.getByLabel('パスワード', { exact: true }).fill(password)
  await proof.getByRole('button', { name: '確認する' }).click()
  await expect(office.getByText('払戻しを承認しました').first()).toBeVisible()
  await expect(pane.getByText('払戻し済み').first()).toBeVisible()
  await takePicture(office, 'cashout-paid', { fullPage: true })

  const phone = await stage.customerAt('/transactions', 'hanako')
  await phone
    .getByRole('link', { name: /残高の払戻し/ })
    .first()
    .click()
  await expect(phone.getByText('取引後の残高').first()).toBeVisible()
  await expect(phone.getByText('残高の払戻し', { exact: true }).first()).toBeVisible()
  await takePicture(phone, 'cashout-member', { fullPage: true })
})
