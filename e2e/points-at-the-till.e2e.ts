import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { readPhone, scan } from './lib/codes.ts'
import { sees } from './lib/expect.ts'
import { journey } from './lib/journey.ts'
import { password } from './lib/shop.ts'

const press = async (till: Page, points: number) => {
  const keypad = till.getByRole('group', { name: 'テンキー' })
  for (const digit of String(points)) await keypad.getByRole('button', { name: digit, exact: true }).click()
}

journey('Staff hand a member points, take them back, and move some between two', async (stage) => {
  const { shop } = stage
  const before = { kyoko: await shop.walletOf('kyoko'), takasaki: await shop.walletOf('takasaki') }
  const till = await stage.clerk('E0003')
  await till.goto('/admin/register?mode=point')
  const phone = await stage.customer('kyoko')
  await phone.goto('/qr')
  const { qr } = await readPhone(phone)

  await scan(till, qr)
  await sees(till.getByText('見本 京子 様'))
  await till.getByRole('button', { name: 'お詫び' }).click()
  await press(till, 300)
  await till.getByRole('button', { name: '300ptの確認へ' }).click()
  const question = till.getByRole('alertdialog')
  await sees(question.getByText('見本 京子 様に300ptを付与しますか？'))
  await question.getByRole('button', { name: '付与する' }).click()
  await sees(till.getByText('見本 京子様に 300pt を付与しました'))
  await sees(phone.getByText('金沢本店で300ptを受け取りました'))
  assert.equal((await shop.walletOf('kyoko')).points, before.kyoko.points + 300)

  await till.getByRole('button', { name: '取り消す' }).click()
  const sheet = till.getByRole('dialog', { name: 'この付与を取り消しますか？' })
  await sheet.getByLabel('社員番号').fill('E0003')
  await sheet.getByLabel('パスワード').fill(password)
  await sheet.getByRole('button', { name: '取り消す' }).click()
  await sees(till.getByText('取り消しました'))
  assert.equal((await shop.walletOf('kyoko')).points, before.kyoko.points)

  await till.getByRole('radio', { name: '会員から会員へ' }).check()
  const other = await stage.customer('takasaki')
  await other.goto('/qr')
  await scan(till, qr)
  await scan(till, (await readPhone(other)).qr)
  await sees(till.getByRole('region', { name: 'ポイントを受け取る会員' }).getByText('髙﨑 外字 様'))
  await press(till, 100)
  await till.getByRole('button', { name: '100ptの確認へ' }).click()
  await question.getByRole('button', { name: '移す' }).click()
  await sees(till.getByText('見本 京子様から髙﨑 外字様へ 100pt を移しました'))
  await sees(other.getByText('見＊＊さんから100ptを受け取りました'))
  assert.equal((await shop.walletOf('kyoko')).points, before.kyoko.points - 100)
  assert.equal((await shop.walletOf('takasaki')).points, before.takasaki.points + 100)
  assert.deepEqual(await shop.findings(), [], 'the books balance')
})
