import { expect, test } from '../lib/journey.ts'
import { readNumber, readText } from '../lib/text.ts'
import { takePicture } from '../lib/pictures.ts'

import { readFileSync } from 'node:fs'
import { answerOf } from '@shirogane/testkit/acts/payouts'
import { cancelPayout, listDueRewards, payReward } from '@shirogane/ledger'
import { withinPool } from '@shirogane/ledger/within'
import type { Page } from '@playwright/test'
import { digitsOf, scan } from '../lib/codes.ts'
import { codeTo, e164, type Person, fillInAccount } from '../lib/newcomer.ts'
import { registerOf } from '../lib/register.ts'
import { password, type Shop } from '../lib/shop.ts'
import type { Stage } from '../lib/stage.ts'

const friendOf = (username: string, end: string): Person => ({
  username,
  phone: `080-0000-${end}`,
  email: `${username}@example.com`,
  password: 'tsuki-no-wa-ring-925',
})

/** A person comes by the link and becomes a member; their phone shows the code that pays. */
async function joinBy(stage: Stage, link: string, person: Person): Promise<Page> {
  const phone = await stage.phone()
  await phone.goto(link)
  await expect(phone.getByRole('heading', { name: 'kyokoさんからの招待' }).first()).toBeVisible()
  await phone.goto('/auth/register')
  await expect(phone.getByText('招待コード TSUKI01 を適用します').first()).toBeVisible()
  await fillInAccount(phone, person)
  await phone.getByLabel('届いた6桁の番号').fill(await codeTo(stage.shop, e164(person.phone)))
  await phone.getByRole('button', { name: '確認する', exact: true }).click()
  await expect(phone.getByRole('heading', { name: '登録が完了しました' }).first()).toBeVisible()
  await phone.getByRole('link', { name: 'QR支払いをはじめる' }).click()
  return phone
}

/** So many pendants for cash. Answers the number of the receipt. */
async function sellPendants(screen: Page, phone: Page, person: Person, count: number): Promise<string> {
  const sale = registerOf(screen)
  await scan(screen, await digitsOf(phone))
  await expect(sale.member.getByText(`${person.username} 様`).first()).toBeVisible()
  for (let index = 0; index < count; index += 1) await sale.addFavourite('三日月ペンダント')
  await sale.pay('現金', 11_000 * count)
  await sale.completeSale()
  await expect(sale.done.first()).toBeVisible()
  const number = await readNumber(screen)
  await sale.next()
  return number
}

/** A second account, by the form that everybody has: what a bank would refuse is refused where it is typed. */
async function registerAccount(phone: Page, shop: Shop): Promise<void> {
  await phone.goto('/payout-method')
  await phone.getByRole('link', { name: '口座を追加' }).click()
  await phone.getByLabel('銀行名・カナ・コード').fill('てすと')
  await phone.getByRole('link', { name: /テスト銀行/ }).click()
  await phone.getByLabel('支店名・番号').fill('えきまえ')
  await phone.getByRole('link', { name: /駅前/ }).click()
  const number = phone.getByLabel('口座番号')
  const holder = phone.getByLabel('口座名義（カナ）')
  await number.fill('765')
  await holder.fill('ア'.repeat(31))
  await phone.getByRole('button', { name: '確認へ' }).click()
  await expect(phone.getByText('入力内容を確認してください(1件)').first()).toBeVisible()
  await expect(
    phone.getByRole('link', { name: '口座名義は半角30文字以内で入力してください。' }).first(),
  ).toBeVisible()
  await holder.fill('みほん きょうこ')
  await phone.getByRole('button', { name: '確認へ' }).click()
  await expect(phone.getByText('ﾐﾎﾝ ｷﾖｳｺ').first()).toBeVisible()
  await expect(phone.getByText('0000765').first()).toBeVisible()
  await takePicture(phone, 'account-confirm', { fullPage: true })
  // The server has it, its answer is lost, and nothing else comes through either.
  const calls = '**/v1/payout-methods'
  await phone.route(calls, async (route) => {
    if (route.request().method() === 'POST' && !(await route.fetch()).ok()) return route.continue()
    return route.abort('connectionreset')
  })
  await phone.getByRole('button', { name: '登録する' }).click()
  await phone.getByLabel('確認番号', { exact: true }).fill(await codeTo(shop, e164('090-0000-0003')))
  await expect(phone.getByText('通信できませんでした。').first()).toBeVisible()
  await phone.unroute(calls)
  // It is there: the member is not asked for another code, nor notified that it was there before.
  await phone.getByRole('button', { name: '登録する' }).click()
  await expect(phone.getByText('受取口座を登録しました').first()).toBeVisible()
  await expect(phone.getByText('駅前 普通 ****765').first()).toBeVisible()
  await expect(phone.getByText(/から出金できます$/).first()).toBeVisible()
  expect(phone.url()).toMatch(/\/payout-method$/)
  await takePicture(phone, 'accounts', { fullPage: true })
}

/** The days in which articles may come back are over. */
async function passReturns(shop: Shop): Promise<void> {
  const window = (days: number) =>
    shop.db.query(
      `insert into settings (key, value) values ('refund.window_days', $1) on conflict (key) do update set value = excluded.value`,
      [String(days)],
    )
  await window(-1)
  for (const { id } of await withinPool(shop.db, (db) => listDueRewards(db, 1_000)))
    await withinPool(shop.db, (db) => payReward(db, id))
  await window(14)
}

/** Takes back all requests from before this journey. Answers the number of the last request. */
async function clearRequests(shop: Shop): Promise<number> {
  const { rows: open } = await shop.db.query<{ id: string; actor_id: string; return_id: string }>(
    `select o.id, e.user_id as actor_id, gen_random_uuid() as return_id
     from payouts o cross join employees e where o.status = 'requested' and e.type = 'accounting'`,
  )
  for (const payout of open)
    await withinPool(shop.db, (db) =>
      cancelPayout(db, { ...payout, member_id: null, reason: '申請者の希望' }),
    )
  const { rows } = await shop.db.query<{ last: number }>('select max(reference)::int as last from payouts')
  return rows[0]!.last
}

async function behind(shop: Shop, change: string): Promise<void> {
  await shop.db.query(`do $$ begin set local session_replication_role = replica; ${change}; end $$`)
}

/** What is claimed and not paid out, what is held, and what was paid as balance. */
async function purseOf(
  shop: Shop,
): Promise<{ confirmed: number; reward: number; hold: number; paid: number }> {
  const { rows } = await shop.db.query<{ confirmed: number; reward: number; hold: number; paid: number }>(
    `select w.reward_confirmed::int as confirmed, w.reward::int as reward, w.payout_hold::int as hold,
       w.balance_paid::int as paid
     from ledger.wallets w join users u on u.id = w.user_id where u.username = 'kyoko'`,
  )
  return rows[0]!
}

test('Two friends come by an invitation, and what they bring goes half to balance and half to the bank', async ({
  stage,
}) => {
  const { shop } = stage
  const balances = async () => expect(await shop.findings()).toStrictEqual([])
  const kyoko = await stage.customer('kyoko')
  const prove = async () => {
    const sheet = kyoko.getByRole('dialog', { name: 'ご本人の確認' })
    await sheet.getByRole('button', { name: 'パスワードで確認する' }).click()
    await sheet.getByLabel('パスワード', { exact: true }).fill(password)
    await sheet.getByRole('button', { name: '確認する', exact: true }).click()
    await expect(sheet.first()).toBeHidden()
  }
  await registerAccount(kyoko, shop)
  // What earlier friends brought is paid first, so that the journey counts its own yen.
  await passReturns(shop)
  const last = await clearRequests(shop)
  const before = await purseOf(shop)
  await kyoko.goto('/user/affiliator')
  await expect(kyoko.getByText('TSUKI01').first()).toBeVisible()

  // Two friends buy; one of them brings half of it back.
  const screen = await stage.clerk('E0003')
  const [zuisho, wakana] = [friendOf('zuisho_z', '6601'), friendOf('wakana_w', '6602')]
  const first = await joinBy(stage, '/?invite=TSUKI01', zuisho)
  const receipt = await sellPendants(screen, first, zuisho, 4)
  const second = await joinBy(stage, '/?invite=TSUKI01', wakana)
  await sellPendants(screen, second, wakana, 2)
  await Promise.all([first.close(), second.close()])
  await balances()

  const manager = await stage.desk('E0002')
  await manager.goto('/admin/register')
  await manager.getByText('商品をスキャンするか、会員のQRコードを読み取ってください').waitFor()
  await scan(manager, receipt)
  const plus = manager.getByRole('group', { name: '三日月ペンダントの返品数' }).getByRole('button').last()
  await plus.click()
  await plus.click()
  await manager.getByLabel('理由').selectOption('不良・破損')
  await manager.getByRole('button', { name: '¥22,000 を返金する' }).click()
  await manager
    .getByRole('alertdialog', { name: '¥22,000 を返金します' })
    .getByRole('button', { name: '返金する' })
    .click()
  await expect(manager.getByRole('heading', { name: '返金が完了しました' }).first()).toBeVisible()
  await balances()

  // 22,000 yen each are left: five percent, to the yen.
  await expect
    .poll(async () => {
      await passReturns(shop)
      return (await purseOf(shop)).confirmed
    }, 'both rewards are confirmed')
    .toBe(before.confirmed + 2_200)
  await balances()

  await kyoko.goto('/user/affiliator?tab=reward')
  await kyoko.getByText('残高で受け取る').click()
  await kyoko.getByRole('radiogroup', { name: '受け取る報酬' }).getByText(/^zu/).first().click()
  await takePicture(kyoko, 'reward-claim', { fullPage: true })
  await kyoko.getByRole('button', { name: '1,100円を残高で受け取る' }).click()
  await prove()
  await expect(kyoko.getByText('1,100円を残高で受け取りました').first()).toBeVisible()
  expect((await purseOf(shop)).paid).toBe(before.paid + 1_100)
  await kyoko.getByText('銀行口座で受け取る').click()
  await kyoko.getByRole('button', { name: /円を振込用に受け取る$/ }).click()
  await prove()
  await expect(kyoko.getByText(/円を出金できるようになりました/).first()).toBeVisible()
  await takePicture(kyoko, 'reward-claimed', { fullPage: true })
  await balances()
  const { reward } = await purseOf(shop)
  expect(reward).toBe(before.reward + before.confirmed + 1_100)

  // A yen more than there is goes nowhere; all of it is asked for.
  await kyoko.goto('/user/affiliator?tab=payout')
  await kyoko.getByRole('radiogroup', { name: '表示の切り替え' }).scrollIntoViewIfNeeded()
  await kyoko.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(kyoko.getByText('普通 ****345').first()).toBeVisible()
  const keys = kyoko.getByRole('group', { name: '金額の入力' })
  for (const digit of String(reward + 1)) await keys.getByRole('button', { name: digit, exact: true }).click()
  await kyoko.getByRole('button', { name: '確認へ' }).click()
  await expect(
    kyoko.getByText(`出金できるのは${reward.toLocaleString('ja-JP')}円までです`).first(),
  ).toBeVisible()
  await takePicture(kyoko, 'payout-amount', { fullPage: true })
  await kyoko.getByRole('button', { name: '全額' }).click()
  await kyoko.getByRole('button', { name: '確認へ' }).click()
  await takePicture(kyoko, 'payout-confirm', { fullPage: true })
  await kyoko.getByRole('button', { name: '出金を申請する' }).click()
  await prove()
  await expect(kyoko.getByRole('heading', { name: '出金を申請しました' }).first()).toBeVisible()
  await takePicture(kyoko, 'payout-done', { fullPage: true })
  await kyoko.reload()
  await expect(kyoko.getByRole('heading', { name: '出金を申請しました' }).first()).toBeVisible()
  await kyoko.getByRole('link', { name: '詳細を見る' }).click()
  await expect(kyoko.getByText('処理中', { exact: true }).first()).toBeVisible()
  await takePicture(kyoko, 'payout-detail', { fullPage: true })
  expect(await purseOf(shop)).toStrictEqual({ ...(await purseOf(shop)), reward: 0, hold: reward })
  await balances()

  // One person approves, another sends.
  const desk = await stage.desk('E0007')
  const office = await stage.desk('E0001')
  const send = async (outcome: string): Promise<Buffer> => {
    await desk.goto('/admin?tab=payouts')
    await desk.getByRole('button', { name: '1件を承認' }).click()
    await takePicture(desk, 'office-approve', { fullPage: true })
    await desk.getByRole('alertdialog').getByRole('button', { name: '承認する' }).click()
    await expect(desk.getByText('承認しました', { exact: true }).first()).toBeVisible()
    await behind(shop, `update payouts set cutoff_at = ledger.now() where status = 'approved'`)
    await desk.getByRole('button', { name: '振込データ作成' }).click()
    await desk.getByRole('alertdialog').getByRole('button', { name: '振込データ作成' }).click()
    await expect(
      desk.getByText('承認した担当者は振込データを作成できません。別の担当者が作成してください。').first(),
    ).toBeVisible()
    await office.goto('/admin?tab=payouts')
    await office.getByRole('button', { name: '振込データ作成' }).click()
    await office.getByRole('alertdialog').getByRole('button', { name: '振込データ作成' }).click()
    const made = office.getByText(/^振込データ \d{8}-F\d\d を作成しました$/)
    await expect(made.first()).toBeVisible()
    const number = /\d{8}-F\d\d/.exec(await readText(made.first()))?.[0] ?? ''
    const saving = office.waitForEvent('download')
    await office.getByRole('button', { name: `${number} を保存` }).click()
    const bytes = readFileSync(await (await saving).path())
    await desk.reload()
    // A wrong answer is refused whole, the right one is taken.
    const chooser = desk.locator(`input[aria-label="${number} の結果を取り込む"]`)
    const file = (buffer: Buffer) => ({ name: 'kekka.txt', mimeType: 'text/plain', buffer })
    const wrong = answerOf(bytes, [outcome])
    wrong.write('9', 2 * 122 + 18, 'latin1')
    await chooser.setInputFiles(file(wrong))
    await expect(desk.getByText('振込結果の合計が明細と一致しません。（3行目）').first()).toBeVisible()
    await balances()
    await chooser.setInputFiles(file(answerOf(bytes, [outcome])))
    await expect(desk.getByText(/結果を取り込みました/).first()).toBeVisible()
    await takePicture(desk, `office-result-${outcome}`, { fullPage: true })
    await balances()
    return bytes
  }
  const sent = await send('2')
  expect(sent).toStrictEqual(goldenFile(reward, await valueDate(shop), 0, last + 1))

  // The name did not match: the money is back, and the phone says why.
  await kyoko.reload()
  await expect(kyoko.getByText('理由：口座名義の相違。全額を報酬残高に戻しました。').first()).toBeVisible()
  await expect(kyoko.getByText('失敗', { exact: true }).first()).toBeVisible()
  await takePicture(kyoko, 'payout-failed', { fullPage: true })
  expect((await purseOf(shop)).reward).toBe(reward)

  // Put right, it goes once more, and arrives.
  await behind(shop, 'update payout_methods set flagged_reason = null, flagged_at = null')
  await kyoko.goto('/user/affiliator?tab=payout')
  await kyoko.getByRole('button', { name: '全額' }).click()
  await kyoko.getByRole('button', { name: '確認へ' }).click()
  await kyoko.getByRole('button', { name: '出金を申請する' }).click()
  await prove()
  await kyoko.getByRole('link', { name: '詳細を見る' }).click()
  expect(await send('0')).toStrictEqual(goldenFile(reward, await valueDate(shop), 0, last + 2))
  await kyoko.reload()
  await expect(kyoko.getByText('振込済み', { exact: true }).first()).toBeVisible()
  await kyoko.getByRole('button', { name: '支払明細書' }).click()
  await expect(
    kyoko.getByText('記載内容に誤りがある場合は14日以内にお知らせください。').first(),
  ).toBeVisible()
  await takePicture(kyoko, 'payout-statement', { fullPage: true })
  const after = await purseOf(shop)
  expect([after.reward, after.hold]).toStrictEqual([0, 0])
  await balances()
})

async function valueDate(shop: Shop): Promise<string> {
  const { rows } = await shop.db.query<{ on: string }>(
    `select to_char(value_date, 'MMDD') as on from payout_batches order by exported_at desc limit 1`,
  )
  return rows[0]!.on
}

/** The file of one transfer to 見本 京子, place for place as the banks' standard has it. */
function goldenFile(amount: number, on: string, newness: 0 | 1, reference: number): Buffer {
  const figures = (value: number, places: number) => String(value).padStart(places, '0')
  const records = [
    `12100000000000${'ｶ)ﾂｷｼﾛｷﾞﾝｺｳｼﾔ'.padEnd(40)}${on}9999${'ﾃｽﾄ'.padEnd(15)}001${'ﾎﾝﾃﾝ'.padEnd(15)}11234567`,
    `29999${'ﾃｽﾄ'.padEnd(15)}001${'ﾎﾝﾃﾝ'.padEnd(15)}000010012345${'ﾐﾎﾝ ｷﾖｳｺ'.padEnd(30)}${figures(amount, 10)}${newness}${figures(reference, 10)}00000000007`,
    `8000001${figures(amount, 12)}`,
    '9',
  ]
  const text = records.map((record) => `${record.padEnd(120)}\r\n`).join('')
  return Buffer.from(
    Array.from(text, (letter) => {
      const code = letter.codePointAt(0) ?? 0
      return code < 0x80 ? code : code - 0xff61 + 0xa1
    }),
  )
}
