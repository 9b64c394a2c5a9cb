import { expect, test } from '../lib/journey.ts'
import type { Page } from '@playwright/test'
import { digitsOf, scan } from '../lib/codes.ts'
import { Program } from '../lib/program.ts'
import { registerOf } from '../lib/register.ts'
import { password, type Shop } from '../lib/shop.ts'
import { signIn } from '../lib/stage.ts'

const ownPassword = 'hikaru-gin-no-suzu-925'
const pin = '493817'
const managersPin = '702946'

/** Shows once more who they are, where a change of rights asks for it. */
async function prove(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'ご本人の確認' })
  await sheet.getByLabel('パスワード', { exact: true }).fill(password)
  await sheet.getByRole('button', { name: '確認する' }).click()
}

async function setPin(page: Page, digits: string): Promise<void> {
  await page.getByRole('button', { name: /のメニュー/ }).click()
  await page.getByRole('button', { name: 'PINを設定' }).click()
  const sheet = page.getByRole('dialog', { name: 'PINを設定' })
  await sheet.getByLabel('現在のパスワード').fill(password)
  await sheet.getByLabel('新しいPIN（6桁）').fill(digits)
  await sheet.getByLabel('新しいPIN（確認）').fill(digits)
  await sheet.getByRole('button', { name: '設定する' }).click()
  await expect(page.getByText('PINを設定しました').first()).toBeVisible()
}

async function sellerOfLast(shop: Shop): Promise<string> {
  const { rows } = await shop.db.query<{ name: string }>(
    `select e.name from ledger.transactions t join employees e on e.user_id = t.employee_id
     where t.kind = 'payment' order by t.completed_at desc limit 1`,
  )
  return rows[0]?.name ?? ''
}

test('A newcomer chooses their own password, takes a register over in mid-sale, and is out at once when stopped', async ({
  stage,
}) => {
  const office = await stage.desk('E0001')
  await office.goto('/admin?tab=staff')
  await office.getByRole('button', { name: 'スタッフを追加' }).click()
  const adding = office.getByRole('dialog', { name: 'スタッフを追加' })
  await adding.getByLabel('名前').fill('新田 光')
  await adding.getByLabel('店舗').selectOption({ index: 1 })
  await adding.getByRole('button', { name: '追加する' }).click()
  await prove(office)
  const invitation = office.getByRole('dialog', { name: '招待コード' })
  const code = await invitation.getByText(/^[2-9A-Z]{4}(-[2-9A-Z]{4}){3}$/).innerText()
  await invitation.getByRole('button', { name: '閉じる' }).click()

  const phone = await stage.phone()
  await phone.goto(`/auth/forgot?step=staff#${code}`)
  await expect(phone.getByText('新田 光さん').first()).toBeVisible()
  await phone.getByLabel('パスワード', { exact: true }).fill(ownPassword)
  await phone.getByLabel('パスワード（確認）').fill(ownPassword)
  await phone.getByLabel('PIN（6桁）').fill(pin)
  // The server takes it, and its answer is lost: the same once more is no refusal.
  const welcomes = '**/v1/auth/staff/welcome'
  await phone.route(welcomes, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await phone.getByRole('button', { name: '設定する' }).click()
  await expect(phone.getByText('通信できませんでした。').first()).toBeVisible()
  await phone.unroute(welcomes)
  await phone.getByRole('button', { name: '設定する' }).click()
  await expect(phone.getByText('設定が完了しました').first()).toBeVisible()
  await phone.waitForURL((url) => url.pathname === '/' && url.hash === '')

  const page = await stage.clerk('E0003')
  const screen = registerOf(page)
  await screen.addFavourite('銀磨きクロス')
  await page.getByRole('button', { name: /のメニュー/ }).click()
  await page.getByRole('button', { name: '担当者を切り替え' }).click()
  const sheet = page.getByRole('dialog', { name: '担当者の切り替え' })
  await sheet.getByRole('button', { name: /新田 光/ }).click()
  await sheet.getByLabel(/新田 光さんのPIN/).fill('000001')
  await expect(sheet.getByText('PINが正しくありません。').first()).toBeVisible()
  await sheet.getByLabel(/新田 光さんのPIN/).fill(pin)
  await expect(page.getByText('担当者を新田 光さんに切り替えました').first()).toBeVisible()
  await expect(screen.cart.getByText('銀磨きクロス').first()).toBeVisible()
  await screen.pay('現金', 1_100)
  await screen.completeSale()
  await expect(screen.done.first()).toBeVisible()
  expect(await sellerOfLast(stage.shop)).toBe('新田 光')

  await office.getByRole('button', { name: /^E0009/ }).click()
  await office.getByRole('button', { name: '利用を停止' }).click()
  await office.getByRole('alertdialog').getByRole('button', { name: '停止する' }).click()
  await prove(office)
  await expect(office.getByText('停止しました').first()).toBeVisible()
  await page.waitForURL(/\/auth\/login/)

  await office.goto('/admin?tab=log&group=staff')
  const act = office.getByRole('row').filter({ hasText: '新田 光' }).filter({ hasText: 'スタッフの停止' })
  await expect(act.filter({ hasText: '見本 一郎' }).first()).toBeVisible()
})

test('Head office says whose account is a clerk’s own, and that clerk sells nothing to it', async ({
  stage,
}) => {
  const office = await stage.desk('E0001')
  await office.goto('/admin?tab=staff')
  await office.getByRole('button', { name: /^E0003/ }).click()
  const detail = office.getByRole('complementary', { name: 'スタッフ' })
  await expect(detail.getByText('つながっていません').first()).toBeVisible()
  const field = detail.getByLabel('ユーザー名・電話番号・メールアドレス')
  await field.fill('nobody_here')
  await field.press('Enter')
  await prove(office)
  await expect(
    detail.getByText('会員アカウントが見つかりません。入力した内容をご確認ください。').first(),
  ).toBeVisible()
  await field.fill('hanako')
  await field.press('Enter')
  await expect(office.getByText('会員アカウントをつなげました').first()).toBeVisible()
  await expect(detail.getByText('例示 花子（@hanako）').first()).toBeVisible()

  const phone = await stage.customerAt('/qr', 'hanako')
  const screen = await stage.clerk('E0003')
  await scan(screen, await digitsOf(phone))
  await expect(
    screen.getByText('ご自身の会員コードでの会計はできません。別のスタッフが会計してください。').first(),
  ).toBeVisible()

  await expect(detail.getByRole('button', { name: '会員アカウントを外す' }).first()).toBeVisible()
  await office.keyboard.press('Enter')
  await office.getByRole('alertdialog').getByRole('button', { name: '外す' }).press('Enter')
  await prove(office)
  await expect(office.getByText('会員アカウントを外しました').first()).toBeVisible()
  await expect(detail.getByText('つながっていません').first()).toBeVisible()
})

test('A manager sees what waits for a second person on their own phone, and their PIN is the approval', async ({
  stage,
}) => {
  const manager = await stage.phoneOf('E0002')
  await manager.goto('/admin')
  await setPin(manager, managersPin)
  const screen = await Program.of(stage.shop, 'E0003')
  const asked = {
    kind: 'discount',
    amount: 1_500,
    reason: '傷があるため',
    subject: { name: '雪輪ペンダント' },
  }
  const { body } = await screen.send('POST', '/v1/approvals', asked)
  await manager.getByRole('link', { name: '承認待ち 1' }).click()
  await manager.getByRole('button', { name: /^\d/ }).first().click()
  const detail = manager.getByRole('complementary', { name: '承認の依頼' })
  await expect(detail.getByText('¥1,500').first()).toBeVisible()
  await expect(detail.getByText('雪輪ペンダント').first()).toBeVisible()
  await detail.getByLabel('PIN（6桁）').fill('000001')
  await detail.getByRole('button', { name: '承認する', exact: true }).click()
  await expect(detail.getByText('PINが正しくありません。').first()).toBeVisible()
  await detail.getByLabel('PIN（6桁）').fill(managersPin)
  await detail.getByRole('button', { name: '承認する', exact: true }).click()
  await expect(manager.getByText('承認しました').first()).toBeVisible()
  const answer = await screen.send('GET', `/v1/approvals/${String(body['id'])}`)
  expect(answer.body.status).toBe('approved')
  await expect(manager.getByRole('link', { name: '承認待ち 1' }).first()).toBeHidden()
})

test('Each role is led to its own pages alone', async ({ stage }) => {
  const shop = ['レジ', 'QR読取', '在庫', 'レジ締め']
  for (const { number, rail, tiles } of [
    { number: 'E0002', rail: shop, tiles: ['レジを開く', 'QR読取', '在庫', 'レジ締め'] },
    { number: 'E0007', rail: [], tiles: ['承認', '前払残高', '売上レポート'] },
    { number: 'E0008', rail: [], tiles: ['本人確認'] },
  ]) {
    const page = await stage.desk(number)
    await page.goto('/admin')
    await expect(page.getByRole('main').getByRole('link', { name: tiles[0]! }).first()).toBeVisible()
    const menu = page.getByRole('navigation', { name: '主要メニュー' })
    const links = await menu.getByRole('link').allInnerTexts()
    expect(links.filter(Boolean)).toStrictEqual(['ホーム', ...rail])
    await expect(menu.getByRole('button', { name: 'ログアウト' }).first()).toBeVisible()
    const shown = await page.getByRole('main').getByRole('listitem').allInnerTexts()
    for (const tile of tiles) expect(shown, `${number}: ${tile} in ${shown.join()}`).toContain(tile)
  }
})

test('Logging out asks first, and leaves the device its register', async ({ stage }) => {
  const screen = await stage.clerk('E0003')
  const { cart, addFavourite } = registerOf(screen)
  await screen.getByLabel('レジを選ぶ').selectOption({ label: 'レジ 02' })
  await addFavourite('銀磨きクロス')
  const leave = screen.getByRole('navigation', { name: '主要メニュー' }).getByRole('button', {
    name: 'ログアウト',
  })
  const dialog = screen.getByRole('alertdialog', { name: 'ログアウトしますか？' })
  await leave.click()
  await expect(dialog.getByText('レジに入っている商品は消えます').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'キャンセル' }).click()
  await expect(cart.getByText('銀磨きクロス').first()).toBeVisible()
  await leave.click()
  await dialog.getByRole('button', { name: 'ログアウト' }).click()
  await expect(screen.getByText('ログアウトしました').first()).toBeVisible()
  await signIn(screen, 'E0003')
  await screen.goto('/admin/register')
  await expect(
    screen.getByText('商品をスキャンするか、会員のQRコードを読み取ってください').first(),
  ).toBeVisible()
  const shown = screen.getByLabel('レジを選ぶ').locator('option:checked')
  expect(await shown.textContent()).toBe('レジ 02')
})
