import { expect, test } from '../lib/journey.ts'
import { readText } from '../lib/text.ts'
import { takePicture } from '../lib/pictures.ts'
import type { Page } from '@playwright/test'
import { readPhone, scan } from '../lib/codes.ts'
import { codeTo } from '../lib/newcomer.ts'
import { keyring } from '../lib/keyring.ts'
import { registerOf } from '../lib/register.ts'
import { password } from '../lib/shop.ts'
import type { Stage } from '../lib/stage.ts'

/** A clerk charges 12,000 yen of this member's balance, and the rest in cash. */
async function charge(
  stage: Stage,
  theme: 'light' | 'dark',
  prepare: (phone: Page) => Promise<void> = async () => {},
) {
  const phone = await stage.customer('takasaki', { theme })
  await prepare(phone)
  const screen = await stage.clerk('E0003', { theme })
  const register = registerOf(screen)
  await phone.getByRole('link', { name: 'QR支払い' }).click()
  await scan(screen, (await readPhone(phone)).qr)
  await expect(register.member.getByText('髙﨑 外字 様').first()).toBeVisible()
  await register.addFavourite('三日月ペンダント')
  await register.addFavourite('粒銀ピアス')
  await register.pay('残高', 12_000)
  await register.pay('現金', 5_000)
  const before = await stage.shop.walletOf('takasaki')
  await register.completeSale()
  const waiting = screen.getByRole('alertdialog', { name: 'お客様の確認を待っています' })
  const question = phone.getByRole('dialog', { name: 'このお支払いを確認してください' })
  await expect(waiting.first()).toBeVisible()
  await expect(question.first()).toBeVisible()
  expect(await stage.shop.walletOf('takasaki'), 'nothing has moved').toStrictEqual(before)
  return { phone, screen, register, waiting, question, before }
}

test('A large payment is shown on the phone, and the customer confirms with a code', async ({ stage }) => {
  const { shop } = stage
  const { phone, screen, register, waiting, question, before } = await charge(stage, 'light')
  expect(await readText(question)).toMatch(/金沢本店.*残高から ?12,000円/)
  expect(await readText(waiting)).toMatch(/残高 12,000円/)
  await takePicture(phone, 'large-payment-phone-light')
  await takePicture(screen, 'large-payment-register-light')
  // A register that is loaded anew goes on waiting for the same answer.
  await screen.reload()
  await expect(waiting.first()).toBeVisible()

  await question.getByRole('button', { name: '支払う' }).click()
  const proof = phone.getByRole('dialog', { name: 'ご本人の確認' })
  await expect(proof.getByText('に確認番号を送りました。').first()).toBeVisible()
  await takePicture(phone, 'large-payment-proof-light')
  const { rows } = await shop.db.query<{ phone_number: string }>(
    `select phone_number from users where username = 'takasaki'`,
  )
  await proof.getByLabel('確認番号', { exact: true }).fill(await codeTo(shop, rows[0]?.phone_number ?? ''))
  await expect(register.done.first()).toBeVisible()
  await expect(phone.getByRole('heading', { name: 'お支払いが完了しました' }).first()).toBeVisible()
  await expect(question.first()).toBeHidden()
  expect((await shop.walletOf('takasaki')).balance).toBe(before.balance - 12_000)
  expect(await shop.findings(), 'the books balance').toStrictEqual([])
})

test('A customer who does not confirm pays in cash, on the same sale', async ({ stage }) => {
  const { shop } = stage
  const { phone, screen, register, question, before } = await charge(stage, 'dark')
  await takePicture(phone, 'large-payment-phone-dark')
  await takePicture(screen, 'large-payment-register-dark')
  // The app was closed: the customer who opens it again finds the question.
  await phone.goto('/')
  await expect(question.first()).toBeVisible()
  await question.getByRole('button', { name: '支払わない' }).click()
  await expect(phone.getByText('お支払いを取りやめました。').first()).toBeVisible()
  await expect(
    screen.getByText('お客様がお支払いを取りやめました。別の支払い方法をお選びください。').first(),
  ).toBeVisible()
  await takePicture(screen, 'large-payment-declined-dark')
  await expect(register.cart.getByText('三日月ペンダント').first()).toBeVisible()
  await register.pay('残高', 0)
  await register.pay('現金', 20_000)
  await register.completeSale()
  await expect(register.done.first()).toBeVisible()
  expect((await shop.walletOf('takasaki')).balance).toBe(before.balance)
  expect(await shop.findings()).toStrictEqual([])
})

test('A customer with a passkey pays by one tap and the lock of their phone', async ({ stage }) => {
  const { phone, register, question, before } = await charge(stage, 'light', async (own) => {
    await keyring(own)
    await own.goto('/user/setting?tab=passkeys')
    await own.getByRole('button', { name: 'この端末にパスキーを登録' }).click()
    await own.getByRole('button', { name: 'パスワードで確認する' }).click()
    await own.getByRole('dialog').getByLabel('パスワード', { exact: true }).fill(password)
    await own.getByRole('button', { name: '確認する', exact: true }).click()
    await expect(own.getByText('パスキーを登録しました').first()).toBeVisible()
    await own.goto('/')
  })
  await question.getByRole('button', { name: '支払う' }).click()
  await expect(register.done.first()).toBeVisible()
  await expect(phone.getByRole('heading', { name: 'お支払いが完了しました' }).first()).toBeVisible()
  expect((await stage.shop.walletOf('takasaki')).balance).toBe(before.balance - 12_000)
})
