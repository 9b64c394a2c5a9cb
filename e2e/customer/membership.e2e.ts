import { expect, test } from '../lib/journey.ts'
import type { Page } from '@playwright/test'
import { withCamera } from '../lib/camera.ts'
import { digitsOf, scan } from '../lib/codes.ts'
import { keyring } from '../lib/keyring.ts'
import { codeByMail, mailTo } from '../lib/mail.ts'
import { codeTo, e164, type Person, fillInAccount } from '../lib/newcomer.ts'
import { beginCheck, tickAll, submitPhotographs, openReview, rowOf } from '../lib/identity-check.ts'
import { type Airwaves, tuneIn } from '../lib/pushes.ts'
import type { Look, Stage } from '../lib/stage.ts'

/** The family name begins with a letter outside the basic plane, which has to survive every form, mail and screen. */
const tsukiko = {
  username: 'tsukiko_y',
  phone: '090-0000-6601',
  email: 'tsukiko@example.jp',
  password: 'hikari-no-kakera-11',
  name: '𠮷野 月子',
  newPhone: '090-0000-6602',
  newEmail: 'tsukiko.y@example.jp',
  newPassword: 'shirogane-no-yoake-22',
}
const friend: Person = {
  username: 'hoshio_m',
  phone: '080-0000-6603',
  email: 'hoshio@example.jp',
  password: 'ginga-no-hotori-33',
}

/** So long a journey is drawn as cheaply as a phone may ask for. */
const plain: Look = { options: { deviceScaleFactor: 1 } }

/** A phone in the hands of its owner, and where her pushes arrive. */
interface Hers {
  stage: Stage
  phone: Page
  air: Airwaves
}

test(
  'A newcomer is invited, becomes a checked member with everything set up, loses the password, and leaves',
  { tag: '@service-worker' },
  async ({ stage: plainStage }) => {
    const stage = await withCamera(plainStage)
    const phone = await stage.phone(plain)
    const air = await tuneIn(stage.shop, phone, tsukiko.username)
    const hers: Hers = { stage, phone, air }
    await arriveByInvitation(hers)
    await verifyByCode(hers)
    await verifyAtTheCounter(stage)
    await fillInProfileAndAddress(hers)
    await confirmMail(hers)
    await choosePicture(hers)
    await addPasskey(hers)
    await turnOnPushes(hers)
    await passTheCheck(hers)
    await changeMail(hers)
    await changePhone(hers)
    await forgetPassword(hers)
    await endAnotherDevice(hers)
    await withdraw(hers)
    expect(stage.complaints).toStrictEqual([])
    expect(await stage.shop.findings()).toStrictEqual([])
  },
)

async function arriveByInvitation({ stage, phone }: Hers): Promise<void> {
  await phone.goto('/?invite=TSUKI01')
  await phone.waitForURL((url) => url.pathname === '/qr')
  await expect(phone.getByRole('heading', { name: 'kyokoさんからの招待' }).first()).toBeVisible()
  await phone.getByRole('link', { name: '新規会員登録' }).click()
  await expect(phone.getByText('招待コード TSUKI01 を適用します').first()).toBeVisible()
  await fillInAccount(phone, tsukiko)
  const { rows } = await stage.shop.db.query<{ inviter: string }>(
    `select i.username as inviter from affiliates a join users u on u.id = a.user_id
       join users i on i.id = a.affiliator_id where u.username = $1`,
    [tsukiko.username],
  )
  expect(rows).toStrictEqual([{ inviter: 'kyoko' }])
}

async function verifyByCode({ stage, phone }: Hers): Promise<void> {
  await phone.getByLabel('届いた6桁の番号').fill(await codeTo(stage.shop, e164(tsukiko.phone)))
  await phone.getByRole('button', { name: '確認する', exact: true }).click()
  await expect(phone.getByRole('heading', { name: '登録が完了しました' }).first()).toBeVisible()
  await expect(phone.getByText('会員登録特典 100pt をお贈りしました').first()).toBeVisible()
  const { text } = await mailTo(stage.shop, tsukiko.email, '会員登録が完了しました')
  expect(text).toMatch(/^ユーザー名：tsukiko_y$/m)
}

/** Another person in a fresh browser, whose SMS does not come: staff read the code on the phone at the register. */
async function verifyAtTheCounter(stage: Stage): Promise<void> {
  const phone = await stage.phone(plain)
  await phone.goto('/auth/register')
  await fillInAccount(phone, friend)
  await phone.getByRole('button', { name: '店頭で確認する' }).click()
  await expect(phone.getByRole('img', { name: '会員確認用QRコード' }).first()).toBeVisible()

  const screen = await stage.clerk('E0003')
  await scan(screen, await digitsOf(phone))
  const sheet = screen.getByRole('dialog', { name: '会員確認をする' })
  await expect(sheet.getByText('080-****-6603').first()).toBeVisible()
  await sheet.getByLabel('確認した書類').selectOption('運転免許証')
  await sheet.getByRole('checkbox', { name: 'ご本人を確認しました' }).check()
  await sheet.getByRole('button', { name: '確認する' }).click()
  await expect(screen.getByText('会員確認が完了しました').first()).toBeVisible()
  await expect(phone.getByText('会員確認の成功しました。').first()).toBeVisible()
  await expect(phone.getByRole('heading', { name: '登録が完了しました' }).first()).toBeVisible()
  await mailTo(stage.shop, friend.email, '会員登録が完了しました')
  await Promise.all([phone.context().close(), screen.context().close()])
}

/** Writes into the focused field as with an input method: kana first, and then what they are turned into. */
async function compose(page: Page, kana: string[], written: string): Promise<void> {
  const keyboard = await page.context().newCDPSession(page)
  for (const text of kana) {
    await keyboard.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
  }
  await keyboard.send('Input.insertText', { text: written })
  await keyboard.detach()
}

async function fillInProfileAndAddress({ phone }: Hers): Promise<void> {
  await phone.getByRole('link', { name: 'プロフィールを登録する(約1分)' }).click()
  const sheet = phone.getByRole('dialog', { name: 'プロフィールを登録' })
  const [family = '', given = ''] = tsukiko.name.split(' ')
  await sheet.getByLabel('姓', { exact: true }).focus()
  await compose(phone, ['よ', 'よし', 'よしの'], family)
  await sheet.getByLabel('名', { exact: true }).fill(given)
  expect(await sheet.getByLabel('セイ', { exact: true }).inputValue()).toBe('ヨシノ')
  await sheet.getByLabel('メイ', { exact: true }).fill('つきこ')
  await sheet.getByLabel('年', { exact: true }).selectOption('1990')
  await sheet.getByLabel('月', { exact: true }).selectOption('4')
  await sheet.getByLabel('日', { exact: true }).selectOption('1')
  await sheet.getByLabel('郵便番号').fill('９２０－０９８１')
  await expect(sheet.getByText('石川県金沢市片町が見つかりました').first()).toBeVisible()
  await sheet.getByLabel('番地').fill('1-2-3')
  await phone.keyboard.press('Enter')
  await expect(phone.getByText('保存しました').first()).toBeVisible()
  await expect(sheet.first()).toBeHidden()
}

async function confirmMail({ stage, phone }: Hers): Promise<void> {
  await phone.goto('/user/mail')
  await expect(phone.getByText('未確認').first()).toBeVisible()
  await phone.getByRole('button', { name: '確認メールを送る' }).click()
  await expect(phone.getByText('t***@example.jp に6桁の番号を送りました').first()).toBeVisible()
  await enterCode(phone, await codeByMail(stage.shop, tsukiko.email, 'メールアドレスの確認'))
  await expect(phone.getByText('メールアドレスを確認しました').first()).toBeVisible()
  await expect(phone.getByText('確認済み').first()).toBeVisible()
}

async function choosePicture({ phone }: Hers): Promise<void> {
  await phone.goto('/user')
  await expect(phone.getByRole('heading', { name: tsukiko.name }).first()).toBeVisible()
  await phone.getByRole('button', { name: 'アイコンを変更' }).click()
  const picture = await phone.screenshot()
  await phone
    .locator('input[type=file]')
    .nth(1)
    .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: picture })
  await phone.getByRole('button', { name: 'この画像にする' }).click()
  await expect(phone.locator('img[src^="/files/avatar/"]').first()).toBeVisible()
}

async function addPasskey({ stage, phone }: Hers): Promise<void> {
  await keyring(phone)
  await phone.goto('/user/setting?tab=passkeys')
  await phone.getByRole('button', { name: 'この端末にパスキーを登録' }).click()
  await phone.getByRole('button', { name: 'パスワードで確認する' }).click()
  await phone.getByRole('dialog').getByLabel('パスワード', { exact: true }).fill(tsukiko.password)
  await phone.getByRole('button', { name: '確認する', exact: true }).click()
  await expect(phone.getByText('パスキーを登録しました').first()).toBeVisible()
  await mailTo(stage.shop, tsukiko.email, 'パスキーが登録されました')
  // For a day a new key proves no more than the password; she goes on the day after.
  await stage.shop.db.query(`update passkeys set created_at = created_at - interval '1 day'`)
}

async function turnOnPushes({ phone }: Hers): Promise<void> {
  await phone.goto('/user/setting?tab=push')
  const receives = phone.getByRole('switch', { name: 'この端末で通知を受け取る' })
  await receives.click()
  await expect(phone.getByText('通知をオンにしました').first()).toBeVisible()
  expect(await receives.isChecked()).toBe(true)
}

/** Her part is done with the camera of the phone, the reviewer's on a screen of the back office. */
async function passTheCheck({ stage, phone, air }: Hers): Promise<void> {
  await phone.goto('/user/kyc')
  await phone.getByRole('button', { name: 'はじめる' }).click()
  await expect(phone.getByText('石川県金沢市片町1-2-3').first()).toBeVisible()
  await beginCheck(phone, 'マイナンバーカード')
  await submitPhotographs(phone)
  await air.deliver('本人確認の申請を受け付けました')

  const desk = await openReview(stage, 'E0008')
  await rowOf(desk, tsukiko.name).click()
  await expect(desk.getByRole('img', { name: '表面' }).first()).toBeVisible()
  await tickAll(desk)
  await desk.getByRole('button', { name: '承認する' }).click()
  await expect(desk.getByText('承認しました').first()).toBeVisible()
  await desk.context().close()

  await air.deliver('本人確認が完了しました')
  const { text } = await mailTo(stage.shop, tsukiko.email, '本人確認が完了しました')
  expect(text).toMatch(new RegExp(`^${tsukiko.name} 様$`, 'm'))
  await phone.goto('/user/kyc')
  await expect(phone.getByRole('heading', { name: '本人確認が完了しました' }).first()).toBeVisible()
}

async function changeMail({ stage, phone }: Hers): Promise<void> {
  const { shop } = stage
  await phone.goto('/user/mail')
  await phone.getByRole('button', { name: '変更する' }).click()
  await phone.getByLabel('新しいメールアドレス').fill(tsukiko.newEmail)
  await phone.getByRole('button', { name: '確認番号を送る' }).click()
  await phone.getByRole('button', { name: 'パスキーで確認する' }).click()
  await expect(phone.getByText('t***@example.jp に6桁の番号を送りました').first()).toBeVisible()
  await enterCode(phone, await codeByMail(shop, tsukiko.newEmail, 'メールアドレスの確認'))
  await expect(phone.getByText('メールアドレスを変更しました').first()).toBeVisible()
  // The old address is notified, in case it was not her.
  await mailTo(shop, tsukiko.email, 'メールアドレスが変更されました')
}

async function changePhone({ stage, phone }: Hers): Promise<void> {
  const { shop } = stage
  await phone.goto('/user/setting?tab=phone')
  await phone.getByLabel('新しい電話番号').fill(tsukiko.newPhone)
  await phone.getByRole('button', { name: '変更する' }).click()
  await phone.getByRole('button', { name: 'パスキーで確認する' }).click()
  await expect(phone.getByText('090-0000-6602 に6桁の番号を送りました').first()).toBeVisible()
  await enterCode(phone, await codeTo(shop, e164(tsukiko.newPhone)))
  await expect(phone.getByText('電話番号を変更しました').first()).toBeVisible()
  await mailTo(shop, tsukiko.newEmail, '電話番号が変更されました')
}

async function forgetPassword({ stage, phone }: Hers): Promise<void> {
  const { shop } = stage
  await phone.goto('/user')
  await phone.getByRole('button', { name: 'ログアウト' }).click()
  await phone.getByRole('alertdialog').getByRole('button', { name: 'ログアウト' }).click()
  await phone.getByRole('link', { name: 'もう一度ログイン' }).click()
  await phone.getByRole('link', { name: 'パスワードをお忘れの方' }).click()
  // The mail with the last code is younger than a minute; the next one may follow only then.
  await shop.db.query(`update pins set created_at = created_at - interval '2 minutes'`)
  await phone.getByLabel('メールアドレスまたは電話番号').fill(tsukiko.newEmail)
  await phone.getByRole('button', { name: '確認番号を送る' }).click()
  await expect(phone.getByText('登録がある場合、確認番号を送りました').first()).toBeVisible()
  await phone
    .getByLabel('届いた6桁の番号')
    .fill(await codeByMail(shop, tsukiko.newEmail, 'パスワード再設定のご案内'))
  await phone.getByRole('button', { name: '確認する', exact: true }).click()
  await phone.getByLabel('新しいパスワード', { exact: true }).fill(tsukiko.newPassword)
  await phone.getByLabel('新しいパスワード（確認）').fill(tsukiko.newPassword)
  await phone.getByRole('button', { name: '変更する' }).click()
  await expect(phone.getByRole('heading', { name: 'パスワードを変更しました' }).first()).toBeVisible()
  await mailTo(shop, tsukiko.newEmail, 'パスワードが変更されました')

  await phone.getByRole('link', { name: 'ログイン' }).click()
  await logIn(phone, tsukiko.password)
  await expect(phone.getByText('ログインIDまたはパスワードが正しくありません。').first()).toBeVisible()
  await logIn(phone, tsukiko.newPassword)
  await phone.getByRole('heading', { name: 'ホーム' }).waitFor({ state: 'attached' })
  await turnOnPushesAgain(phone)
}

/** Logging out has taken everything from the phone, its worker too; nothing has been loaded anew since. */
async function turnOnPushesAgain(phone: Page): Promise<void> {
  await phone.getByRole('link', { name: 'マイページ' }).click()
  await phone.getByRole('link', { name: '設定' }).click()
  await phone.getByRole('link', { name: '通知' }).click()
  await phone.getByRole('switch', { name: 'この端末で通知を受け取る' }).click()
  await expect(phone.getByText('通知をオンにしました').first()).toBeVisible()
}

async function endAnotherDevice({ stage, phone, air }: Hers): Promise<void> {
  const tablet = await stage.phone(plain)
  await tablet.goto('/auth/login')
  await logIn(tablet, tsukiko.newPassword)
  // She has never been here: the password alone does not open the account.
  await expect(tablet.getByText('090-****-6602 に6桁の番号を送りました').first()).toBeVisible()
  await tablet.getByLabel('届いた6桁の番号').fill(await codeTo(stage.shop, e164(tsukiko.newPhone)))
  await tablet.getByRole('button', { name: '確認する', exact: true }).click()
  await tablet.getByRole('heading', { name: 'ホーム' }).waitFor({ state: 'attached' })
  await mailTo(stage.shop, tsukiko.newEmail, '新しい端末からのログインがありました')
  await air.deliver('新しい端末からのログインがありました')

  await phone.goto('/user/setting?tab=sessions')
  await phone.getByRole('button', { name: /ログアウトさせる$/ }).click()
  await phone.getByRole('alertdialog').getByRole('button', { name: 'ログアウト' }).click()
  await expect(phone.getByText('ほかにログイン中の端末はありません。').first()).toBeVisible()
  await tablet.goto('/user')
  await tablet.waitForURL(/\/auth\/login/)
  await tablet.context().close()
}

async function withdraw({ stage, phone }: Hers): Promise<void> {
  const { shop } = stage
  await phone.goto('/user/setting?tab=delete')
  await phone.getByLabel('パスワード', { exact: true }).fill(tsukiko.newPassword)
  await phone.getByLabel('ポイントの失効と、元に戻せないことを確認しました').check({ force: true })
  await phone.getByRole('button', { name: '退会する' }).click()
  await phone.getByRole('alertdialog').getByRole('button', { name: '退会する' }).click()
  await phone.getByRole('button', { name: 'パスキーで確認する' }).click()
  await expect(phone.getByText('退会しました').first()).toBeVisible()
  await phone.waitForURL((url) => url.pathname === '/')
  await mailTo(shop, tsukiko.newEmail, '退会手続きが完了しました')
  expect((await shop.walletOf(tsukiko.username)).points).toBe(0)

  await phone.goto('/auth/login')
  await logIn(phone, tsukiko.newPassword)
  await expect(phone.getByText('ログインIDまたはパスワードが正しくありません。').first()).toBeVisible()
}

async function logIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('メールアドレス・電話番号・ユーザー名').fill(tsukiko.username)
  await page.getByLabel('パスワード', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
}

/** The last figure sends it. */
async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('確認番号', { exact: true }).fill(code)
}
