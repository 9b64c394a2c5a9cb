import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { readPhone, scan } from './lib/codes.ts'
import { sees, wordsOf } from './lib/expect.ts'
import { journey } from './lib/journey.ts'
import { registerOf } from './lib/register.ts'
import { signIn } from './lib/stage.ts'

/** As a finger does it: down, along, up. */
async function sign(till: Page): Promise<void> {
  const box = await till.getByRole('button', { name: '同意の署名' }).boundingBox()
  assert.ok(box)
  await till.mouse.move(box.x + 40, box.y + box.height * 0.7)
  await till.mouse.down()
  for (let step = 1; step <= 8; step += 1) {
    await till.mouse.move(box.x + 40 + step * 22, box.y + box.height * (step % 2 === 0 ? 0.7 : 0.3))
  }
  await till.mouse.up()
}

journey(
  'a member takes goods on a deferred payment, pays a part in the shop and the rest in the app',
  async (stage) => {
    const phone = await stage.customer('takasaki')
    const till = await stage.till()
    await signIn(till, 'E0002')
    await till.goto('/admin/register')
    await till.getByText('商品をスキャンするか、会員のQRコードを読み取ってください').waitFor()
    const register = registerOf(till)
    await phone.getByRole('link', { name: 'QR支払い' }).click()
    await scan(till, (await readPhone(phone)).qr)
    await register.addFavourite('三日月ペンダント')

    // Nobody has let this member owe anything yet: the manager does, by their own word.
    await till.getByRole('button', { name: /^後払い/ }).click()
    const terms = till.getByRole('dialog', { name: '後払いの設定' })
    await sees(terms.getByText('この会員は後払いを利用できません'))
    await terms.getByRole('button', { name: '利用枠を変更する' }).click()
    await terms.getByLabel('新しい利用枠').fill('30000')
    await terms.getByLabel('理由').fill('常連のお客さま')
    await terms.getByRole('button', { name: '利用枠を変更する' }).click()
    await sees(terms.getByText(/かつ3回以上に分けるお支払い/))

    await terms.getByRole('button', { name: '後払いにする' }).click()
    await sees(terms.getByText('署名をお願いします。'))
    await sign(till)
    await terms.getByRole('checkbox', { name: 'ご本人を確認しました' }).check()
    await terms.getByRole('button', { name: '後払いにする' }).click()
    await register.settle()
    await sees(register.done)

    // The phone says what is owed until when.
    await phone.goto('/transactions')
    await phone.getByText('未払い', { exact: true }).first().click()
    await sees(phone.getByText('店頭でお支払いください'))
    assert.match(await wordsOf(phone.locator('main')), /残り ?11,000円/)

    // A part of it over the counter.
    await till.goto('/admin/register?mode=later')
    await till.getByRole('button', { name: /髙﨑/ }).click()
    const drawer = till.getByRole('dialog', { name: '後払いの入金' })
    await drawer.getByLabel('入金額').fill('12000')
    await sees(drawer.getByText('入金額は¥11,000までです。'))
    await drawer.getByLabel('入金額').fill('4000')
    await drawer.getByLabel('お預り').fill('5000')
    await drawer.getByRole('button', { name: '入金する', exact: true }).click()
    const done = till.getByRole('dialog', { name: '入金しました' })
    await sees(done.getByText('¥7,000').first())
    await done.getByRole('button', { name: '入金控え' }).click()
    await sees(till.getByText('（後払いのお支払い）'))

    // The rest from balance, in the app.
    await phone.goto('/user/later')
    await phone.getByRole('button', { name: '支払う', exact: true }).click()
    await phone.getByRole('alertdialog').getByRole('button', { name: '支払う' }).click()
    await sees(phone.getByText('未払いの後払いはありません'))
    await phone.goto('/transactions')
    await sees(phone.getByText('支払い済み', { exact: true }).first())
  },
)
