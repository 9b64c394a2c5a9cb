import { expect, test } from '../lib/journey.ts'
import { readText } from '../lib/text.ts'
import { readPhone, scan } from '../lib/codes.ts'
import { registerOf } from '../lib/register.ts'

test('A member enters a campaign from home, pays, and reads why each point came', async ({ stage }) => {
  const { shop } = stage
  // Its first day has come.
  await shop.db.query(
    `update campaigns set starts_at = now() - interval '1 day', ends_at = now() + interval '20 days' where name like '%の銀器フェア'`,
  )
  const before = await shop.walletOf('kyoko')
  const phone = await stage.customer('kyoko')
  await phone.getByRole('link', { name: /の銀器フェア/ }).click()
  const sheet = phone.getByRole('dialog', { name: /の銀器フェア/ })
  await expect(sheet.getByText('通常のポイントに2%を加算', { exact: true }).first()).toBeVisible()
  await expect(sheet.getByText('お一人さま1,000pt').first()).toBeVisible()
  await sheet.getByRole('button', { name: 'エントリーする' }).click()
  await expect(phone.getByText('エントリーしました').first()).toBeVisible()
  await expect(sheet.getByText('エントリー済み').first()).toBeVisible()
  await phone.reload()
  await expect(sheet.getByText('エントリー済み').first()).toBeVisible()
  await phone.goBack()

  await phone.getByRole('link', { name: 'QR支払い' }).click()
  const { qr } = await readPhone(phone)
  const screen = await stage.clerk('E0003')
  const register = registerOf(screen)
  await scan(screen, qr)
  await expect(register.member.getByText('見本 京子 様').first()).toBeVisible()
  await register.addFavourite('三日月ペンダント')
  await register.pay('現金', 11_000)
  await register.completeSale()
  await expect(register.done.first()).toBeVisible()

  // Three percent of the rank and two of the fair, each by itself.
  await expect(phone.getByText('550ポイントを獲得').first()).toBeVisible()
  await phone.getByRole('link', { name: '取引の詳細を見る' }).click()
  await expect(phone.getByRole('heading', { name: 'なぜ550pt？' }).first()).toBeVisible()
  const why = await readText(phone.locator('section, div').filter({ hasText: 'なぜ550pt？' }).last())
  for (const words of [
    '会員ランク（いぶし）',
    '11,000円 × 3%',
    '+330',
    'の銀器フェア',
    '11,000円 × 2%',
    '+220',
  ])
    expect(why, `the explanation says ${words}: ${why}`).toContain(words)
  expect((await shop.walletOf('kyoko')).points).toBe(before.points + 550)

  await phone.goto('/home')
  await phone.getByRole('link', { name: /の銀器フェア/ }).click()
  await expect
    .poll(() => readText(sheet), 'the sheet of the fair says what it brought')
    .toMatch(/これまでの獲得 ?220/)
  expect(await shop.findings(), 'the books balance').toStrictEqual([])
})
