import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { readPhone, scan } from './lib/codes.ts'
import { sees, seesNot, wordsOf } from './lib/expect.ts'
import { journey } from './lib/journey.ts'
import { codeTo } from './lib/newcomer.ts'
import { keyring } from './lib/keyring.ts'
import { registerOf } from './lib/register.ts'
import { password } from './lib/shop.ts'
import type { Stage } from './lib/stage.ts'

const asked = process.argv.indexOf('--shots')
const shots = asked < 0 ? null : resolve(process.argv[asked + 1] ?? 'shots')

async function picture(page: Page, name: string): Promise<void> {
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.screenshot({ path: join(shots, `${name}.png`), animations: 'disabled' })
}

/** A clerk charges 12,000 yen of this member's balance, and the rest in cash. */
async function charge(
  stage: Stage,
  theme: 'light' | 'dark',
  prepare: (phone: Page) => Promise<void> = async () => {},
) {
  const phone = await stage.customer('takasaki', { theme })
  await prepare(phone)
  const till = await stage.clerk('E0003', { theme })
  const register = registerOf(till)
  await phone.getByRole('link', { name: 'QR支払い' }).click()
  await scan(till, (await readPhone(phone)).qr)
  await sees(register.member.getByText('髙﨑 外字 様'))
  await register.addFavourite('三日月ペンダント')
  await register.addFavourite('粒銀ピアス')
  await register.pay('残高', 12_000)
  await register.pay('現金', 5_000)
  const before = await stage.shop.walletOf('takasaki')
  await register.settle()
  const waiting = till.getByRole('alertdialog', { name: 'お客様の確認を待っています' })
  const question = phone.getByRole('dialog', { name: 'このお支払いを確認してください' })
  await sees(waiting)
  await sees(question)
  assert.deepEqual(await stage.shop.walletOf('takasaki'), before, 'nothing has moved')
  return { phone, till, register, waiting, question, before }
}

journey('A large payment is shown on the phone, and the customer agrees with a code', async (stage) => {
  const { shop } = stage
  const { phone, till, register, waiting, question, before } = await charge(stage, 'light')
  assert.match(await wordsOf(question), /金沢本店.*残高から ?12,000円/)
  assert.match(await wordsOf(waiting), /残高 12,000円/)
  await picture(phone, 'large-payment-phone-light')
  await picture(till, 'large-payment-till-light')
  // A till that is loaded anew goes on waiting for the same answer.
  await till.reload()
  await sees(waiting)

  await question.getByRole('button', { name: '支払う' }).click()
  const proof = phone.getByRole('dialog', { name: 'ご本人の確認' })
  await sees(proof.getByText('に確認番号を送りました。'))
  await picture(phone, 'large-payment-proof-light')
  const { rows } = await shop.db.query<{ phone_number: string }>(
    `select phone_number from users where username = 'takasaki'`,
  )
  await proof.getByLabel('確認番号', { exact: true }).fill(await codeTo(shop, rows[0]?.phone_number ?? ''))
  await sees(register.done)
  await sees(phone.getByRole('heading', { name: 'お支払いが完了しました' }))
  await seesNot(question)
  assert.equal((await shop.walletOf('takasaki')).balance, before.balance - 12_000)
  assert.deepEqual(await shop.findings(), [], 'the books balance')
})

journey('A customer who does not agree pays in cash, on the same sale', async (stage) => {
  const { shop } = stage
  const { phone, till, register, question, before } = await charge(stage, 'dark')
  await picture(phone, 'large-payment-phone-dark')
  await picture(till, 'large-payment-till-dark')
  // The app was closed: the customer who opens it again finds the question.
  await phone.goto('/')
  await sees(question)
  await question.getByRole('button', { name: '支払わない' }).click()
  await sees(phone.getByText('お支払いを取りやめました。'))
  await sees(till.getByText('お客様がお支払いを取りやめました。別の支払い方法をお選びください。'))
  await picture(till, 'large-payment-declined-dark')
  await sees(register.cart.getByText('三日月ペンダント'))
  await register.pay('残高', 0)
  await register.pay('現金', 20_000)
  await register.settle()
  await sees(register.done)
  assert.equal((await shop.walletOf('takasaki')).balance, before.balance)
  assert.deepEqual(await shop.findings(), [])
})

journey('A customer with a passkey pays by one tap and the lock of their phone', async (stage) => {
  const { phone, register, question, before } = await charge(stage, 'light', async (own) => {
    await keyring(own)
    await own.goto('/user/setting?tab=passkeys')
    await own.getByRole('button', { name: 'この端末にパスキーを登録' }).click()
    await own.getByRole('button', { name: 'パスワードで確認する' }).click()
    await own.getByRole('dialog').getByLabel('パスワード', { exact: true }).fill(password)
    await own.getByRole('button', { name: '確認する', exact: true }).click()
    await sees(own.getByText('パスキーを登録しました'))
    await own.goto('/')
  })
  await question.getByRole('button', { name: '支払う' }).click()
  await sees(register.done)
  await sees(phone.getByRole('heading', { name: 'お支払いが完了しました' }))
  assert.equal((await stage.shop.walletOf('takasaki')).balance, before.balance - 12_000)
})
