import { expect, test } from '../lib/journey.ts'
import { takePicture } from '../lib/pictures.ts'
import { readPhone, scan } from '../lib/codes.ts'
import { fillInIdentity } from '../lib/identity.ts'
import { registerOf } from '../lib/register.ts'
import { password } from '../lib/shop.ts'
import { signIn } from '../lib/stage.ts'

test('Head office stops an account at once, and the register says so in red', async ({ stage }) => {
  const phone = await stage.customerAt('/qr', 'saburo')
  const { qr } = await readPhone(phone)
  const screen = await stage.clerk('E0003')

  const desk = await stage.desk('E0001')
  await desk.goto('/admin?tab=members')
  await desk.getByLabel('閲覧の目的').selectOption({ label: 'お問い合わせ対応' })
  await desk.getByRole('searchbox', { name: '電話番号・氏名・ユーザー名で検索' }).fill('saburo')
  await expect(desk.getByText('1–1 / 1件').first()).toBeVisible()
  await desk.getByRole('button', { name: '控 三郎' }).click()
  const sheet = desk.getByRole('complementary', { name: '会員の詳細' })
  await expect(sheet.getByRole('heading', { name: '控 三郎' }).first()).toBeVisible()
  await expect(sheet.getByText(/見本 一郎（お問い合わせ対応）/).first()).toBeVisible()
  await takePicture(desk, 'members')

  await sheet.getByRole('button', { name: '利用を停止' }).click()
  const ask = desk.getByRole('dialog', { name: 'この会員の利用を停止しますか？' })
  await ask.getByLabel('理由').fill('端末の紛失')
  await ask.getByRole('button', { name: '利用を停止' }).click()
  await expect(sheet.getByText('利用停止中').first()).toBeVisible()
  await takePicture(desk, 'member-stopped')

  await scan(screen, qr)
  await expect(
    screen.getByText('この会員は現在ご利用いただけません。責任者にご確認ください。').first(),
  ).toBeVisible()
  await takePicture(screen, 'register-stopped')
  await phone.goto('/user/setting')
  await phone.waitForURL(/\/auth\/login/)

  await sheet.getByRole('button', { name: '利用停止を解除' }).click()
  const lift = desk.getByRole('dialog', { name: '利用停止を解除しますか？' })
  await lift.getByLabel('理由').fill('端末が見つかった')
  await lift.getByRole('button', { name: '利用停止を解除' }).click()
  await expect(sheet.getByRole('button', { name: '利用を停止' }).first()).toBeVisible()
  await signIn(phone, 'saburo')
})

test('Head office gives a member a rank until a day, by two, and takes it back', async ({ stage }) => {
  const desk = await stage.desk('E0001')
  await desk.goto('/admin?tab=members')
  await desk.getByRole('searchbox', { name: '電話番号・氏名・ユーザー名で検索' }).fill('saburo')
  await expect(desk.getByText('1–1 / 1件').first()).toBeVisible()
  await desk.getByRole('button', { name: '控 三郎' }).click()
  const sheet = desk.getByRole('complementary', { name: '会員の詳細' })
  const rank = sheet.getByRole('region', { name: 'ランクの付与' })
  await expect(rank.getByText('付与中のランクはありません').first()).toBeVisible()
  await rank.getByRole('button', { name: 'ランクを付与' }).click()
  const form = desk.getByRole('dialog', { name: 'ランクを付与' })
  await form.getByLabel('ランク', { exact: false }).first().selectOption({ label: 'きょうめん' })
  const year = new Date().getFullYear() + 1
  const lastDay = form.getByLabel(/^期限/)
  await lastDay.fill(`${year + 1}-01-01`)
  await expect(form.getByText('今日から来年の12月31日までの日を選んでください').first()).toBeVisible()
  await lastDay.fill(`${year}-03-31`)
  await form.getByLabel(/^理由/).fill('修理が遅れたお詫び')
  await takePicture(desk, 'rank-give')
  await form.getByRole('button', { name: '承認を依頼して付与' }).click()
  await expect(
    desk.getByText('本部の別の担当者に通知しました。「承認」の画面で承認できます。').first(),
  ).toBeVisible()
  await takePicture(desk, 'rank-asked')

  const books = await stage.desk('E0007')
  await books.goto('/admin?tab=approvals')
  await books.getByRole('button', { name: /^\d/ }).first().click()
  const asked = books.getByRole('complementary', { name: '承認の依頼' })
  await expect(asked.getByText('控 三郎 様').first()).toBeVisible()
  await expect(asked.getByText('きょうめん').first()).toBeVisible()
  await expect(asked.getByText('修理が遅れたお詫び').first()).toBeVisible()
  await takePicture(books, 'rank-approval')
  await asked.getByRole('button', { name: 'ご本人の確認をして承認する' }).click()
  const proof = books.getByRole('dialog', { name: 'ご本人の確認' })
  await proof.getByLabel('パスワード', { exact: true }).fill(password)
  await proof.getByRole('button', { name: '確認する' }).click()
  await expect(books.getByText('承認しました').first()).toBeVisible()

  await expect(rank.getByText('きょうめん').first()).toBeVisible()
  await expect(rank.getByText(`${year}/03/31`).first()).toBeVisible()
  await expect(rank.getByText(/見本 一郎（承認 帳場 静）/).first()).toBeVisible()
  await takePicture(desk, 'rank-given')
  await desk.setViewportSize({ width: 390, height: 844 })
  await rank.scrollIntoViewIfNeeded()
  await takePicture(desk, 'rank-given-narrow')
  await desk.setViewportSize({ width: 1280, height: 800 })

  const phone = await stage.customerAt('/home?sheet=rank', 'saburo')
  const ladder = phone.getByRole('dialog', { name: 'ランク' })
  await expect(
    ladder.getByText(new RegExp(`このランクは${year}/03/31.+までご利用いただけます`)).first(),
  ).toBeVisible()
  await expect(ladder.getByText('ランクの付与').first()).toBeVisible()
  await takePicture(phone, 'rank-of-the-member')

  await rank.getByRole('button', { name: '付与を終了' }).click()
  const end = desk.getByRole('dialog', { name: 'ランクの付与を終了しますか？' })
  await end.getByLabel('理由').fill('会員の誤り')
  await takePicture(desk, 'rank-end')
  await end.getByRole('button', { name: '付与を終了' }).click()
  await expect(rank.getByText(/終了（見本 一郎）：会員の誤り/).first()).toBeVisible()
  await takePicture(desk, 'rank-ended')
  await phone.reload()
  await expect(ladder.getByText('付与の終了').first()).toBeVisible()
  await expect(ladder.getByText(/までご利用いただけます/).first()).toBeHidden()
})

test('Head office changes a setting and a banner, and home shows both', async ({ stage }) => {
  const desk = await stage.desk('E0001')
  await desk.goto('/admin?tab=settings')
  await desk.getByRole('button', { name: /^招待ポイントの有効日数/ }).click()
  const editor = desk.getByRole('complementary', { name: '招待ポイントの有効日数' })
  await editor.getByLabel('現在の値').fill('９９９９')
  await expect(editor.getByText('設定できる範囲の値を入力してください。').first()).toBeVisible()
  await editor.getByLabel('現在の値').fill('９０')
  await expect(editor.getByText('60日 → 90日').first()).toBeVisible()
  await takePicture(desk, 'settings')
  await editor.getByRole('button', { name: '変更する' }).click()
  await expect(desk.getByText('招待ポイントの有効日数：60日 → 90日').first()).toBeVisible()

  await desk.goto('/admin?tab=banners')
  await desk.getByRole('button', { name: 'バナーを追加' }).click()
  const form = desk.getByRole('complementary', { name: 'バナーを追加' })
  await form.getByLabel('見出し（2行まで）').fill('新春の\n銀器をそろえる')
  await form.getByLabel('期間の表示').fill('1/2(土)〜')
  const save = form.getByRole('button', { name: '保存する' })
  expect(await save.isDisabled()).toBe(true)
  await form.getByLabel('代替テキスト（画像の内容）').fill('月あかりの銀の盃')
  await takePicture(desk, 'banner-new')
  await save.click()
  await expect(desk.getByText('保存しました').first()).toBeVisible()
  await takePicture(desk, 'banners')
  const phone = await stage.phone()
  await phone.goto('/')
  await expect(phone.getByText('銀器をそろえる').first()).toBeVisible()
})

test('A new version of a text is written by one, published by another, and read by everybody', async ({
  stage,
}) => {
  const desk = await stage.desk('E0001')
  await desk.goto('/admin?tab=legal')
  await desk.getByRole('button', { name: /^特定商取引法に基づく表記/ }).click()
  const text = desk.getByRole('complementary', { name: '特定商取引法に基づく表記' })
  await text.getByRole('button', { name: '新しい版を作る' }).click()
  const body = text.getByLabel(/^本文/)
  await body.fill(`${await body.inputValue()}\n\n■ 休業日\n\n【年末年始】12月30日から1月3日まで`)
  await text.getByLabel(/^変更点/).fill('休業日を加えました。')
  await expect(
    text.getByRole('region', { name: 'お客さまへの表示' }).getByRole('heading', { name: '休業日' }).first(),
  ).toBeVisible()
  await takePicture(desk, 'text-new')
  await text.getByRole('button', { name: '公開を依頼する' }).click()
  await expect(text.getByText('別の担当者が承認すると公開されます。').first()).toBeVisible()

  const other = await stage.desk('E0007')
  await other.goto('/admin?tab=legal&id=law')
  const waiting = other.getByRole('region', { name: '承認待ち' })
  await expect(waiting.getByText('加わる条').first()).toBeVisible()
  await takePicture(other, 'text-waiting')
  await waiting.getByRole('button', { name: '承認して公開する' }).click()
  const proof = other.getByRole('dialog', { name: 'ご本人の確認' })
  await proof.getByLabel('パスワード', { exact: true }).fill(password)
  await proof.getByRole('button', { name: '確認する' }).click()
  await expect(other.getByText('予告中').first()).toBeVisible()
  await takePicture(other, 'text-published')

  const visitor = await stage.phone()
  await visitor.goto('/about/pp?doc=law')
  await visitor.getByRole('link', { name: '第1.1版' }).click()
  await expect(visitor.getByText('休業日を加えました。').first()).toBeVisible()
  await expect(visitor.getByText('12月30日から1月3日まで').first()).toBeVisible()
  await takePicture(visitor, 'text-announced')
})

test('Much cash stops the sale until it is written down who pays', async ({ stage }) => {
  const screen = await stage.clerk('E0005')
  const register = registerOf(screen)
  await screen.getByRole('button', { name: '金額入力' }).first().click()
  const amount = screen.getByRole('dialog')
  for (const digit of '2100000') await amount.getByRole('button', { name: digit, exact: true }).click()
  await amount.getByRole('button', { name: /追加/ }).click()
  await register.pay('現金', 2_100_000)
  await register.completeSale()
  const check = screen.getByRole('dialog', { name: '取引時確認' })
  await expect(check.getByText(/現金200万円を超える取引です/).first()).toBeVisible()
  await takePicture(screen, 'cash-check')
  await fillInIdentity(screen)
  await check.getByRole('button', { name: '確認を記録して会計に戻る' }).click()
  await screen.getByRole('dialog', { name: '会計の確認' }).getByRole('button', { name: '確定する' }).click()
  await expect(register.done.first()).toBeVisible()
  await takePicture(screen, 'cash-done')

  const desk = await stage.desk('E0004')
  await desk.goto('/admin?tab=cash')
  await expect(
    desk
      .getByRole('table', { name: '確認の記録' })
      .getByText(/例示 次郎/)
      .first(),
  ).toBeVisible()
  await expect(
    desk.getByRole('table', { name: '分割のおそれがある現金の取引' }).getByText('確認済み').first(),
  ).toBeVisible()
  await takePicture(desk, 'cash-list')
})

test('The desk buys silver: weighed, signed for, paid, photographed; it is sold, and the book says to whom', async ({
  stage,
}) => {
  const desk = await stage.desk('E0004')
  await desk.goto('/admin?tab=buyback')
  await takePicture(desk, 'buyback-empty')
  await desk.getByRole('button', { name: '買取を受け付ける' }).click()
  await fillInIdentity(desk)
  await desk.getByLabel('品名').fill('銀の指輪')
  await desk.getByLabel('総重量（g）').fill('12.34')
  await desk.getByLabel('特徴（刻印・石・傷など）').fill('SV925の刻印、内側に傷')
  const buy = desk.getByRole('button', { name: '3,652円で買い取る' })
  await expect(buy.first()).toBeVisible()
  expect(await buy.isDisabled()).toBe(true)
  const pad = desk.getByRole('button', { name: '承諾の署名' })
  await pad.scrollIntoViewIfNeeded()
  const box = (await pad.boundingBox())!
  await desk.mouse.move(box.x + 60, box.y + 40)
  await desk.mouse.down()
  await desk.mouse.move(box.x + 160, box.y + 110, { steps: 8 })
  await desk.mouse.move(box.x + 260, box.y + 50, { steps: 8 })
  await desk.mouse.up()
  await takePicture(desk, 'buyback-desk')
  await buy.click()
  const paper = desk.getByRole('complementary', { name: '買取の詳細' })
  await expect(paper.getByRole('heading', { name: '3,652円' }).first()).toBeVisible()
  await takePicture(desk, 'buyback-done')
  await desk.setViewportSize({ width: 390, height: 844 })
  await takePicture(desk, 'buyback-narrow')
  await expect
    .poll(async () => {
      const { rows } = await stage.shop.db.query<{ amount: string | null }>(
        `select sum(amount) as amount from ledger.transfers where debit_kind = 'buyback_goods' and credit_kind = 'drawer'`,
      )
      return Number(rows[0]?.amount)
    }, 'the drawer gave the money')
    .toBe(3_652)
  await desk.setViewportSize({ width: 1280, height: 800 })

  // What it looks like stays with the book.
  await paper.locator('input[type=file]').setInputFiles({
    name: 'ring.png',
    mimeType: 'image/png',
    buffer: await desk.screenshot(),
  })
  await expect(desk.getByText('写真を加えました').first()).toBeVisible()
  await paper.getByRole('button', { name: '写真 1枚を見る' }).click()
  const photo = paper.getByRole('img', { name: '銀の指輪の写真 1' })
  await expect
    .poll(
      () => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth),
      'the photograph is drawn',
    )
    .toBeGreaterThan(1)

  // The days of the law go by; then it is an article of which there is one.
  expect(await paper.getByRole('button', { name: '商品にする' }).count()).toBe(0)
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
  await expect(desk.getByText('商品として在庫に入れました').first()).toBeVisible()
  await expect(paper.getByText('販売中').first()).toBeVisible()

  const { rows: articles } = await stage.shop.db.query<{ barcode: string }>(
    `select k.barcode from buyback_items i join skus k on k.id = i.sku_id`,
  )
  const screen = await stage.clerk('E0005')
  const register = registerOf(screen)
  await scan(screen, articles[0]!.barcode)
  await expect(register.cart.getByText('古物：相手方を控える').first()).toBeVisible()
  await screen.getByRole('button', { name: 'ちょうど' }).click()
  await register.completeSale()
  await expect(register.done.first()).toBeVisible()

  // From ten thousand yen on, the book wants to know who has it now.
  await desk.reload()
  await expect(paper.getByText('売った相手が未記入です').first()).toBeVisible()
  await paper.getByRole('button', { name: '売った相手を記入' }).click()
  const buyer = desk.getByRole('dialog', { name: '売った相手を記入' })
  await buyer.getByLabel('氏名').fill('買田 𠮷子')
  await buyer.getByLabel('住所').fill('東京都台東区蔵前0-0-0')
  await buyer.getByLabel('職業').fill('会社員')
  await buyer.getByLabel('年齢').fill('４１')
  await buyer.getByRole('button', { name: '台帳に記入する' }).click()
  await expect(desk.getByText('売った相手を記入しました').first()).toBeVisible()
  await expect(paper.getByText('買田 𠮷子・会社員・41歳').first()).toBeVisible()
  await takePicture(desk, 'buyback-sold')
  expect(await stage.shop.findings(), 'the books balance').toStrictEqual([])
})
