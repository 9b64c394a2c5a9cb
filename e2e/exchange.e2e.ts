import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { eventually, sees, wordsOf } from './lib/expect.ts'
import { journey } from './lib/journey.ts'

const asked = process.argv.indexOf('--shots')
const shots = asked < 0 ? null : resolve(process.argv[asked + 1] ?? 'shots')

async function picture(page: Page, name: string): Promise<void> {
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.screenshot({ path: join(shots, `${name}.png`), animations: 'disabled' })
}

for (const theme of ['light', 'dark'] as const) {
  journey(`Points become balance, for good and once, on a ${theme} phone`, async (stage) => {
    const phone = await stage.customerAt('/user/buy?tab=convert', theme === 'light' ? 'hanako' : 'kyoko', {
      theme,
    })
    const amount = phone.getByRole('textbox', { name: '交換するポイント' })
    const convert = phone.getByRole('button', { name: '交換する' })
    await sees(amount)
    assert.equal(await convert.isDisabled(), true)
    await picture(phone, `convert-empty-${theme}`)

    await amount.fill('９９９９９９９')
    await sees(phone.getByText('ポイントが足りません'))
    await picture(phone, `convert-short-${theme}`)
    await amount.fill('150')
    await sees(phone.getByText('100pt単位で入力してください'))
    assert.equal(await convert.isDisabled(), true)

    await amount.fill('500')
    await picture(phone, `convert-ready-${theme}`)
    await convert.click()
    const question = phone.getByRole('alertdialog')
    await sees(question.getByText('500ptを500円に交換しますか？'))
    await picture(phone, `convert-ask-${theme}`)
    await question.getByRole('button', { name: 'キャンセル' }).click()
    await convert.click()
    // A second tap that comes before the first one's answer.
    await question.getByRole('button', { name: '交換する' }).dblclick()
    const done = phone.getByRole('heading', { name: '500円に交換しました' })
    await sees(done)
    await picture(phone, `convert-done-${theme}`)
    await phone.reload()
    await sees(done)

    await phone.goto('/transactions')
    await sees(phone.getByText(/有償残高 .*円 ／ 無償残高 500円/))
    await picture(phone, `balance-${theme}`)
    const rows = await eventually(
      'the exchange stands in the history once',
      () => phone.getByRole('listitem').filter({ hasText: 'ポイント交換' }).count(),
      (count) => count === 1,
    )
    assert.equal(rows, 1)
  })
}

journey('What comes of an exchange on a slow line leads nobody away from their pay code', async (stage) => {
  const phone = await stage.customerAt('/transactions', 'okure')
  const before = await stage.shop.walletOf('okure')
  await phone.locator('main').getByRole('link', { name: 'チャージ' }).first().click()
  await phone.getByRole('radio', { name: 'ポイント交換' }).check({ force: true })
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
  await eventually(
    'the points have become balance',
    () => stage.shop.walletOf('okure'),
    ({ balance }) => balance === before.balance + 100,
  )
  await phone.goBack()
  await phone.getByRole('link', { name: 'QR支払い' }).click()
  await sees(phone.getByRole('img', { name: '支払い用QRコード' }))
  const isRead = phone.waitForResponse('**/v1/users/wallet')
  answer()
  await isRead
  await sees(phone.getByRole('img', { name: '支払い用QRコード' }))
  assert.equal(new URL(phone.url()).pathname, '/qr')
})

journey('Accounting reads the prepaid book and saves it', async (stage) => {
  const desk = await stage.desk('E0007')
  await desk.goto('/admin?tab=prepaid')
  await sees(desk.getByRole('heading', { name: '前払残高' }))
  await sees(desk.getByRole('table', { name: '日ごとの記録' }))
  await picture(desk, 'prepaid')
  await desk.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await picture(desk, 'prepaid-below')
  const saving = desk.waitForEvent('download')
  await desk
    .getByRole('button', { name: /のCSVを保存/ })
    .first()
    .click()
  assert.match((await saving).suggestedFilename(), /^prepaid_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv$/)
  await desk.setViewportSize({ width: 390, height: 844 })
  await picture(desk, 'prepaid-narrow')
  assert.notEqual(await wordsOf(desk.getByRole('table').first()), '')
})
