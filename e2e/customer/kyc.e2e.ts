import { expect, test } from '../lib/journey.ts'
import { withCamera } from '../lib/camera.ts'
import { digitsOf, scan } from '../lib/codes.ts'
import {
  beginCheck,
  tickAll,
  submitPhotographs,
  openReview,
  rowOf,
  photographAll,
} from '../lib/identity-check.ts'
import type { Shop } from '../lib/shop.ts'

/** Has given name, birthday and address before: this journey is about the identity documents. */
async function known(shop: Shop, username: string): Promise<void> {
  await shop.db.query(
    `update users set date_of_birth = coalesce(date_of_birth, '1990-04-01'), address = coalesce(address, '石川県金沢市片町0-0-0'),
       kyc_status = case kyc_status when 'none' then 'required' else kyc_status end
     where username = $1`,
    [username],
  )
}

async function statusOf(shop: Shop, username: string): Promise<string> {
  const { rows } = await shop.db.query<{ kyc_status: string }>(
    'select kyc_status from users where username = $1',
    [username],
  )
  return rows[0]?.kyc_status ?? ''
}

test('A member photographs an identity document and face, is sent back once, tries again and is checked', async ({
  stage,
}) => {
  const { shop } = stage
  await known(shop, 'hanako')
  const own = await withCamera(stage)
  const phone = await own.customer('hanako', { options: { permissions: ['camera'] } })
  await phone.getByRole('link', { name: '確認する' }).click()
  await phone.getByRole('button', { name: 'はじめる' }).click()
  await beginCheck(phone, 'マイナンバーカード')
  await submitPhotographs(phone)

  const kept = await phone.evaluate(async () => {
    const caches_ = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    )
    return { urls: caches_.flat().map(({ url }) => url), storage: JSON.stringify(localStorage) }
  })
  expect(
    kept.urls.some((url) => url.includes('/v1/')),
    'no answer of the API is in a cache',
  ).toBe(false)
  expect(kept.storage, 'the device keeps no name of a picture').not.toContain('private/')

  const desk = await openReview(stage, 'E0008')
  await rowOf(desk, '例示 花子').click()
  await expect(desk.getByRole('img', { name: '表面' }).first()).toBeVisible()
  await desk.getByRole('radio', { name: '顔' }).check()
  await expect(desk.getByRole('img', { name: '顔' }).first()).toBeVisible()
  await desk.getByRole('button', { name: '差し戻す' }).click()
  await desk.getByLabel('光の反射や影で読み取れません').check()
  await desk.getByRole('button', { name: '差し戻す' }).click()
  await expect.poll(() => statusOf(shop, 'hanako'), 'she is sent back').toBe('rejected')
  const { rows } = await shop.db.query<{ action: string }>(
    `select a.action from audit_log a join users u on u.id = a.subject_id where u.username = 'hanako' and a.action like 'kyc.%' order by a.at`,
  )
  expect(rows.map(({ action }) => action)).toStrictEqual(['kyc.show', 'kyc.image', 'kyc.image', 'kyc.decide'])

  await phone.goto('/')
  await expect(phone.getByText('本人確認の書類に不備がありました').first()).toBeVisible()
  await phone.getByRole('link', { name: '確認する' }).click()
  await expect(phone.getByText('光の反射や影で読み取れません').first()).toBeVisible()
  await phone.getByRole('button', { name: '撮り直す' }).click()
  await beginCheck(phone, 'マイナンバーカード')
  await submitPhotographs(phone)

  await desk.goto('/admin?tab=kyc')
  await rowOf(desk, '例示 花子').click()
  await tickAll(desk)
  await desk.getByRole('button', { name: '承認する' }).click()
  await expect.poll(() => statusOf(shop, 'hanako'), 'she is checked').toBe('approved')
  await phone.goto('/user/kyc')
  await expect(phone.getByRole('heading', { name: '本人確認が完了しました' }).first()).toBeVisible()
  await phone.goto('/')
  await expect(phone.getByText('本人確認の書類に不備がありました').first()).toBeHidden()
})

test('Documents that were submitted without an answer lead to where they stand', async ({ stage }) => {
  const { shop } = stage
  await known(shop, 'hanako')
  // A member who was checked before may have to be checked anew.
  await shop.db.query(`update users set kyc_status = 'required' where username = 'hanako'`)
  const own = await withCamera(stage)
  const phone = await own.customerAt('/user/kyc', 'hanako', { options: { permissions: ['camera'] } })
  await phone.getByRole('button', { name: 'はじめる' }).click()
  await beginCheck(phone, 'マイナンバーカード')
  await photographAll(phone)
  // The server takes them, its answer is lost, and nothing else comes through either.
  const calls = /\/v1\/users\/kyc(_request)?$/
  await phone.route(calls, async (route) => {
    if (route.request().method() === 'POST') await route.fetch()
    await route.abort('connectionreset')
  })
  const submit = phone.getByRole('button', { name: '提出する' })
  await submit.click()
  await expect(phone.getByText('通信できませんでした。').first()).toBeVisible()
  expect(await statusOf(shop, 'hanako')).toBe('pending')
  await phone.unroute(calls)
  await submit.click()
  await expect(phone.getByText('送信しました').first()).toBeVisible()
  await expect(phone.getByRole('heading', { name: '審査しています' }).first()).toBeVisible()
  expect(phone.url()).toMatch(/\/user\/kyc$/)
})

test('Without a camera a picture from the phone does, and the reviewer sees it', async ({ stage }) => {
  await known(stage.shop, 'mirai')
  const phone = await stage.customerAt('/user/kyc', 'mirai')
  await phone.getByRole('button', { name: 'はじめる' }).click()
  await beginCheck(phone, '運転免許証')
  const camera = phone.getByRole('dialog', { name: '表面の撮影' })
  await expect(camera.getByText(/カメラを使用できません/).first()).toBeVisible()
  const picture = await phone.screenshot()
  const file = camera.locator('input[type=file]')
  await file.setInputFiles({
    name: 'card.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('<!doctype html>'),
  })
  await expect(
    camera.getByText('画像を読み取れませんでした。別の画像を選んでください。').first(),
  ).toBeVisible()
  await file.setInputFiles({ name: 'card.png', mimeType: 'image/png', buffer: picture })
  await camera.getByRole('button', { name: '使う' }).click()
  await expect(phone.getByRole('dialog', { name: '厚みの撮影' }).first()).toBeVisible()
  const { rows } = await stage.shop.db.query<{ count: number }>(
    `select count(*)::int as count from private_files f join users u on u.id = f.user_id where u.username = 'mirai'`,
  )
  expect(rows[0]?.count).toBe(1)
})

test('A reviewer who sent documents back cannot approve them; another one can, and says why', async ({
  stage,
}) => {
  const first = await openReview(stage, 'E0008')
  await first.getByRole('radio', { name: '差し戻し' }).check()
  await rowOf(first, '控 三郎').click()
  await expect(first.getByText('差し戻した担当者とは別の担当者が承認できます。').first()).toBeVisible()
  expect(await first.getByRole('button', { name: /承認/ }).count()).toBe(0)

  const second = await openReview(stage, 'E0001')
  await second.getByRole('radio', { name: '差し戻し' }).check()
  await rowOf(second, '控 三郎').click()
  await tickAll(second)
  const approve = second.getByRole('button', { name: '差し戻しを取り消して承認する' })
  await approve.click()
  await expect(second.getByText('理由を入力してください。').first()).toBeVisible()
  await second.getByLabel('メモ（社内）').fill('原本を店頭で確認しました')
  await approve.click()
  await expect.poll(() => statusOf(stage.shop, 'saburo'), 'he is checked').toBe('approved')
})

test('Documents that cannot be photographed are shown in a shop, and a reviewer decides', async ({
  stage,
}) => {
  const { shop } = stage
  await known(shop, 'mirai')
  const phone = await stage.customerAt('/user/kyc', 'mirai')
  await phone.getByRole('button', { name: 'はじめる' }).click()
  await beginCheck(phone, 'マイナンバーカード')
  await phone
    .getByRole('dialog', { name: '表面の撮影' })
    .getByRole('button', { name: '店頭で確認する' })
    .click()
  await expect(phone.getByRole('img', { name: '本人確認用QRコード' }).first()).toBeVisible()

  const screen = await stage.desk('E0002')
  await screen.goto('/admin/register')
  await expect(
    screen.getByText('商品をスキャンするか、会員のQRコードを読み取ってください').first(),
  ).toBeVisible()
  await scan(screen, await digitsOf(phone))
  const sheet = screen.getByRole('dialog', { name: '店頭で本人確認をする' })
  await expect(sheet.getByText('試 未成').first()).toBeVisible()
  const record = sheet.getByRole('button', { name: '記録して審査に送る' })
  await record.click()
  await expect(sheet.getByText('すべての項目を確認してください。').first()).toBeVisible()
  await sheet.getByLabel('書類の有効期限').fill('20300131')
  for (const box of await sheet.getByRole('checkbox').all()) await box.check()
  await record.click()
  await expect(screen.getByText('審査に送りました').first()).toBeVisible()
  await expect(phone.getByRole('heading', { name: '審査しています' }).first()).toBeVisible()

  const desk = await openReview(stage, 'E0008')
  await rowOf(desk, '試 未成').click()
  await expect(desk.getByText('店頭で原本を確認済み').first()).toBeVisible()
  await tickAll(desk)
  await desk.getByRole('button', { name: '承認する' }).click()
  await expect.poll(() => statusOf(shop, 'mirai'), 'the member is checked').toBe('approved')
})
