import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@shirogane/tools/lib/environment'
import { digitsOf, scan } from './lib/codes.ts'
import { expect, test } from './lib/journey.ts'
import { codeTo, e164, fillInAccount } from './lib/newcomer.ts'
import { registerOf } from './lib/register.ts'
import { password } from './lib/shop.ts'
import { takePicture } from './lib/pictures.ts'
import { signIn } from './lib/stage.ts'
import { readText } from './lib/text.ts'

/** The steps of the tour as a newcomer reads them in README.md. */
function readTour(): string[] {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const [, tour = ''] = /^## A tour of five minutes\n+(.*?)\n## /ms.exec(readme) ?? []
  return tour
    .split(/^\d+\. /m)
    .slice(1)
    .map((step) => step.replaceAll(/\s+/g, ' '))
}

/** Each step says these words: what is pressed and typed below is what README.md tells a newcomer to press and type. */
const words: readonly (readonly string[])[] = [
  ['hanako', '登録しない'],
  ['/admin/register', 'E0003'],
  ['QR支払い', 'カメラ', 'sixteen digits'],
  ['RG001-11', 'NC001-45', 'ランクが上がりました！'],
  ['/?invite=TSUKI01', '090-0000-1234', '/demo'],
  ['チャージ', '変更', 'カードを追加'],
  ['kyoko', 'マイページ › アフィリエイト', '15,500円', 'E0001', '**アフィリエイト**'],
  ['マイページ › 受取口座', 'テスト銀行', '9999'],
  ['Kill the process', 'npm run audit'],
]

test('The tour in README.md can be walked on a new demo, step by step', async ({ stage }) => {
  const { shop } = stage
  const tour = readTour()
  expect(tour).toHaveLength(words.length)
  for (const [index, said] of words.entries()) for (const word of said) expect(tour[index]).toContain(word)

  // 1 and 2: the customer on a phone, and the shop.
  const phone = await stage.phone()
  await signIn(phone, 'hanako')
  await phone.getByRole('button', { name: '登録しない' }).click()
  await expect(phone.getByRole('heading', { name: 'ホーム' })).toBeAttached()
  const screen = await stage.register()
  await screen.goto('/admin/register')
  await screen.getByLabel('メールアドレス・電話番号・ユーザー名').fill('E0003')
  await screen.getByLabel('パスワード', { exact: true }).fill(password)
  await screen.getByRole('button', { name: 'ログイン', exact: true }).click()
  const register = registerOf(screen)

  // 3 and 4: the code, the sale, and what the phone shows of it.
  const before = await shop.walletOf('hanako')
  await phone.getByRole('link', { name: 'QR支払い' }).click()
  await expect(screen.getByRole('button', { name: 'カメラ' }).first()).toBeVisible()
  await scan(screen, await digitsOf(phone))
  await expect(register.member.getByText('例示 花子 様').first()).toBeVisible()
  for (const article of ['RG001-11', 'NC001-45']) {
    await scan(screen, article)
    await expect(register.cart.getByText(new RegExp(article)).first()).toBeVisible()
  }
  await register.pay('ポイント', 500)
  await register.pay('残高', 3_000)
  await register.pay('現金', 50_000)
  await register.completeSale()
  await expect(register.done.first()).toBeVisible()
  await expect(phone.getByRole('heading', { name: 'お支払いが完了しました' }).first()).toBeVisible()
  await expect(phone.getByText('ランクが上がりました！').first()).toBeVisible()
  const after = await shop.walletOf('hanako')
  expect(after.balance).toBe(before.balance - 3_000)
  expect(after.level_index).toBe(before.level_index + 1)

  // 5: a newcomer, whose code arrives on the demo's page of mails and SMS.
  const newcomer = await stage.phone()
  await newcomer.goto('/?invite=TSUKI01')
  await newcomer.getByRole('link', { name: '新規会員登録' }).click()
  const number = '090-0000-1234'
  await fillInAccount(newcomer, {
    username: 'kyaku_1234',
    phone: number,
    email: 'kyaku1234@example.jp',
    password: 'mikazuki-no-shizuku',
  })
  const outbox = await stage.phone()
  await outbox.goto('/demo')
  const code = await codeTo(shop, e164(number))
  await expect(outbox.getByText(new RegExp(code)).first()).toBeVisible()
  await newcomer.getByLabel('届いた6桁の番号').fill(code)
  await newcomer.getByRole('button', { name: '確認する', exact: true }).click()
  await expect(newcomer.getByRole('heading', { name: '登録が完了しました' }).first()).toBeVisible()

  // 6: the demo's own gateway, with more cards than the one that hanako has.
  await phone.goto('/')
  await phone.getByRole('link', { name: 'チャージ' }).first().click()
  await phone.getByRole('button', { name: '変更' }).click()
  await phone.getByRole('link', { name: 'カードを追加' }).click()
  await phone.waitForURL(/\/payment-method\/new/)

  // 7 and 8: one who invites others, what head office sees of it, and a bank account.
  const inviter = await stage.customer('kyoko')
  await inviter.goto('/user')
  await inviter.getByRole('link', { name: 'アフィリエイト' }).click()
  await expect.poll(() => readText(inviter.locator('main'))).toContain('15,500')
  await inviter.goto('/user')
  await inviter.getByRole('link', { name: '受取口座' }).click()
  await inviter.getByRole('link', { name: '口座を追加' }).click()
  await inviter.getByLabel('銀行名・カナ・コード').fill('9999')
  await inviter.getByRole('link', { name: /テスト銀行/ }).click()
  const desk = await stage.desk('E0001')
  await desk.goto('/admin')
  await expect(desk.getByText('純売上').first()).toBeVisible()
  await takePicture(desk, 'head-office')
  await desk.getByRole('link', { name: 'アフィリエイト' }).first().click()
  await expect.poll(() => readText(desk.locator('main'))).toContain('kyoko')

  // 9: killed and started again, it is all there, and the books balance.
  await shop.killEverything()
  await shop.start()
  expect(await shop.walletOf('hanako')).toStrictEqual(after)
  expect(await shop.findings()).toStrictEqual([])
})
