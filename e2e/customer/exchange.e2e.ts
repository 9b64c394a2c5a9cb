import { expect, test } from '../lib/journey.ts'
import { readText } from '../lib/text.ts'
import { takePicture } from '../lib/pictures.ts'

for (const theme of ['light', 'dark'] as const) {
  test(`Points become balance, for good and once, on a ${theme} phone`, async ({ stage }) => {
    const phone = await stage.customerAt('/user/buy?tab=convert', theme === 'light' ? 'hanako' : 'kyoko', {
      theme,
    })
    const amount = phone.getByRole('textbox', { name: '交換するポイント' })
    const convert = phone.getByRole('button', { name: '交換する' })
    await expect(amount.first()).toBeVisible()
    expect(await convert.isDisabled()).toBe(true)
    await takePicture(phone, `convert-empty-${theme}`)

    await amount.fill('９９９９９９９')
    await expect(phone.getByText('ポイントが足りません').first()).toBeVisible()
    await takePicture(phone, `convert-short-${theme}`)
    await amount.fill('150')
    await expect(phone.getByText('100pt単位で入力してください').first()).toBeVisible()
    expect(await convert.isDisabled()).toBe(true)

    await amount.fill('500')
    await takePicture(phone, `convert-ready-${theme}`)
    await convert.click()
    const question = phone.getByRole('alertdialog')
    await expect(question.getByText('500ptを500円に交換しますか？').first()).toBeVisible()
    await takePicture(phone, `convert-ask-${theme}`)
    await question.getByRole('button', { name: 'キャンセル' }).click()
    await convert.click()
    // A second tap that comes before the first one's answer.
    await question.getByRole('button', { name: '交換する' }).dblclick()
    const done = phone.getByRole('heading', { name: '500円に交換しました' })
    await expect(done.first()).toBeVisible()
    await takePicture(phone, `convert-done-${theme}`)
    await phone.reload()
    await expect(done.first()).toBeVisible()

    await phone.goto('/transactions')
    await expect(phone.getByText(/有償残高 .*円 ／ 無償残高 500円/).first()).toBeVisible()
    await takePicture(phone, `balance-${theme}`)
    await expect
      .poll(
        () => phone.getByRole('listitem').filter({ hasText: 'ポイント交換' }).count(),
        'the exchange stands in the history once',
      )
      .toBe(1)
  })
}

test('What comes of an exchange on a slow line leads no member away from their pay code', async ({
  stage,
}) => {
  const phone = await stage.customerAt('/transactions', 'okure')
  const before = await stage.shop.walletOf('okure')
  await phone.locator('main').getByRole('link', { name: 'チャージ' }).first().click()
  // The tab is chosen by its address, which may come a moment after the tap.
  await phone.locator('label', { hasText: 'ポイント交換' }).click()
  await phone.getByRole('textbox', { name: '交換するポイント' }).fill('100')
  let answer = (): void => {}
  const isWanted = new Promise<void>((resolve) => (answer = resolve))
  await phone.route('**/v1/transactions/convert/amount', async (route) => {
    const response = await route.fetch()
    await isWanted
    await route.fulfill({ response })
  })
  await phone.getByRole('button', { name: '交換する' }).click()
  await phone.getByRole('alertdialog').getByRole('button', { name: '交換する' }).click()
  await expect
    .poll(async () => (await stage.shop.walletOf('okure')).balance, 'the points have become balance')
    .toBe(before.balance + 100)
  await phone.goBack()
  await phone.getByRole('link', { name: 'QR支払い' }).click()
  await expect(phone.getByRole('img', { name: '支払い用QRコード' }).first()).toBeVisible()
  const isRead = phone.waitForResponse('**/v1/users/wallet')
  answer()
  await isRead
  await expect(phone.getByRole('img', { name: '支払い用QRコード' }).first()).toBeVisible()
  expect(new URL(phone.url()).pathname).toBe('/qr')
})

test('Accounting reads the prepaid book and saves it', async ({ stage }) => {
  const desk = await stage.desk('E0007')
  await desk.goto('/admin?tab=prepaid')
  await expect(desk.getByRole('heading', { name: '前払残高' }).first()).toBeVisible()
  await expect(desk.getByRole('table', { name: '日ごとの記録' }).first()).toBeVisible()
  await takePicture(desk, 'prepaid')
  await desk.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await takePicture(desk, 'prepaid-below')
  const saving = desk.waitForEvent('download')
  await desk
    .getByRole('button', { name: /のCSVを保存/ })
    .first()
    .click()
  expect((await saving).suggestedFilename()).toMatch(/^prepaid_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv$/)
  await desk.setViewportSize({ width: 390, height: 844 })
  await takePicture(desk, 'prepaid-narrow')
  expect(await readText(desk.getByRole('table').first())).not.toBe('')
})
