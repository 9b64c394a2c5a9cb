import { expect, test } from '../lib/journey.ts'
import { Buffer } from 'node:buffer'
import { signIn } from '../lib/stage.ts'

/** Rare forms of kanji, one of them outside the basic plane and one that NFC would turn into another character. */
const rareName = '髙﨑\ufa10𠮷'

test('a member sets up name, address and picture, and each comes back as it was given', async ({ stage }) => {
  const phone = await stage.customerAt('/user/setting?tab=profile', 'kyoko')
  await phone.getByLabel('姓', { exact: true }).fill(rareName)
  await phone.getByLabel('セイ', { exact: true }).fill('たかさき')
  await phone.getByRole('button', { name: '保存する' }).click()
  await expect(phone.getByText('保存しました').first()).toBeVisible()
  await phone.reload()
  expect(await phone.getByLabel('姓', { exact: true }).inputValue()).toBe(rareName)
  expect(await phone.getByLabel('セイ', { exact: true }).inputValue()).toBe('タカサキ')

  await phone.goto('/user/setting?tab=address')
  await phone.getByLabel('郵便番号').fill('４９８－００００')
  await phone.getByRole('button', { name: '三重県桑名郡木曽岬町' }).click()
  await phone.getByLabel('番地').fill('1-2-3')
  await phone.getByLabel('建物名・部屋番号').fill(`${rareName}ビル`)
  await phone.getByRole('button', { name: '保存する' }).click()
  await expect(phone.getByText('保存しました').first()).toBeVisible()
  await phone.reload()
  expect(await phone.getByLabel('都道府県').inputValue()).toBe('三重県')
  expect(await phone.getByLabel('建物名・部屋番号').inputValue()).toBe(`${rareName}ビル`)

  await phone.goto('/user?sheet=avatar')
  const album = phone.locator('input[type=file]').nth(1)
  await album.setInputFiles({
    name: 'photo.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('<script>alert(1)</script>'),
  })
  await expect(phone.getByText('JPEG・PNG・HEICの画像を選んでください').first()).toBeVisible()
  await album.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(5_242_881) })
  await expect(phone.getByText('5MB以下の画像を選んでください').first()).toBeVisible()
  const picture = await phone.screenshot()
  await album.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: picture })
  await phone.getByRole('button', { name: 'この画像にする' }).click()
  const shown = phone.locator('img[src^="/files/avatar/"]').first()
  await shown.waitFor()
  await expect
    .poll(
      () => shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
      'The picture is drawn at 512 pixels',
    )
    .toBe(512)
})

test('a question of a visitor reaches the inbox of the staff, who answer and close it', async ({ stage }) => {
  const visitor = await stage.phone()
  await visitor.goto('/about/contact')
  await visitor.getByRole('button', { name: '送信する' }).click()
  await expect(visitor.getByText('入力内容を確認してください(4件)').first()).toBeVisible()
  await visitor.getByLabel('お名前').fill(rareName)
  await visitor.getByLabel('メールアドレス').fill('guest@example.jp')
  await visitor.getByLabel('種類').selectOption('goods')
  await visitor.getByLabel('内容').fill('<img src=x onerror=alert(1)> 指輪のサイズ直しはできますか。')
  await visitor.getByRole('button', { name: '送信する' }).click()
  await expect(visitor.getByText('お問い合わせを受け付けました').first()).toBeVisible()
  const number = /Q\d{6}/.exec((await visitor.locator('main').textContent()) ?? '')?.[0] ?? ''

  const desk = await stage.desk('E0002')
  await desk.goto('/admin?tab=contacts')
  await desk.getByRole('button', { name: number }).click()
  await expect(desk.getByText(`${rareName} 様`).first()).toBeVisible()
  await expect(
    desk.getByText('<img src=x onerror=alert(1)> 指輪のサイズ直しはできますか。').first(),
  ).toBeVisible()
  await desk.getByLabel('対応メモ').fill('メールで回答しました')
  await desk.getByRole('button', { name: '対応済みにする' }).click()
  await expect(desk.getByText('対応済みにしました').first()).toBeVisible()
})

test('everybody reads the terms and the displays of the law, signed in or not', async ({ stage }) => {
  const visitor = await stage.phone()
  for (const [doc, title] of [
    ['pp', 'プライバシーポリシー'],
    ['tos', 'ツキシロ利用規約'],
    ['funds', '資金決済法に基づく表示'],
    ['law', '特定商取引法に基づく表記'],
    ['secondhand', '古物営業法に基づく表示'],
  ] as const) {
    await visitor.goto(`/about/pp?doc=${doc}`)
    await visitor.getByRole('heading', { name: title }).waitFor()
  }
})

// Last, because new terms meet everybody who comes after them.
test('a member agrees to new terms, enters the birthday once, and gets the points for it', async ({
  stage,
}) => {
  await stage.shop.db.query(
    `insert into legal_documents (id, slug, version, title, summary, changes, sections, is_material, effective_at)
     select gen_random_uuid(), slug, '9.0', title, summary, 'ポイントの期限を延ばしました。', sections, true, now() from legal_documents
     where slug = 'tos' and version = '1.0'`,
  )
  const phone = await stage.phone()
  await signIn(phone, 'hanako')
  await expect(phone.getByText('利用規約への同意をお願いします').first()).toBeVisible()
  await expect(phone.getByText('ポイントの期限を延ばしました。').first()).toBeVisible()
  await phone.keyboard.press('Escape')
  const confirmPayment = phone.getByRole('button', { name: '同意して続ける' })
  expect(await confirmPayment.isDisabled()).toBe(true)
  await phone.getByLabel('利用規約とプライバシーポリシーに同意します').check()
  await confirmPayment.click()

  await expect(phone.getByText('お誕生日を教えてください').first()).toBeVisible()
  await phone.getByRole('button', { name: '登録する' }).click()
  await expect(phone.getByText('正しい日付を選んでください').first()).toBeVisible()
  await phone.getByLabel('年', { exact: true }).selectOption('1990')
  await phone.getByLabel('月', { exact: true }).selectOption('4')
  await phone.getByLabel('日', { exact: true }).selectOption('1')
  await phone.getByRole('button', { name: '登録する' }).click()
  await expect(phone.getByText('お誕生日を教えてください').first()).toBeHidden()
  await expect
    .poll(async () => {
      const { rows } = await stage.shop.db.query<{ points: number }>(
        `select p.granted::int as points from ledger.point_lots p join ledger.campaign_grants g using (transaction_id)
         join users u on u.id = p.user_id where u.username = 'hanako' and g.campaign = 'birthday_registration'`,
      )
      return rows[0]?.points
    }, 'The birthday brings 100 points')
    .toBe(100)
  await phone.reload()
  await expect(phone.getByText('最近の取引').first()).toBeVisible()
  await phone.waitForTimeout(1_500)
  await expect(phone.getByText('お誕生日を教えてください').first()).toBeHidden()
})
