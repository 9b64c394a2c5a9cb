import { expect, test } from '../lib/journey.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withCamera } from '../lib/camera.ts'
import { readPhone } from '../lib/codes.ts'
import { filmOf } from '../lib/film.ts'
import { registerOf } from '../lib/register.ts'
import { signIn } from '../lib/stage.ts'

test('The register’s camera reads the code from the phone that is held in front of it', async ({ stage }) => {
  const phone = await stage.customerAt('/qr', 'kyoko')
  await readPhone(phone)
  const film = join(stage.shop.folder, 'counter.y4m')
  writeFileSync(film, await filmOf(phone, await phone.screenshot()))

  const counter = await withCamera(stage, film)
  const screen = await counter.register({ options: { permissions: ['camera'] } })
  await signIn(screen, 'E0003')
  await screen.waitForURL(/\/admin\/register/)
  await expect(
    screen.getByText('商品をスキャンするか、会員のQRコードを読み取ってください').first(),
  ).toBeVisible()
  const since = () => screen.evaluate(() => performance.timeOrigin)
  const arrived = await since()
  await screen.getByRole('button', { name: 'カメラ', exact: true }).click()
  await expect(registerOf(screen).member.getByText('見本 京子 様').first()).toBeVisible()
  // A clerk who has just signed in is on a page that may use the camera: it is not loaded anew in mid-sale.
  expect(await since()).toBe(arrived)

  // Asked for among the figures it takes their place, and after a member was read neither of the two is open.
  await screen.getByRole('button', { name: '外す' }).click()
  await screen.keyboard.press('F9')
  const sheet = screen.getByRole('dialog', { name: '読み取り' })
  await sheet.getByRole('button', { name: 'カメラ', exact: true }).click()
  await expect(registerOf(screen).member.getByText('見本 京子 様').first()).toBeVisible()
  await expect(sheet.first()).toBeHidden()
})

test('Without a camera the figures do', async ({ stage }) => {
  const screen = await stage.clerk('E0003')
  await screen.keyboard.press('F4')
  const sheet = screen.getByRole('dialog', { name: '読み取り' })
  await expect(
    sheet.getByText('カメラを使えません。ブラウザの設定で許可してください。').first(),
  ).toBeVisible()
  await expect(sheet.getByLabel('コードの番号').first()).toBeVisible()
})
