import { expect, type Locator, type Page } from '@playwright/test'
import { password } from './shop.ts'

/** A register's screen by the words that stand on it. */
export function registerOf(page: Page) {
  const pane = page.getByRole('region', { name: 'お支払い' })
  const cart = page.getByRole('region', { name: 'カート' })
  return {
    pane,
    /** The half of the screen with the cart, and the strip that says what went wrong. */
    articles: page.getByRole('region', { name: '商品', exact: true }),
    cart,
    member: page.getByRole('region', { name: '会員' }),
    confirmButton: page.getByRole('button', { name: /^会計を確定する/ }),
    async addFavourite(name: string): Promise<void> {
      await page
        .getByRole('region', { name: 'よく使う商品' })
        .getByRole('button', { name: new RegExp(escape(name)) })
        .click()
      await expect(cart.getByText(name).first()).toBeVisible()
    },
    /** Enters an amount for one way to pay on the keypad of the screen. */
    async pay(tender: 'ポイント' | '残高' | '現金' | 'カード端末', amount: number): Promise<void> {
      await pane
        .getByRole('list', { name: 'お支払い方法' })
        .getByRole('button', { name: new RegExp(`^${tender}(?!を)`) })
        .click()
      const keypad = page.getByRole('group', { name: 'テンキー' })
      for (const digit of String(amount))
        await keypad.getByRole('button', { name: digit, exact: true }).click()
    },
    /** The confirm button, the confirmation of the sale, and the button that moves money. */
    async completeSale(): Promise<void> {
      await this.confirmButton.click()
      await page.getByRole('dialog', { name: '会計の確認' }).getByRole('button', { name: '確定する' }).click()
    },
    done: page.getByRole('heading', { name: '会計が完了しました' }),
    async next(): Promise<void> {
      await page.getByRole('button', { name: /^次の会計へ/ }).click()
      await expect(
        page.getByText('商品をスキャンするか、会員のQRコードを読み取ってください').first(),
      ).toBeVisible()
    },
    /** The value that stands beside a term, such as お釣り. */
    valueOf: (term: string): Locator =>
      page
        .locator('dl > div')
        .filter({ has: page.getByText(term, { exact: true }) })
        .locator('dd'),
  }
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** As a finger does it: down, along, up. */
export async function signConsent(screen: Page): Promise<void> {
  const box = (await screen.getByRole('button', { name: '同意の署名' }).boundingBox())!
  await screen.mouse.move(box.x + 40, box.y + box.height * 0.7)
  await screen.mouse.down()
  for (let step = 1; step <= 16; step += 1) {
    await screen.mouse.move(box.x + 40 + step * 16, box.y + box.height * (step % 2 === 0 ? 0.7 : 0.3))
  }
  await screen.mouse.up()
}

/** The manager comes to the register. */
export async function approveAsManager(screen: Page): Promise<void> {
  const approval = screen.getByRole('dialog', { name: '責任者の承認' })
  await approval.getByLabel('社員番号').fill('E0002')
  await approval.getByLabel('パスワード', { exact: true }).fill(password)
  await approval.getByRole('button', { name: '承認する' }).click()
}
