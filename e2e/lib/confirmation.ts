import { expect, type Page } from '@playwright/test'
import { codeTo } from './newcomer.ts'
import type { Shop } from './shop.ts'

/** The customer confirms what their phone asks, with the code that is texted to them. */
export async function confirmPayment(shop: Shop, phone: Page, username: string): Promise<void> {
  const question = phone.getByRole('dialog', { name: 'このお支払いを確認してください' })
  await question.getByRole('button', { name: /支払う$/ }).click()
  const proof = phone.getByRole('dialog', { name: 'ご本人の確認' })
  await expect(proof.getByText('に確認番号を送りました。').first()).toBeVisible()
  const { rows } = await shop.db.query<{ phone_number: string }>(
    'select phone_number from users where username = $1',
    [username],
  )
  await proof.getByLabel('確認番号', { exact: true }).fill(await codeTo(shop, rows[0]?.phone_number ?? ''))
  await expect(question.first()).toBeHidden()
}
