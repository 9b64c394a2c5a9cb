import { expect, type Page } from '@playwright/test'
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
  const findCode = async (): Promise<string> => {
    const answer = await fetch(`${shop.phoneOrigin}/demo/outbox?to=${encodeURIComponent(to)}`)
    const { items } = (await answer.json()) as { items: { text: string }[] }
    return /(?:コードは|番号は|確認番号：) ?(\d{6})/.exec(items[0]?.text ?? '')?.[1] ?? ''
  }
  await expect.poll(findCode, `a code has gone to ${to}`).not.toBe('')
  return findCode()
}

export const e164 = (phone: string): string => `+81${phone.replaceAll('-', '').slice(1)}`

/** Fills the form of the first step and sends it. */
export async function fillInAccount(page: Page, person: Person): Promise<void> {
  await expect(page.getByRole('heading', { name: 'アカウントを作成' }).first()).toBeVisible()
  await page.getByLabel('ユーザー名').fill(person.username)
  await expect(page.getByText('このユーザー名は使えます').first()).toBeVisible()
  await page.getByLabel('携帯電話番号').fill(person.phone)
  await page.getByLabel('メールアドレス').fill(person.email)
  await page.getByLabel('パスワード必須').fill(person.password)
  await page.locator('label:has(#register-agree)').click({ position: { x: 10, y: 20 } })
  await page.getByRole('button', { name: '登録して次へ' }).click()
  await expect(page.getByRole('heading', { name: '会員確認' }).first()).toBeVisible()
  expect(page.url()).toMatch(/\/auth\/register\?step=2$/)
}
