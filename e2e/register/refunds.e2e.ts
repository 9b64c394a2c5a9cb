import { expect, test } from '../lib/journey.ts'
import { readNumber, readText } from '../lib/text.ts'
import { randomUUID } from 'node:crypto'
import { readPhone, scan } from '../lib/codes.ts'
import { Program } from '../lib/program.ts'
import { registerOf } from '../lib/register.ts'
import { password, type Shop } from '../lib/shop.ts'

test('A receipt comes back: one of two articles is given back by an approval, and another sale is corrected and voided', async ({
  stage,
}) => {
  const { shop } = stage
  const before = await shop.walletOf('hanako')
  const phone = await stage.customer('hanako')
  const screen = await stage.clerk('E0003')
  const register = registerOf(screen)

  await phone.getByRole('link', { name: 'QR支払い' }).click()
  await scan(screen, (await readPhone(phone)).qr)
  await expect(register.member.getByText('例示 花子 様').first()).toBeVisible()
  await register.addFavourite('三日月ペンダント')
  await register.addFavourite('粒銀ピアス')
  await register.pay('現金', 20_000)
  await register.completeSale()
  await expect(register.done.first()).toBeVisible()
  const number = await readNumber(screen)
  const paid = await shop.walletOf('hanako')
  expect(paid.points, 'the sale earned points').toBeGreaterThan(before.points)

  // The receipt's bar code, read at the register: the sale, its articles, and what giving one back means.
  await register.next()
  await scan(screen, number)
  await screen.getByRole('group', { name: '三日月ペンダントの返品数' }).getByRole('button').last().click()
  await screen.getByRole('combobox', { name: '三日月ペンダントの扱い' }).selectOption('damaged')
  await expect(screen.getByText('責任者の承認が必要です').first()).toBeVisible()
  const meant = await readText(screen.locator('main'))
  for (const words of ['+¥11,000', '取り消すポイント', '返還する消費税', '¥1,000'])
    expect(meant, `the preview says ${words}: ${meant}`).toContain(words)
  // Cash may go to the balance instead, if the customer says so; this one wants the notes.
  await expect(screen.getByText(/^返品は\d+年\d+月\d+日.*まで$/).first()).toBeVisible()
  const instead = screen.getByRole('checkbox', { name: /^現金・カードの分も残高へ返金する/ })
  await instead.check({ force: true })
  await expect(screen.getByText('うち現金・カードの代わり ¥11,000').first()).toBeVisible()
  await instead.uncheck({ force: true })
  await expect(screen.getByText('うち現金・カードの代わり ¥11,000').first()).toBeHidden()
  const reclaimed = Number(/取り消すポイント\s*[−-]([\d,]+)/.exec(meant)?.[1]?.replace(',', ''))
  await screen.getByRole('button', { name: '¥11,000 を返金する' }).click()
  await expect(screen.getByText('理由を入力してください。').first()).toBeVisible()
  await screen.getByLabel('理由').selectOption('不良・破損')
  await screen.getByRole('button', { name: '¥11,000 を返金する' }).click()

  // One's own sale needs another person's approval, who stands beside the register.
  const approval = screen.getByRole('dialog', { name: '責任者の承認' })
  const byPassword = approval.getByRole('button', { name: '社員番号とパスワードで承認する' })
  await expect(approval.getByRole('region', { name: 'この場で承認する' }).first()).toBeVisible()
  if (await byPassword.isVisible()) await byPassword.click()
  await approval.getByLabel('社員番号').fill('E0002')
  await approval.getByLabel('パスワード', { exact: true }).fill(password)
  await approval.getByRole('button', { name: '承認する', exact: true }).click()
  await screen
    .getByRole('alertdialog', { name: '¥11,000 を返金します' })
    .getByRole('button', { name: '返金する' })
    .click()
  await expect(screen.getByRole('heading', { name: '返金が完了しました' }).first()).toBeVisible()
  await expect(phone.getByText(/11,000円を現金で返金しました/).first()).toBeVisible()
  expect((await shop.walletOf('hanako')).points, 'the points follow').toBe(paid.points - reclaimed)

  // The result survives a reload, and the receipt read again shows what is left of it.
  await screen.reload()
  await expect(screen.getByRole('heading', { name: '返金が完了しました' }).first()).toBeVisible()
  await screen.getByRole('link', { name: 'QR読取' }).click()
  await screen.getByLabel('コードの番号').fill(number)
  await screen.getByRole('button', { name: '読み取る' }).click()
  await expect(screen.getByText('一部返金済み').first()).toBeVisible()
  await screen.getByLabel('コードの番号').fill('これは何のコードでもない')
  await screen.getByRole('button', { name: '読み取る' }).click()
  await expect(screen.getByText('読み取れないコードです').first()).toBeVisible()
  await screen.getByRole('button', { name: number }).click()
  await screen.getByRole('button', { name: '取引の詳細' }).click()
  const drawer = screen.getByRole('complementary', { name: '取引の詳細' })
  await expect(drawer.getByText('不良・破損').first()).toBeVisible()
  await expect(drawer.getByRole('button', { name: '取引を削除' }).first()).toBeHidden()

  // Another sale, of cash that was a card: corrected by a manager's approval, then voided with it.
  await screen.getByRole('link', { name: 'レジ', exact: true }).click()
  await register.addFavourite('粒銀ピアス')
  await register.pay('現金', 5_500)
  await register.completeSale()
  await expect(register.done.first()).toBeVisible()
  await register.next()
  await screen.goto('/admin?tab=transactions')
  await screen.getByRole('row').filter({ hasText: '¥5,500' }).first().getByRole('button').click()
  await drawer.getByRole('button', { name: '支払いを修正' }).click()
  const correction = screen.getByRole('dialog', { name: '支払いの修正' })
  await correction.getByLabel('うち現金').fill('0')
  await expect(correction.getByText('¥5,500').first()).toBeVisible()
  await correction.getByLabel('修正の理由').fill('カード端末の伝票と照合')
  await correction.getByRole('button', { name: '修正する' }).click()
  if (await byPassword.isVisible()) await byPassword.click()
  await approval.getByLabel('社員番号').fill('E0002')
  await approval.getByLabel('パスワード', { exact: true }).fill(password)
  await approval.getByRole('button', { name: '承認する', exact: true }).click()
  await expect(screen.getByText('修正しました').first()).toBeVisible()
  await expect(drawer.getByText('現金 ¥5,500 → ¥0').first()).toBeVisible()

  await drawer.getByRole('button', { name: '取引を削除' }).click()
  const removal = screen.getByRole('dialog', { name: 'この取引を削除しますか？' })
  await removal.getByLabel('社員番号').fill('E0002')
  await removal.getByLabel('パスワード').fill('まちがい')
  await removal.getByRole('button', { name: '削除する' }).click()
  await expect(removal.getByText('社員番号またはパスワードが正しくありません。').first()).toBeVisible()
  expect(await removal.getByLabel('パスワード').inputValue(), 'nothing is remembered').toBe('')
  await removal.getByLabel('パスワード').fill(password)
  await removal.getByRole('button', { name: '削除する' }).click()
  await expect(screen.getByText('取引を削除しました').first()).toBeVisible()
  await expect.poll(() => readText(drawer), 'the sale stays in view as what it is').toContain('取消済み')
  expect(await shop.findings(), 'the books balance').toStrictEqual([])
})

test('Articles are exchanged for dearer ones: one confirmation, the difference in cash, and both on the shelf', async ({
  stage,
}) => {
  const { shop } = stage
  const [pendant, brooch] = [await readArticle(shop, 'PD001'), await readArticle(shop, 'BC001')]
  const clerk = await Program.of(shop, 'E0003')
  const { body } = await clerk.pay({
    transaction_id: randomUUID(),
    items: [{ sku_id: pendant.id, quantity: 1 }],
    tenders: { cash: pendant.price },
  })
  const screen = await stage.clerk('E0002')
  await scan(screen, body.transaction!.number)
  await screen.getByRole('button', { name: 'すべて返品' }).click()
  await screen.getByLabel('理由').selectOption('サイズ・仕様の違い')
  await screen.getByRole('button', { name: '交換する' }).click()

  const sheet = screen.getByRole('dialog', { name: '交換' })
  await expect(sheet.getByRole('button', { name: 'お渡しする商品を選んでください' }).first()).toBeVisible()
  await scan(screen, brooch.barcode)
  await expect(sheet.getByText('梟ブローチ いぶし').first()).toBeVisible()
  const difference = brooch.price - pendant.price
  const tendered = sheet.getByLabel('お預かり（差額分）')
  await tendered.fill(String(difference - 1))
  await expect(sheet.getByRole('button', { name: 'お預かりが ¥1 足りません' }).first()).toBeVisible()
  await tendered.fill('10000')
  await sheet.getByRole('button', { name: '交換を確定する' }).click()
  const question = screen.getByRole('alertdialog', { name: '交換を確定しますか？' })
  await expect(
    question.getByText('返品 ¥11,000、会計 ¥20,900。現金 ¥9,900 をいただきます。').first(),
  ).toBeVisible()
  await question.getByRole('button', { name: '交換を確定する' }).dblclick()

  const done = screen.getByRole('heading', { name: '交換が完了しました' })
  await expect(done.first()).toBeVisible()
  const change = String(10_000 - difference)
  expect(await readText(screen.locator('main'))).toMatch(new RegExp(`お釣り ?¥?${change}\\b`))
  // Both halves are read again, and are there once.
  await screen.reload()
  await expect(done.first()).toBeVisible()
  expect((await readArticle(shop, 'PD001')).shelf, 'what came back is for sale again').toBe(pendant.shelf)
  expect((await readArticle(shop, 'BC001')).shelf).toBe(brooch.shelf - 1)
  const { rows } = await shop.db.query<{ refunds: number }>(
    'select count(*)::int as refunds from ledger.transactions where related_id = $1',
    [body.transaction!.id],
  )
  expect(rows[0]!.refunds).toBe(1)
  expect(await shop.findings(), 'the books balance').toStrictEqual([])
})

interface Article {
  id: string
  price: number
  barcode: string
  shelf: number
}

/** An article, and how many of it are for sale in the main shop. */
async function readArticle(shop: Shop, sku: string): Promise<Article> {
  const { rows } = await shop.db.query<Article>(
    `select k.id, k.price::int as price, k.barcode, l.shelf from skus k join ledger.stock_levels l on l.sku_id = k.id
       join stores s on s.id = l.store_id where k.sku = $1 and s.code = 'KNZ1'`,
    [sku],
  )
  return rows[0]!
}

test('Head office gives a sale back that its shop cannot, after showing once more who it is', async ({
  stage,
}) => {
  const screen = await stage.clerk('E0003')
  const register = registerOf(screen)
  await register.addFavourite('粒銀ピアス')
  await register.pay('現金', 5_500)
  await register.completeSale()
  await expect(register.done.first()).toBeVisible()
  const number = await readNumber(screen)

  const desk = await stage.desk('E0001')
  await desk.goto('/admin?tab=transactions')
  const row = desk.getByRole('row').filter({ hasText: number })
  await row.getByRole('button').click()
  await desk
    .getByRole('complementary', { name: '取引の詳細' })
    .getByRole('button', { name: '返金する' })
    .click()
  await desk.getByRole('button', { name: 'すべて返品' }).click()
  await expect(desk.getByRole('button', { name: '交換する' }).first()).toBeHidden()
  await desk.getByLabel('理由').selectOption('不良・破損')
  await desk.getByRole('button', { name: '¥5,500 を返金する' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: '返金する' }).click()
  const proof = desk.getByRole('dialog', { name: 'ご本人の確認' })
  await proof.getByLabel('パスワード', { exact: true }).fill(password)
  await proof.getByRole('button', { name: '確認する' }).click()
  await expect(desk.getByRole('heading', { name: '返金が完了しました' }).first()).toBeVisible()
  await desk.getByRole('button', { name: '取引の一覧へ' }).click()
  await expect(row.getByText('返金済み').first()).toBeVisible()
})
