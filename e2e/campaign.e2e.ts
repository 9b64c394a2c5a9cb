import assert from 'node:assert/strict'
import { readPhone, scan } from './lib/codes.ts'
import { eventually, sees, wordsOf } from './lib/expect.ts'
import { journey } from './lib/journey.ts'
import { registerOf } from './lib/register.ts'

journey('A member enters a campaign from home, pays, and reads why each point came', async (stage) => {
  const { shop } = stage
  // Its first day has come.
  await shop.db.query(
    `update campaigns set starts_at = now() - interval '1 day', ends_at = now() + interval '20 days' where name like '%の銀器フェア'`,
  )
  const before = await shop.walletOf('kyoko')
  const phone = await stage.customer('kyoko')
  await phone.getByRole('link', { name: /の銀器フェア/ }).click()
  const sheet = phone.getByRole('dialog', { name: /の銀器フェア/ })
  await sees(sheet.getByText('通常のポイントに2%を加算', { exact: true }))
  await sees(sheet.getByText('お一人さま1,000pt'))
  await sheet.getByRole('button', { name: 'エントリーする' }).click()
  await sees(phone.getByText('エントリーしました'))
  await sees(sheet.getByText('エントリー済み'))
  await phone.reload()
  await sees(sheet.getByText('エントリー済み'))
  await phone.goBack()

  await phone.getByRole('link', { name: 'QR支払い' }).click()
  const { qr } = await readPhone(phone)
  const till = await stage.clerk('E0003')
  const register = registerOf(till)
  await scan(till, qr)
  await sees(register.member.getByText('見本 京子 様'))
  await register.addFavourite('三日月ペンダント')
  await register.pay('現金', 11_000)
  await register.settle()
  await sees(register.done)

  // Three percent of the rank and two of the fair, each by itself.
  await sees(phone.getByText('550ポイントを獲得'))
  await phone.getByRole('link', { name: '取引の詳細を見る' }).click()
  await sees(phone.getByRole('heading', { name: 'なぜ550pt？' }))
  const why = await wordsOf(phone.locator('section, div').filter({ hasText: 'なぜ550pt？' }).last())
  for (const words of [
    '会員ランク（いぶし）',
    '11,000円 × 3%',
    '+330',
    'の銀器フェア',
    '11,000円 × 2%',
    '+220',
  ])
    assert.ok(why.includes(words), `the explanation says ${words}: ${why}`)
  assert.equal((await shop.walletOf('kyoko')).points, before.points + 550)

  await phone.goto('/home')
  await phone.getByRole('link', { name: /の銀器フェア/ }).click()
  await eventually(
    'the sheet of the fair says what it brought',
    () => wordsOf(sheet),
    (words) => /これまでの獲得 ?220/.test(words),
  )
  assert.deepEqual(await shop.findings(), [], 'the books balance')
})
