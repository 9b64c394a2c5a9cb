import { expect, test } from '../lib/journey.ts'
import type { FrameLocator, Page } from '@playwright/test'
import { signIn, type Stage } from '../lib/stage.ts'

const numbers = {
  success: '5555555555554444',
  bank: '4000000000003220',
  decline: '4000000000080319',
  late: '4000000000000259',
} as const

const formOf = (phone: Page): FrameLocator => phone.frameLocator('iframe[title="カードの入力"]')
const bankOf = (phone: Page): FrameLocator => phone.frameLocator('iframe[title="カード会社の確認画面"]')

/** Types a card into the form under the other origin, up to the press of the app's own button. */
async function typeCard(phone: Page, number: string): Promise<void> {
  await phone.goto('/payment-method/new')
  await typeInto(phone, number)
  await phone.getByRole('button', { name: '追加する' }).click()
}

async function typeInto(phone: Page, number: string): Promise<void> {
  const form = formOf(phone)
  await form.getByLabel('カード番号').fill(number)
  await form.getByLabel('有効期限 MM/YY').fill('1234')
  await form.getByLabel('セキュリティコード').fill('123')
  await form.getByLabel('名義（ローマ字）').fill('Yoko Karioki')
}

async function addCard(phone: Page, number: string): Promise<void> {
  await typeCard(phone, number)
  await phone.waitForURL(/\/payment-method$/)
  await expect(phone.getByText(`•••• ${number.slice(-4)}`).first()).toBeVisible()
}

/** From the amount to the button that moves money. */
async function charge(phone: Page, amount: string, last4: string): Promise<void> {
  await phone.goto('/user/buy')
  await phone.getByRole('button', { name: amount, exact: true }).click()
  await phone.getByRole('button', { name: '変更' }).click()
  await phone.getByRole('radio', { name: new RegExp(`•••• ${last4}`) }).click()
  await expect(phone.getByText('チャージ後の残高').first()).toBeVisible()
  await phone.getByRole('button', { name: '確認へ' }).click()
  await expect(phone.getByRole('heading', { name: '内容の確認' }).first()).toBeVisible()
  await expect(phone.getByText('お手続き時').first()).toBeVisible()
  await expect(phone.getByText('完了後ただちに').first()).toBeVisible()
  await phone.getByRole('button', { name: 'この内容でチャージする' }).click()
}

async function balanceOf(stage: Stage, username: string): Promise<number> {
  const { rows } = await stage.shop.db.query<{ balance: number }>(
    `select (w.balance_paid + w.balance_bonus)::int as balance from ledger.wallets w join users u on u.id = w.user_id
     where u.username = $1`,
    [username],
  )
  return rows[0]?.balance ?? 0
}

test('a member adds a card that its bank wants to see, charges with it, and finds the balance at home', async ({
  stage,
}) => {
  const phone = await stage.customerAt('/payment-method', 'yoko')
  await expect(phone.getByText('カードが登録されていません').first()).toBeVisible()

  await phone.goto('/payment-method/new')
  await phone.getByRole('button', { name: '追加する' }).click()
  await expect(formOf(phone).getByText('カード番号を確認してください').first()).toBeVisible()
  // Nothing of the form stands in the page itself.
  expect(await phone.locator('input').count()).toBe(0)

  await typeCard(phone, numbers.bank)
  await expect(bankOf(phone).getByRole('heading', { name: 'カード会社の確認画面です' }).first()).toBeVisible()
  await bankOf(phone).getByRole('button', { name: 'やめる' }).click()
  await expect(phone.getByText('追加を中止しました').first()).toBeVisible()

  await typeCard(phone, numbers.bank)
  await bankOf(phone).getByRole('button', { name: '認証する' }).click()
  await phone.waitForURL(/\/payment-method$/)
  await expect(phone.getByText('•••• 3220').first()).toBeVisible()

  const before = await balanceOf(stage, 'yoko')
  await charge(phone, '3,000円', '3220')
  await expect(bankOf(phone).getByRole('heading', { name: 'カード会社の確認画面です' }).first()).toBeVisible()
  // A page that is reloaded in the middle goes on where it was.
  await phone.reload()
  await bankOf(phone).getByRole('button', { name: '認証する' }).click()
  await expect(phone.getByRole('heading', { name: 'チャージが完了しました' }).first()).toBeVisible()
  await expect(phone.getByText('+3,000円').first()).toBeVisible()
  expect(await balanceOf(stage, 'yoko')).toBe(before + 3_000)
  await phone.reload()
  await expect(phone.getByRole('heading', { name: 'チャージが完了しました' }).first()).toBeVisible()
  await phone.getByRole('link', { name: 'ホームへ' }).click()
  await expect(phone.getByText((before + 3_000).toLocaleString('ja-JP')).first()).toBeVisible()
})

test('a card that is declined, and one whose answer gets lost until a late message completes it', async ({
  stage,
}) => {
  const phone = await stage.customer('kyoko')
  await addCard(phone, numbers.decline)
  const before = await balanceOf(stage, 'kyoko')
  await charge(phone, '1,000円', '0319')
  await expect(phone.getByRole('heading', { name: 'チャージできませんでした' }).first()).toBeVisible()
  await expect(
    phone.getByText('カード会社で承認されませんでした。別のカードをお試しください。').first(),
  ).toBeVisible()
  await phone.getByRole('link', { name: '別のカードを使う' }).click()
  await expect(phone.getByRole('radio', { name: /•••• 4444/ }).first()).toBeVisible()
  expect(await balanceOf(stage, 'kyoko')).toBe(before)

  await addCard(phone, numbers.late)
  await charge(phone, '5,000円', '0259')
  await expect(phone.getByRole('heading', { name: 'カード会社の確認を待っています' }).first()).toBeVisible()
  expect(await balanceOf(stage, 'kyoko')).toBe(before)
  await expect(phone.getByRole('heading', { name: 'チャージが完了しました' }).first()).toBeVisible()
  await expect.poll(() => balanceOf(stage, 'kyoko'), 'The late charge is booked once').toBe(before + 5_000)
})

test('a card gets a name, becomes the main one, and goes', async ({ stage }) => {
  const phone = await stage.customerAt('/payment-method', 'takasaki')
  await phone.getByRole('link', { name: /•••• 0319/ }).click()
  await phone.getByRole('link', { name: '編集' }).click()
  await phone.getByLabel('表示名').fill('ふだん用')
  await phone.getByLabel('メインにする').check()
  await phone.getByRole('button', { name: '保存する' }).click()
  await expect(phone.getByText('ふだん用').first()).toBeVisible()
  await expect(phone.getByText('メイン').first()).toBeVisible()
  // Without an id the address means the main card.
  await phone.goto('/payment-method/id')
  await expect(phone.getByText('ふだん用').first()).toBeVisible()
  await phone.getByRole('button', { name: '削除' }).click()
  await phone.getByRole('button', { name: '削除する' }).click()
  await phone.waitForURL(/\/payment-method$/)
  await expect(phone.getByText('•••• 0005').first()).toBeVisible()
  await expect.poll(() => phone.getByText('•••• 0319').count(), 'The card is gone').toBe(0)
})

test('an amount that was entered is there after a step back, and after the page is loaded anew', async ({
  stage,
}) => {
  const phone = await stage.customerAt('/user/buy', 'kyoko')
  const amount = phone.getByLabel('チャージする金額')
  await phone.getByRole('button', { name: '3,000円', exact: true }).click()
  await phone.getByRole('button', { name: '確認へ' }).click()
  await expect(phone.getByRole('heading', { name: '内容の確認' }).first()).toBeVisible()
  await phone.goBack()
  await expect(amount.getByText('3,000').first()).toBeVisible()
  await phone.reload()
  await expect(amount.getByText('3,000').first()).toBeVisible()
  await phone.goto('/user/buy?tab=convert')
  await phone.getByLabel('交換するポイント').fill('300')
  await phone.reload()
  await expect
    .poll(() => phone.getByLabel('交換するポイント').inputValue(), 'the points are still there')
    .toBe('300')
})

test('a card whose answer was lost is shown as added, at once or with the next try', async ({ stage }) => {
  const phone = await stage.customer('yoko')
  let isCut = false
  await phone.route(/\/v1\/payment-methods\/saved/, (route) =>
    isCut ? route.abort('connectionreset') : route.continue(),
  )
  await phone.route('**/v1/payment-methods', async (route) => {
    const response = await route.fetch()
    await (response.ok() ? route.abort('connectionreset') : route.fulfill({ response }))
  })
  await addCard(phone, numbers.decline)
  await expect(phone.getByText('登録しました').first()).toBeVisible()

  await phone.goto('/payment-method/new')
  await typeInto(phone, numbers.late)
  isCut = true
  await phone.getByRole('button', { name: '追加する' }).click()
  await expect(
    phone.getByText('登録できたかどうか確認できませんでした。カードの一覧をご確認ください。').first(),
  ).toBeVisible()
  isCut = false
  await phone.getByRole('button', { name: 'やり直す' }).click()
  await typeInto(phone, numbers.late)
  await phone.getByRole('button', { name: '追加する' }).click()
  await expect(phone.getByText('登録しました').first()).toBeVisible()
  await phone.waitForURL(/\/payment-method$/)
  await expect(phone.getByText('•••• 0259').first()).toBeVisible()
})

test('an amount that was entered is not in the form of the member who signs in next', async ({ stage }) => {
  const phone = await stage.customerAt('/user/buy', 'kyoko')
  const amount = phone.getByLabel('チャージする金額')
  await phone.getByRole('button', { name: '3,000円', exact: true }).click()
  await phone.waitForURL(/amount=3000/)
  const other = await phone.context().newPage()
  await other.goto('/auth/logout')
  await expect(other.getByText('ログアウトしました').first()).toBeVisible()
  await phone.waitForURL(/\/auth\/login\?next=/)
  await signIn(other, 'yoko')
  await phone.waitForURL((url) => url.pathname === '/user/buy')
  await expect(amount.first()).toBeVisible()
  expect(await amount.innerText()).toMatch(/^[^\d]*0[^\d]*$/)
  await expect.poll(() => phone.url(), 'the address has lost the amount').not.toContain('amount')
})
