import type { Page } from '@playwright/test'

/** What a person's identity document says, written into the fields that the law asks for. */
export async function fillInIdentity(page: Page): Promise<void> {
  await page.getByLabel('氏名').fill('例示 次郎')
  await page.getByLabel('生年月日').fill('1980-04-01')
  await page.getByLabel('住所').fill('石川県金沢市片町0-0-0')
  await page.getByLabel('職業').fill('会社員')
  await page.getByLabel('取引の目的').fill('贈答')
  await page.getByLabel('番号の末尾（3〜4桁）').fill('1234')
  await page.getByRole('checkbox', { name: '書類の原本を確認しました' }).check()
}
