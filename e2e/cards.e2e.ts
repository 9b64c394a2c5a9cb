import assert from 'node:assert/strict'
import type { FrameLocator, Page } from 'playwright-core'
import { eventually, sees } from './lib/expect.ts'
import { journey } from './lib/journey.ts'
import { signIn, type Stage } from './lib/stage.ts'

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
  await sees(phone.getByText(`•••• ${number.slice(-4)}`))
}

/** From the amount to the button that moves money. */
async function charge(phone: Page, amount: string, last4: string): Promise<void> {
  await phone.goto('/user/buy')
  await phone.getByRole('button', { name: amount, exact: true }).click()
  await phone.getByRole('button', { name: '変更' }).click()
  await phone.getByRole('radio', { name: new RegExp(`•••• ${last4}`) }).click()
  await sees(phone.getByText('チャージ後の残高'))
  await phone.getByRole('button', { name: '確認へ' }).click()
  await sees(phone.getByRole('heading', { name: '内容の確認' }))
  await sees(phone.getByText('お手続き時'))
  await sees(phone.getByText('完了後ただちに'))
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

journey(
  'a member adds a card that its bank wants to see, charges with it, and finds the balance at home',
  async (stage) => {
    const phone = await stage.customerAt('/payment-method', 'yoko')
    await sees(phone.getByText('カードが登録されていません'))

    await phone.goto('/payment-method/new')
    await phone.getByRole('button', { name: '追加する' }).click()
    await sees(formOf(phone).getByText('カード番号を確認してください'))
    // Nothing of the form stands in the page itself.
    assert.equal(await phone.locator('input').count(), 0)

    await typeCard(phone, numbers.bank)
    await sees(bankOf(phone).getByRole('heading', { name: 'カード会社の確認画面です' }))
    await bankOf(phone).getByRole('button', { name: 'やめる' }).click()
    await sees(phone.getByText('追加を中止しました'))

    await typeCard(phone, numbers.bank)
    await bankOf(phone).getByRole('button', { name: '認証する' }).click()
    await phone.waitForURL(/\/payment-method$/)
    await sees(phone.getByText('•••• 3220'))

    const before = await balanceOf(stage, 'yoko')
    await charge(phone, '3,000円', '3220')
    await sees(bankOf(phone).getByRole('heading', { name: 'カード会社の確認画面です' }))
    // A page that is reloaded in the middle goes on where it was.
    await phone.reload()
    await bankOf(phone).getByRole('button', { name: '認証する' }).click()
    await sees(phone.getByRole('heading', { name: 'チャージが完了しました' }))
    await sees(phone.getByText('+3,000円'))
    assert.equal(await balanceOf(stage, 'yoko'), before + 3_000)
    await phone.reload()
    await sees(phone.getByRole('heading', { name: 'チャージが完了しました' }))
    await phone.getByRole('link', { name: 'ホームへ' }).click()
    await sees(phone.getByText((before + 3_000).toLocaleString('ja-JP')).first())
  },
)

journey(
  'a card that is declined, and one whose answer gets lost until a late message settles it',
  async (stage) => {
    const phone = await stage.customer('kyoko')
    await addCard(phone, numbers.decline)
    const before = await balanceOf(stage, 'kyoko')
    await charge(phone, '1,000円', '0319')
    await sees(phone.getByRole('heading', { name: 'チャージできませんでした' }))
    await sees(phone.getByText('カード会社で承認されませんでした。別のカードをお試しください。'))
    await phone.getByRole('link', { name: '別のカードを使う' }).click()
    await sees(phone.getByRole('radio', { name: /•••• 4444/ }))
    assert.equal(await balanceOf(stage, 'kyoko'), before)

    await addCard(phone, numbers.late)
    await charge(phone, '5,000円', '0259')
    await sees(phone.getByRole('heading', { name: 'カード会社の確認を待っています' }))
    assert.equal(await balanceOf(stage, 'kyoko'), before)
    await sees(phone.getByRole('heading', { name: 'チャージが完了しました' }))
    await eventually(
      'The late charge is booked once',
      () => balanceOf(stage, 'kyoko'),
      (balance) => balance === before + 5_000,
    )
  },
)

journey('a card gets a name, becomes the main one, and goes', async (stage) => {
  const phone = await stage.customerAt('/payment-method', 'takasaki')
  await phone.getByRole('link', { name: /•••• 0319/ }).click()
  await phone.getByRole('link', { name: '編集' }).click()
  await phone.getByLabel('表示名').fill('ふだん用')
  await phone.getByLabel('メインにする').check()
  await phone.getByRole('button', { name: '保存する' }).click()
  await sees(phone.getByText('ふだん用'))
  await sees(phone.getByText('メイン'))
  // Without an id the address means the main card.
  await phone.goto('/payment-method/id')
  await sees(phone.getByText('ふだん用'))
  await phone.getByRole('button', { name: '削除' }).click()
  await phone.getByRole('button', { name: '削除する' }).click()
  await phone.waitForURL(/\/payment-method$/)
  await sees(phone.getByText('•••• 0005'))
  await eventually(
    'The card is gone',
    () => phone.getByText('•••• 0319').count(),
    (count) => count === 0,
  )
})

journey(
  'an amount that was entered is there after a step back, and after the page is loaded anew',
  async (stage) => {
    const phone = await stage.customerAt('/user/buy', 'kyoko')
    const amount = phone.getByLabel('チャージする金額')
    await phone.getByRole('button', { name: '3,000円', exact: true }).click()
    await phone.getByRole('button', { name: '確認へ' }).click()
    await sees(phone.getByRole('heading', { name: '内容の確認' }))
    await phone.goBack()
    await sees(amount.getByText('3,000'))
    await phone.reload()
    await sees(amount.getByText('3,000'))
    await phone.goto('/user/buy?tab=convert')
    await phone.getByLabel('交換するポイント').fill('300')
    await phone.reload()
    await eventually(
      'the points are still there',
      () => phone.getByLabel('交換するポイント').inputValue(),
      (points) => points === '300',
    )
  },
)

journey('a card whose answer was lost is told of as added, at once or with the next try', async (stage) => {
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
  await sees(phone.getByText('登録しました'))

  await phone.goto('/payment-method/new')
  await typeInto(phone, numbers.late)
  isCut = true
  await phone.getByRole('button', { name: '追加する' }).click()
  await sees(phone.getByText('登録できたかどうか確認できませんでした。カードの一覧をご確認ください。'))
  isCut = false
  await phone.getByRole('button', { name: 'やり直す' }).click()
  await typeInto(phone, numbers.late)
  await phone.getByRole('button', { name: '追加する' }).click()
  await sees(phone.getByText('登録しました'))
  await phone.waitForURL(/\/payment-method$/)
  await sees(phone.getByText('•••• 0259'))
})

journey('an amount that was entered is not in the form of whoever signs in next', async (stage) => {
  const phone = await stage.customerAt('/user/buy', 'kyoko')
  const amount = phone.getByLabel('チャージする金額')
  await phone.getByRole('button', { name: '3,000円', exact: true }).click()
  await phone.waitForURL(/amount=3000/)
  const other = await phone.context().newPage()
  await other.goto('/auth/logout')
  await sees(other.getByText('ログアウトしました'))
  await phone.waitForURL(/\/auth\/login\?next=/)
  await signIn(other, 'yoko')
  await phone.waitForURL((url) => url.pathname === '/user/buy')
  await sees(amount)
  assert.match(await amount.innerText(), /^[^\d]*0[^\d]*$/)
  await eventually(
    'the address has lost the amount',
    () => phone.url(),
    (url) => !url.includes('amount'),
  )
})
