import { expect, test } from '../lib/journey.ts'
import { randomUUID } from 'node:crypto'
import { caller, type Output } from '@shirogane/testkit/calls/caller'
import type { Page } from '@playwright/test'
import { password } from '../lib/shop.ts'

/** What the sales of this journey came to, in the order of the list. */
const amountsOn = (page: Page): Promise<string[]> =>
  page
    .getByRole('table')
    .getByText(/^¥(4,321|12,345|12,346|12,400)$/)
    .allInnerTexts()

test('A search over days and amounts is kept under a name and used again', async ({ stage }) => {
  const { registerOrigin } = stage.shop
  const reply = await caller({ url: registerOrigin }).call('auth.login', {
    body: { credential: 'E0003', password },
    headers: { 'X-Client-Type': 'api' },
  })
  const { user, token } = reply.body as Output<'auth.loginCode'>
  const clerk = caller({ url: registerOrigin, user_id: user.id, ...token })
  for (const cash of [4_321, 12_345, 12_346]) {
    await clerk.get('transactions.pay', {
      body: { transaction_id: randomUUID(), amount: cash, tenders: { cash } },
      headers: { 'Idempotency-Key': randomUUID() },
    })
  }
  const { date } = await clerk.get('admin.day')

  const desk = await stage.desk('E0002')
  await desk.goto('/admin?tab=transactions')
  const search = desk.getByRole('search', { name: '絞り込み' })
  const from = search.getByLabel('日付', { exact: true })
  await from.fill(date)
  await search.getByLabel('日付（終了）').fill(date)
  await search.getByLabel('金額（以上）').fill('１２，３４５')
  await search.getByLabel('金額（以下）').fill('12999')
  await expect(desk.getByText('¥12,346').first()).toBeVisible()
  await expect.poll(() => amountsOn(desk), 'two sales are found').toHaveLength(2)
  await desk.getByRole('button', { name: 'この条件を保存' }).click()
  await expect(desk.getByRole('heading', { name: '保存した検索' }).first()).toBeVisible()
  await expect(desk.getByText('前回 2件').first()).toBeVisible()
  await expect(desk.getByRole('heading', { name: '本日・¥12,345〜¥12,999' }).first()).toBeVisible()
  await desk.getByRole('button', { name: '名前を変更' }).click()
  const rename = desk.getByRole('dialog', { name: '名前を変更' })
  await rename.getByLabel('名前').fill('一万二千円台')
  await rename.getByRole('button', { name: '保存する' }).click()
  await expect(desk.getByRole('heading', { name: '一万二千円台' }).first()).toBeVisible()

  // Another sale has come meanwhile; the search finds it too, at every register where it is run.
  await clerk.get('transactions.pay', {
    body: { transaction_id: randomUUID(), amount: 12_400, tenders: { cash: 12_400 } },
    headers: { 'Idempotency-Key': randomUUID() },
  })
  const other = await stage.desk('E0002')
  await other.goto('/admin?tab=saved')
  await expect(other.getByRole('heading', { name: '一万二千円台' }).first()).toBeVisible()
  await other.getByRole('button', { name: '実行' }).click()
  await expect(other.getByText('¥12,400').first()).toBeVisible()
  expect(await amountsOn(other)).toStrictEqual(['¥12,400', '¥12,346', '¥12,345'])
  const filters = other.getByRole('search', { name: '絞り込み' })
  expect(await filters.getByLabel('金額（以上）').inputValue()).toBe('12,345')
  expect(await filters.getByLabel('金額（以下）').inputValue()).toBe('12,999')
})
