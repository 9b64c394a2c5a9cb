import { expect, test } from '../lib/journey.ts'
import { readText } from '../lib/text.ts'
import type { Page } from '@playwright/test'
import { readPhone, scan } from '../lib/codes.ts'
import { password, type Shop } from '../lib/shop.ts'

const press = async (screen: Page, points: number) => {
  const keypad = screen.getByRole('group', { name: 'テンキー' })
  for (const digit of String(points)) await keypad.getByRole('button', { name: digit, exact: true }).click()
}

/** The code that the phone shows once it has put the spent one away, all by itself. */
async function readFreshCode(phone: Page, spent: string): Promise<string> {
  let fresh = spent
  await expect(async () => {
    fresh = (await readPhone(phone)).qr
    expect(fresh, 'the phone shows a new code').not.toBe(spent)
  }).toPass()
  return fresh
}

test('Staff grant a member points, take them back, and move some between two', async ({ stage }) => {
  const { shop } = stage
  const before = { kyoko: await shop.walletOf('kyoko'), takasaki: await shop.walletOf('takasaki') }
  const screen = await stage.clerk('E0003')
  await screen.goto('/admin/register?mode=point')
  const phone = await stage.customerAt('/qr', 'kyoko')
  const { qr } = await readPhone(phone)

  await scan(screen, qr)
  await expect(screen.getByText('見本 京子 様').first()).toBeVisible()
  await screen.getByRole('button', { name: 'お詫び' }).click()
  await press(screen, 300)
  await screen.getByRole('button', { name: '300ptの確認へ' }).click()
  const question = screen.getByRole('alertdialog')
  await expect(question.getByText('見本 京子 様に300ptを付与しますか？').first()).toBeVisible()
  await question.getByRole('button', { name: '付与する' }).click()
  await expect(screen.getByText('見本 京子様に 300pt を付与しました').first()).toBeVisible()
  await expect(phone.getByText('金沢本店で300ptを受け取りました').first()).toBeVisible()
  expect((await shop.walletOf('kyoko')).points).toBe(before.kyoko.points + 300)
  await expect(screen.getByText('読み取ったコードは使用済みです。').first()).toBeVisible()

  await screen.getByRole('button', { name: '取り消す' }).click()
  const sheet = screen.getByRole('dialog', { name: 'この付与を取り消しますか？' })
  await sheet.getByLabel('社員番号').fill('E0003')
  await sheet.getByLabel('パスワード').fill(password)
  await sheet.getByRole('button', { name: '取り消す' }).click()
  await expect(screen.getByText('取り消しました').first()).toBeVisible()
  expect((await shop.walletOf('kyoko')).points).toBe(before.kyoko.points)

  await screen.getByRole('radio', { name: '会員から会員へ' }).check()
  const other = await stage.customerAt('/qr', 'takasaki')
  await scan(screen, qr)
  await expect(screen.getByText('お客様の画面の新しいコードを読み取ってください。').first()).toBeVisible()
  await scan(screen, await readFreshCode(phone, qr))
  await expect(
    screen.getByRole('region', { name: 'ポイントを渡す会員' }).getByText('見本 京子 様').first(),
  ).toBeVisible()
  await scan(screen, (await readPhone(other)).qr)
  await expect(
    screen.getByRole('region', { name: 'ポイントを受け取る会員' }).getByText('髙﨑 外字 様').first(),
  ).toBeVisible()
  await press(screen, 100)
  await screen.getByRole('button', { name: '100ptの確認へ' }).click()
  await question.getByRole('button', { name: '移す' }).click()
  await expect(
    screen.getByRole('alertdialog', { name: '見本 京子 様の確認を待っています' }).first(),
  ).toBeVisible()
  expect((await shop.walletOf('kyoko')).points, 'nothing has moved').toBe(before.kyoko.points)
  const asked = phone.getByRole('dialog', { name: 'ポイントの移行を確認してください' })
  await expect(asked.getByText('髙＊＊ 様').first()).toBeVisible()
  await asked.getByRole('button', { name: '渡す', exact: true }).click()
  const proof = phone.getByRole('dialog', { name: 'ご本人の確認' })
  await proof.getByRole('button', { name: 'パスワードで確認する' }).click()
  await proof.getByLabel('パスワード', { exact: true }).fill(password)
  await proof.getByRole('button', { name: '確認する', exact: true }).click()
  await expect(screen.getByText('見本 京子様から髙﨑 外字様へ 100pt を移しました').first()).toBeVisible()
  await expect(other.getByText('見＊＊さんから100ptを受け取りました').first()).toBeVisible()
  expect((await shop.walletOf('kyoko')).points).toBe(before.kyoko.points - 100)
  expect((await shop.walletOf('takasaki')).points).toBe(before.takasaki.points + 100)
  expect(await shop.findings(), 'the books balance').toStrictEqual([])
})

/** What the books say is in the drawers of the main shop. */
async function drawerOf(shop: Shop): Promise<number> {
  const { rows } = await shop.db.query<{ yen: number }>(
    `select coalesce(sum(case when x.debit_kind = 'drawer' then x.amount else -x.amount end), 0)::int as yen
     from ledger.transfers x join ledger.transactions t on t.id = x.transaction_id join stores s on s.id = t.store_id
     where 'drawer' in (x.debit_kind, x.credit_kind) and s.code = 'KNZ1'`,
  )
  return rows[0]!.yen
}

test('Cash becomes balance at the register, and is paid out again when it was a mistake', async ({
  stage,
}) => {
  const { shop } = stage
  const before = await shop.walletOf('kyoko')
  const drawer = await drawerOf(shop)
  const phone = await stage.customerAt('/qr', 'kyoko')
  const screen = await stage.desk('E0003')
  await screen.goto('/admin/register?mode=charge')
  const send = (amount: string) => screen.getByRole('button', { name: `${amount}をチャージする` })
  await expect(screen.getByText('会員を読み取ってください').first()).toBeVisible()
  await scan(screen, (await readPhone(phone)).qr)
  await expect(screen.getByText('見本 京子 様').first()).toBeVisible()

  // Three thousand are asked for, and ten are held out; what is too little is no charge, nor is what is too little cash.
  await press(screen, 400)
  await expect(screen.getByText('¥500〜¥30,000で入力してください').first()).toBeVisible()
  await screen.getByRole('button', { name: '¥3,000', exact: true }).click()
  await press(screen, 2_000)
  await expect(screen.getByRole('button', { name: 'あと ¥1,000' }).first()).toBeVisible()
  await screen.getByRole('button', { name: '¥10,000', exact: true }).last().click()
  await send('¥3,000').click()
  const question = screen.getByRole('alertdialog', {
    name: '見本 京子 様の残高に¥3,000をチャージしますか？',
  })
  await expect(question.getByText('お預かり ¥10,000・お釣り ¥7,000').first()).toBeVisible()
  await question.getByRole('button', { name: 'チャージする' }).dblclick()
  await expect(screen.getByText('見本 京子 様に¥3,000をチャージしました').first()).toBeVisible()
  expect(await readText(screen.locator('main'))).toMatch(/お釣り ?¥?7,000/)
  expect((await shop.walletOf('kyoko')).balance, 'charged, and once').toBe(before.balance + 3_000)
  expect(await drawerOf(shop)).toBe(drawer + 3_000)
  await phone.goto('/transactions')
  const charged = phone.getByRole('listitem').filter({ hasText: 'チャージ' }).first()
  await expect(charged.getByText(/3,000/).first()).toBeVisible()

  await screen.getByRole('button', { name: '取り消す' }).click()
  const sheet = screen.getByRole('dialog', { name: 'このチャージを取り消しますか？' })
  await expect(
    sheet.getByText('当日中だけ取り消せます。残高から差し引き、現金をお返しします。').first(),
  ).toBeVisible()
  await sheet.getByLabel('社員番号').fill('E0003')
  await sheet.getByLabel('パスワード').fill('まちがい')
  await sheet.getByRole('button', { name: '取り消す' }).click()
  await expect(sheet.getByText('社員番号またはパスワードが正しくありません。').first()).toBeVisible()
  await sheet.getByLabel('パスワード').fill(password)
  await sheet.getByRole('button', { name: '取り消す' }).click()
  await expect(screen.getByText('取り消しました').first()).toBeVisible()
  expect((await shop.walletOf('kyoko')).balance).toBe(before.balance)
  expect(await drawerOf(shop), 'and the drawer holds no yen of it').toBe(drawer)
  expect(await shop.findings(), 'the books balance').toStrictEqual([])
})
