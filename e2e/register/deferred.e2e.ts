import { expect, test } from '../lib/journey.ts'
import { readText } from '../lib/text.ts'
import { takePicture } from '../lib/pictures.ts'
import { confirmPayment } from '../lib/confirmation.ts'
import { readPhone, scan } from '../lib/codes.ts'
import { fillInIdentity } from '../lib/identity.ts'
import { approveAsManager, registerOf, signConsent } from '../lib/register.ts'

test('accounting gives up a debt that is no longer expected, once and with a reason', async ({ stage }) => {
  // Half a year has gone by since the seeded debt was bought.
  await stage.shop.db.query(`
    begin;
    set local session_replication_role = replica;
    update ledger.deferred_sales d set bought_on = d.bought_on - 180, due_on = d.bought_on - 140
    from users u where u.id = d.customer_id and u.username = 'okure';
    update ledger.confirmations c set due_on = d.due_on from ledger.deferred_sales d where d.sale_id = c.checkout_id;
    commit`)
  const phone = await stage.customerAt('/user/later', 'okure')
  await expect(phone.getByText('お支払期日を過ぎています').first()).toBeVisible()

  const desk = await stage.desk('E0007')
  await desk.goto('/admin?tab=later')
  await desk.getByRole('button', { name: /延田/ }).click()
  const sheet = desk.getByRole('dialog', { name: '後払いの入金' })
  await sheet.getByRole('button', { name: /^貸倒にする/ }).click()
  const ask = desk.getByRole('alertdialog', { name: /を貸倒として処理しますか？$/ })
  await ask.getByRole('button', { name: '貸倒にする' }).click()
  await expect(ask.getByText('理由を入力してください。').first()).toBeVisible()
  await ask.getByLabel('理由').fill('内容証明が戻り、連絡がつかないため')
  await ask.getByRole('button', { name: '貸倒にする' }).click()
  await expect(ask.first()).toBeHidden()
  await expect(desk.getByText('後払いの未収はありません').first()).toBeVisible()

  await phone.reload()
  await expect(phone.getByText('未払いの後払いはありません').first()).toBeVisible()
  const { rows } = await stage.shop.db.query<{ given_up: string; owed: string }>(
    `select (select sum(x.amount) from ledger.transfers x where x.code = 'write_off') as given_up,
       (select w.receivable from ledger.wallets w join users u on u.id = w.user_id where u.username = 'okure') as owed`,
  )
  expect(Number(rows[0]!.given_up)).toBeGreaterThan(0)
  expect(Number(rows[0]!.owed)).toBe(0)
})

test('a member takes articles on a deferred payment, pays a part in the shop and the rest in the app', async ({
  stage,
}) => {
  const phone = await stage.customer('takasaki')
  const screen = await stage.desk('E0002')
  await screen.goto('/admin/register')
  await screen.getByText('商品をスキャンするか、会員のQRコードを読み取ってください').waitFor()
  const register = registerOf(screen)
  await phone.getByRole('link', { name: 'QR支払い' }).click()
  await scan(screen, (await readPhone(phone)).qr)
  await register.addFavourite('三日月ペンダント')

  // This member has no limit for deferred payments yet: the manager sets one, by their own approval.
  await screen.getByRole('button', { name: /^後払い/ }).click()
  const terms = screen.getByRole('dialog', { name: '後払いの設定' })
  await expect(terms.getByText('この会員は後払いを利用できません').first()).toBeVisible()
  await terms.getByRole('button', { name: '利用枠を変更する' }).click()
  await terms.getByLabel('新しい利用枠').fill('30000')
  await terms.getByLabel('理由').fill('常連のお客さま')
  await terms.getByRole('button', { name: '利用枠を変更する' }).click()
  await expect(terms.getByText(/かつ3回以上に分けるお支払い/).first()).toBeVisible()

  await terms.getByRole('button', { name: '後払いにする' }).click()
  await expect(terms.getByText('ご本人の確認にチェックを入れてください。').first()).toBeVisible()
  await terms.getByRole('checkbox', { name: 'ご本人を確認しました' }).check()
  await takePicture(screen, 'deferred-terms-light')
  await terms.getByRole('button', { name: '後払いにする' }).click()
  await register.completeSale()

  // The phone shows what it is and until when, and the register waits for its yes.
  const waiting = screen.getByRole('alertdialog', { name: 'お客様の確認を待っています' })
  const question = phone.getByRole('dialog', { name: 'このお支払いを確認してください' })
  await expect(question.first()).toBeVisible()
  expect(await readText(waiting)).toMatch(/後払い 11,000円.*確認を取り消す.*電話が使えないとき/)
  expect(await readText(question)).toMatch(/金沢本店.*後払い ?11,000円.*お支払期日.*1回払い.*後払い特約/)
  await takePicture(phone, 'deferred-question-light')
  await takePicture(screen, 'deferred-waiting-light')
  await confirmPayment(stage.shop, phone, 'takasaki')
  await expect(register.done.first()).toBeVisible()

  // The phone says what is owed until when, and of nothing that it was paid.
  await expect(phone.getByRole('heading', { name: '後払いを承りました' }).first()).toBeVisible()
  await expect(phone.getByText('お支払期日').first()).toBeVisible()
  await phone.goto('/transactions')
  await phone.getByText('未払い', { exact: true }).first().click()
  await expect(phone.getByText('店頭でお支払いください').first()).toBeVisible()
  expect(await readText(phone.locator('main'))).toMatch(/残り ?11,000円/)

  // A part of it over the counter.
  await screen.goto('/admin/register?mode=later')
  await screen.getByRole('button', { name: /髙﨑/ }).click()
  const drawer = screen.getByRole('dialog', { name: '後払いの入金' })
  await drawer.getByLabel('入金額').fill('12000')
  await expect(drawer.getByText('入金額は¥11,000までです。').first()).toBeVisible()
  await drawer.getByLabel('入金額').fill('4000')
  await drawer.getByLabel('お預り').fill('5000')
  // The brand asks from less than the law does who pays this much in cash; the collection goes on with what is written down.
  await stage.shop.db.query(
    `insert into settings (key, value) values ('cash.identity_over', '3000')
       on conflict (key) do update set value = excluded.value`,
  )
  await drawer.getByRole('button', { name: '入金する', exact: true }).click()
  const check = screen.getByRole('dialog', { name: '取引時確認' })
  await expect(check.getByText(/現金200万円を超える取引です/).first()).toBeVisible()
  await fillInIdentity(screen)
  await check.getByRole('button', { name: '確認を記録して入金に戻る' }).click()
  const done = screen.getByRole('dialog', { name: '入金しました' })
  await expect(done.getByText('¥7,000').first()).toBeVisible()
  await done.getByRole('button', { name: '入金控え' }).click()
  await expect(screen.getByText('（後払いのお支払い）').first()).toBeVisible()
  await expect(screen.getByRole('button', { name: '領収書を発行する' }).first()).toBeVisible()

  // The rest from balance, in the app.
  await phone.goto('/user/later')
  await phone.getByRole('button', { name: '支払う', exact: true }).click()
  await phone.getByRole('alertdialog').getByRole('button', { name: '支払う' }).click()
  await expect(phone.getByText('未払いの後払いはありません').first()).toBeVisible()
  await phone.goto('/transactions')
  await expect(phone.getByText('支払い済み', { exact: true }).first()).toBeVisible()
})

test('a member whose phone is dead signs before the manager, and one who says no owes nothing', async ({
  stage,
}) => {
  const { shop } = stage
  await shop.db.query(
    `select ledger.set_deferred_limit(u.id, 50000, '常連のお客さま', e.user_id, null, e.store_id)
       from users u, employees e where u.username = 'takasaki' and e.number = 'E0002'`,
  )
  const phone = await stage.customer('takasaki', { theme: 'dark' })
  const screen = await stage.clerk('E0003', { theme: 'dark' })
  const register = registerOf(screen)
  await phone.getByRole('link', { name: 'QR支払い' }).click()
  await scan(screen, (await readPhone(phone)).qr)
  await register.addFavourite('三日月ペンダント')
  await screen.getByRole('button', { name: /^後払い/ }).click()
  const terms = screen.getByRole('dialog', { name: '後払いの設定' })
  await terms.getByRole('checkbox', { name: 'ご本人を確認しました' }).check()
  await terms.getByRole('button', { name: '後払いにする' }).click()
  await register.completeSale()
  const question = phone.getByRole('dialog', { name: 'このお支払いを確認してください' })
  await expect(question.first()).toBeVisible()
  await takePicture(phone, 'deferred-question-dark')
  await takePicture(screen, 'deferred-waiting-dark')

  // The question is taken back, and the sheet asks for the signature and a second person.
  await screen.getByRole('button', { name: '電話が使えないとき' }).click()
  const pad = terms.getByRole('button', { name: '同意の署名' })
  await expect(pad.first()).toBeVisible()
  await expect(phone.getByText('このお支払いの確認は終了しました。').first()).toBeVisible()
  await phone.getByRole('button', { name: '閉じる' }).click()
  await pad.click()
  await terms.getByRole('checkbox', { name: 'ご本人を確認しました' }).check()
  await terms.getByRole('button', { name: '責任者の承認を依頼する' }).click()
  await expect(terms.getByText(/^署名をお願いします。/).first()).toBeVisible()
  await takePicture(screen, 'deferred-dot-dark')
  await terms.getByRole('button', { name: '書き直す' }).click()
  await signConsent(screen)
  await expect(terms.getByText(/^署名をお願いします。/).first()).toBeHidden()
  await terms.getByRole('button', { name: '責任者の承認を依頼する' }).click()
  await approveAsManager(screen)
  await expect(terms.getByText('責任者が承認しました').first()).toBeVisible()
  await takePicture(screen, 'deferred-signed-dark')
  await terms.getByRole('button', { name: '後払いにする' }).click()
  await register.completeSale()
  await expect(register.done.first()).toBeVisible()
  await expect(phone.getByRole('heading', { name: '後払いを承りました' }).first()).toBeVisible()
  await register.next()

  // The next one is asked on the phone, and says no: the register says so, and nothing is owed for it.
  await phone.goto('/qr')
  await scan(screen, (await readPhone(phone)).qr)
  await register.addFavourite('粒銀ピアス')
  await screen.getByRole('button', { name: /^後払い/ }).click()
  await terms.getByRole('checkbox', { name: 'ご本人を確認しました' }).check()
  await terms.getByRole('button', { name: '後払いにする' }).click()
  await register.completeSale()
  await question.getByRole('button', { name: '支払わない' }).click()
  await expect(
    screen.getByText('お客様がお支払いを取りやめました。別の支払い方法をお選びください。').first(),
  ).toBeVisible()
  const { rows } = await shop.db.query<{ owed: string }>(
    `select w.receivable as owed from ledger.wallets w join users u on u.id = w.user_id where u.username = 'takasaki'`,
  )
  expect(Number(rows[0]!.owed)).toBe(11_000)
  expect(await shop.findings()).toStrictEqual([])
})
