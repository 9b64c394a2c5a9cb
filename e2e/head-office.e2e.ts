import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { readPhone, scan } from './lib/codes.ts'
import { eventually, sees, seesNot } from './lib/expect.ts'
import { writeIdentity } from './lib/identity.ts'
import { journey } from './lib/journey.ts'
import { registerOf } from './lib/register.ts'
import { password } from './lib/shop.ts'
import { signIn } from './lib/stage.ts'

const asked = process.argv.indexOf('--shots')
const shots = asked < 0 ? null : resolve(process.argv[asked + 1] ?? 'shots')

async function picture(page: Page, name: string): Promise<void> {
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.screenshot({ path: join(shots, `${name}.png`), animations: 'disabled' })
}

journey('Head office stops an account at once, and the till says so in red', async (stage) => {
  const phone = await stage.customerAt('/qr', 'saburo')
  const { qr } = await readPhone(phone)
  const till = await stage.clerk('E0003')

  const desk = await stage.desk('E0001')
  await desk.goto('/admin?tab=members')
  await desk.getByLabel('閲覧の目的').selectOption({ label: 'お問い合わせ対応' })
  await desk.getByRole('searchbox', { name: '電話番号・氏名・ユーザー名で検索' }).fill('saburo')
  await sees(desk.getByText('1–1 / 1件'))
  await desk.getByRole('button', { name: '控 三郎' }).click()
  const sheet = desk.getByRole('complementary', { name: '会員の詳細' })
  await sees(sheet.getByRole('heading', { name: '控 三郎' }))
  await sees(sheet.getByText(/見本 一郎（お問い合わせ対応）/))
  await picture(desk, 'members')

  await sheet.getByRole('button', { name: '利用を停止' }).click()
  const ask = desk.getByRole('dialog', { name: 'この会員の利用を停止しますか？' })
  await ask.getByLabel('理由').fill('端末の紛失')
  await ask.getByRole('button', { name: '利用を停止' }).click()
  await sees(sheet.getByText('利用停止中').first())
  await picture(desk, 'member-stopped')

  await scan(till, qr)
  await sees(till.getByText('この会員は現在ご利用いただけません。責任者にご確認ください。'))
  await picture(till, 'till-stopped')
  await phone.goto('/user/setting')
  await phone.waitForURL(/\/auth\/login/)

  await sheet.getByRole('button', { name: '利用停止を解除' }).click()
  const lift = desk.getByRole('dialog', { name: '利用停止を解除しますか？' })
  await lift.getByLabel('理由').fill('端末が見つかった')
  await lift.getByRole('button', { name: '利用停止を解除' }).click()
  await sees(sheet.getByRole('button', { name: '利用を停止' }))
  await signIn(phone, 'saburo')
})

journey('Head office gives a member a rank until a day, by two, and takes it back', async (stage) => {
  const desk = await stage.desk('E0001')
  await desk.goto('/admin?tab=members')
  await desk.getByRole('searchbox', { name: '電話番号・氏名・ユーザー名で検索' }).fill('saburo')
  await sees(desk.getByText('1–1 / 1件'))
  await desk.getByRole('button', { name: '控 三郎' }).click()
  const sheet = desk.getByRole('complementary', { name: '会員の詳細' })
  const rank = sheet.getByRole('region', { name: 'ランクの付与' })
  await sees(rank.getByText('付与中のランクはありません'))
  await rank.getByRole('button', { name: 'ランクを付与' }).click()
  const form = desk.getByRole('dialog', { name: 'ランクを付与' })
  await form.getByLabel('ランク', { exact: false }).first().selectOption({ label: 'きょうめん' })
  const year = new Date().getFullYear() + 1
  const lastDay = form.getByLabel(/^期限/)
  await lastDay.fill(`${year + 1}-01-01`)
  await sees(form.getByText('今日から来年の12月31日までの日を選んでください'))
  await lastDay.fill(`${year}-03-31`)
  await form.getByLabel(/^理由/).fill('修理が遅れたお詫び')
  await picture(desk, 'rank-give')
  await form.getByRole('button', { name: '承認を依頼して付与' }).click()
  await sees(desk.getByText('本部の別の担当者に通知しました。「承認」の画面で承認できます。'))
  await picture(desk, 'rank-asked')

  const books = await stage.desk('E0007')
  await books.goto('/admin?tab=approvals')
  await books.getByRole('button', { name: /^\d/ }).first().click()
  const asked = books.getByRole('complementary', { name: '承認の依頼' })
  await sees(asked.getByText('控 三郎 様'))
  await sees(asked.getByText('きょうめん'))
  await sees(asked.getByText('修理が遅れたお詫び'))
  await picture(books, 'rank-approval')
  await asked.getByRole('button', { name: 'ご本人の確認をして承認する' }).click()
  const proof = books.getByRole('dialog', { name: 'ご本人の確認' })
  await proof.getByLabel('パスワード', { exact: true }).fill(password)
  await proof.getByRole('button', { name: '確認する' }).click()
  await sees(books.getByText('承認しました'))

  await sees(rank.getByText('きょうめん'))
  await sees(rank.getByText(`${year}/03/31`))
  await sees(rank.getByText(/見本 一郎（承認 帳場 静）/))
  await picture(desk, 'rank-given')
  await desk.setViewportSize({ width: 390, height: 844 })
  await rank.scrollIntoViewIfNeeded()
  await picture(desk, 'rank-given-narrow')
  await desk.setViewportSize({ width: 1280, height: 800 })

  const phone = await stage.customerAt('/home?sheet=rank', 'saburo')
  const ladder = phone.getByRole('dialog', { name: 'ランク' })
  await sees(ladder.getByText(new RegExp(`このランクは${year}/03/31.+までご利用いただけます`)))
  await sees(ladder.getByText('ランクの付与'))
  await picture(phone, 'rank-of-the-member')

  await rank.getByRole('button', { name: '付与を終了' }).click()
  const end = desk.getByRole('dialog', { name: 'ランクの付与を終了しますか？' })
  await end.getByLabel('理由').fill('会員の誤り')
  await picture(desk, 'rank-end')
  await end.getByRole('button', { name: '付与を終了' }).click()
  await sees(rank.getByText(/終了（見本 一郎）：会員の誤り/))
  await picture(desk, 'rank-ended')
  await phone.reload()
  await sees(ladder.getByText('付与の終了'))
  await seesNot(ladder.getByText(/までご利用いただけます/))
})

journey('Head office changes a setting and a banner, and home shows both', async (stage) => {
  const desk = await stage.desk('E0001')
  await desk.goto('/admin?tab=settings')
  await desk.getByRole('button', { name: /^招待ポイントの有効日数/ }).click()
  const editor = desk.getByRole('complementary', { name: '招待ポイントの有効日数' })
  await editor.getByLabel('現在の値').fill('９９９９')
  await sees(editor.getByText('設定できる範囲の値を入力してください。'))
  await editor.getByLabel('現在の値').fill('９０')
  await sees(editor.getByText('60日 → 90日'))
  await picture(desk, 'settings')
  await editor.getByRole('button', { name: '変更する' }).click()
  await sees(desk.getByText('招待ポイントの有効日数：60日 → 90日'))

  await desk.goto('/admin?tab=banners')
  await desk.getByRole('button', { name: 'バナーを追加' }).click()
  const form = desk.getByRole('complementary', { name: 'バナーを追加' })
  await form.getByLabel('見出し（2行まで）').fill('新春の\n銀器をそろえる')
  await form.getByLabel('期間の表示').fill('1/2(土)〜')
  const save = form.getByRole('button', { name: '保存する' })
  assert.equal(await save.isDisabled(), true)
  await form.getByLabel('代替テキスト（画像の内容）').fill('月あかりの銀の盃')
  await picture(desk, 'banner-new')
  await save.click()
  await sees(desk.getByText('保存しました'))
  await picture(desk, 'banners')
  const phone = await stage.phone()
  await phone.goto('/')
  await sees(phone.getByText('銀器をそろえる'))
})

journey(
  'A new version of a text is written by one, published by another, and read by everybody',
  async (stage) => {
    const desk = await stage.desk('E0001')
    await desk.goto('/admin?tab=legal')
    await desk.getByRole('button', { name: /^特定商取引法に基づく表記/ }).click()
    const text = desk.getByRole('complementary', { name: '特定商取引法に基づく表記' })
    await text.getByRole('button', { name: '新しい版を作る' }).click()
    const body = text.getByLabel(/^本文/)
    await body.fill(`${await body.inputValue()}\n\n■ 休業日\n\n【年末年始】12月30日から1月3日まで`)
    await text.getByLabel(/^変更点/).fill('休業日を加えました。')
    await sees(
      text.getByRole('region', { name: 'お客さまへの表示' }).getByRole('heading', { name: '休業日' }),
    )
    await picture(desk, 'text-new')
    await text.getByRole('button', { name: '公開を依頼する' }).click()
    await sees(text.getByText('別の担当者が承認すると公開されます。'))

    const other = await stage.desk('E0007')
    await other.goto('/admin?tab=legal&id=law')
    const waiting = other.getByRole('region', { name: '承認待ち' })
    await sees(waiting.getByText('加わる条'))
    await picture(other, 'text-waiting')
    await waiting.getByRole('button', { name: '承認して公開する' }).click()
    const proof = other.getByRole('dialog', { name: 'ご本人の確認' })
    await proof.getByLabel('パスワード', { exact: true }).fill(password)
    await proof.getByRole('button', { name: '確認する' }).click()
    await sees(other.getByText('予告中'))
    await picture(other, 'text-published')

    const visitor = await stage.phone()
    await visitor.goto('/about/pp?doc=law')
    await visitor.getByRole('link', { name: '第1.1版' }).click()
    await sees(visitor.getByText('休業日を加えました。'))
    await sees(visitor.getByText('12月30日から1月3日まで'))
    await picture(visitor, 'text-announced')
  },
)

journey('Much cash stops the sale until it is written down who pays', async (stage) => {
  const till = await stage.clerk('E0005')
  const register = registerOf(till)
  await till.getByRole('button', { name: '金額入力' }).first().click()
  const amount = till.getByRole('dialog')
  for (const digit of '2100000') await amount.getByRole('button', { name: digit, exact: true }).click()
  await amount.getByRole('button', { name: /追加/ }).click()
  await register.pay('現金', 2_100_000)
  await register.settle()
  const check = till.getByRole('dialog', { name: '取引時確認' })
  await sees(check.getByText(/現金200万円を超える取引です/))
  await picture(till, 'cash-check')
  await writeIdentity(till)
  await check.getByRole('button', { name: '確認を記録して会計に戻る' }).click()
  await till.getByRole('dialog', { name: '会計の確認' }).getByRole('button', { name: '確定する' }).click()
  await sees(register.done)
  await picture(till, 'cash-done')

  const desk = await stage.desk('E0004')
  await desk.goto('/admin?tab=cash')
  await sees(desk.getByRole('table', { name: '確認の記録' }).getByText(/例示 次郎/))
  await sees(desk.getByRole('table', { name: '分割のおそれがある現金の取引' }).getByText('確認済み'))
  await picture(desk, 'cash-list')
})

journey(
  'The desk buys silver: weighed, signed for, paid, photographed; it is sold, and the book says to whom',
  async (stage) => {
    const desk = await stage.desk('E0004')
    await desk.goto('/admin?tab=buyback')
    await picture(desk, 'buyback-empty')
    await desk.getByRole('button', { name: '買取を受け付ける' }).click()
    await writeIdentity(desk)
    await desk.getByLabel('品名').fill('銀の指輪')
    await desk.getByLabel('総重量（g）').fill('12.34')
    await desk.getByLabel('特徴（刻印・石・傷など）').fill('SV925の刻印、内側に傷')
    const buy = desk.getByRole('button', { name: '3,652円で買い取る' })
    await sees(buy)
    assert.equal(await buy.isDisabled(), true)
    const pad = desk.getByRole('button', { name: '承諾の署名' })
    await pad.scrollIntoViewIfNeeded()
    const box = await pad.boundingBox()
    assert.ok(box)
    await desk.mouse.move(box.x + 60, box.y + 40)
    await desk.mouse.down()
    await desk.mouse.move(box.x + 160, box.y + 110, { steps: 8 })
    await desk.mouse.move(box.x + 260, box.y + 50, { steps: 8 })
    await desk.mouse.up()
    await picture(desk, 'buyback-desk')
    await buy.click()
    const paper = desk.getByRole('complementary', { name: '買取の詳細' })
    await sees(paper.getByRole('heading', { name: '3,652円' }))
    await picture(desk, 'buyback-done')
    await desk.setViewportSize({ width: 390, height: 844 })
    await picture(desk, 'buyback-narrow')
    const rows = await eventually(
      'the drawer gave the money',
      () =>
        stage.shop.db.query<{ amount: string }>(
          `select sum(amount) as amount from ledger.transfers where debit_kind = 'buyback_goods' and credit_kind = 'drawer'`,
        ),
      ({ rows: found }) => found[0]?.amount !== null,
    )
    assert.equal(Number(rows.rows[0]?.amount), 3_652)
    await desk.setViewportSize({ width: 1280, height: 800 })

    // What it looks like stays with the book.
    await paper.locator('input[type=file]').setInputFiles({
      name: 'ring.png',
      mimeType: 'image/png',
      buffer: await desk.screenshot(),
    })
    await sees(desk.getByText('写真を加えました'))
    await paper.getByRole('button', { name: '写真 1枚を見る' }).click()
    const photo = paper.getByRole('img', { name: '銀の指輪の写真 1' })
    await eventually(
      'the photograph is drawn',
      () => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth),
      (width) => width > 1,
    )

    // The days of the law go by; then it is an article of which there is one.
    assert.equal(await paper.getByRole('button', { name: '商品にする' }).count(), 0)
    await stage.shop.db.query(`
    begin;
    set local session_replication_role = replica;
    update buyback_items set held_until = current_date - 3;
    commit`)
    await desk.reload()
    await paper.getByRole('button', { name: '商品にする' }).click()
    const form = desk.getByRole('dialog', { name: '商品にする' })
    await form.getByLabel('価格（税込・円）').fill('１２，８００')
    await form.getByRole('button', { name: '在庫に入れる' }).click()
    await sees(desk.getByText('商品として在庫に入れました'))
    await sees(paper.getByText('販売中'))

    const { rows: articles } = await stage.shop.db.query<{ barcode: string }>(
      `select k.barcode from buyback_items i join skus k on k.id = i.sku_id`,
    )
    const till = await stage.clerk('E0005')
    const register = registerOf(till)
    await scan(till, articles[0]!.barcode)
    await sees(register.cart.getByText('古物：相手方を控える'))
    await till.getByRole('button', { name: 'ちょうど' }).click()
    await register.settle()
    await sees(register.done)

    // From ten thousand yen on, the book wants to know who has it now.
    await desk.reload()
    await sees(paper.getByText('売った相手が未記入です'))
    await paper.getByRole('button', { name: '売った相手を記入' }).click()
    const buyer = desk.getByRole('dialog', { name: '売った相手を記入' })
    await buyer.getByLabel('氏名').fill('買田 𠮷子')
    await buyer.getByLabel('住所').fill('東京都台東区蔵前0-0-0')
    await buyer.getByLabel('職業').fill('会社員')
    await buyer.getByLabel('年齢').fill('４１')
    await buyer.getByRole('button', { name: '台帳に記入する' }).click()
    await sees(desk.getByText('売った相手を記入しました'))
    await sees(paper.getByText('買田 𠮷子・会社員・41歳'))
    await picture(desk, 'buyback-sold')
    assert.deepEqual(await stage.shop.findings(), [], 'the books balance')
  },
)
