import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { eventually, sees } from './expect.ts'
import type { Shop } from './shop.ts'

/** What a newcomer types; the phone belongs to no one, as all numbers of the demo do. */
export interface Person {
  username: string
  phone: string
  email: string
  password: string
}

/** The code of the newest message to an address, from the demo's outbox. */
export async function codeTo(shop: Shop, to: string): Promise<string> {
  const texts = await eventually(
    `a code has gone to ${to}`,
    async () => {
      const answer = await fetch(`${shop.phoneOrigin}/demo/outbox?to=${encodeURIComponent(to)}`)
      const { items } = (await answer.json()) as { items: { text: string }[] }
      return items.map(({ text }) => /(?:コードは|番号は|確認番号：) ?(\d{6})/.exec(text)?.[1] ?? '')
    },
    (codes) => (codes[0] ?? '') !== '',
  )
  return texts[0] ?? ''
}

export const e164 = (phone: string): string => `+81${phone.replaceAll('-', '').slice(1)}`

/** Fills the form of the first step and sends it. */
export async function register(page: Page, person: Person): Promise<void> {
  await sees(page.getByRole('heading', { name: 'アカウントを作成' }))
  await page.getByLabel('ユーザー名').fill(person.username)
  await sees(page.getByText('このユーザー名は使えます'))
  await page.getByLabel('携帯電話番号').fill(person.phone)
  await page.getByLabel('メールアドレス').fill(person.email)
  await page.getByLabel('パスワード必須').fill(person.password)
  await page.locator('label:has(#register-agree)').click({ position: { x: 10, y: 20 } })
  await page.getByRole('button', { name: '登録して次へ' }).click()
  await sees(page.getByRole('heading', { name: '会員確認' }))
  assert.match(page.url(), /\/auth\/register\?step=2$/)
}
