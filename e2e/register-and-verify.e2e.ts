import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { digitsOf, scan } from './lib/codes.ts'
import { eventually, sees, seesNot } from './lib/expect.ts'
import { journey } from './lib/journey.ts'
import { codeTo, e164, type Person, register } from './lib/newcomer.ts'
import { registerOf } from './lib/register.ts'
import { password } from './lib/shop.ts'

const madoka: Person = {
  username: 'madoka_k',
  phone: '090-0000-4401',
  email: 'madoka@example.jp',
  password: 'mikazuki-no-shizuku',
}
const sora: Person = { ...madoka, username: 'sora_2026', phone: '080-0000-4402', email: 'sora@example.jp' }

/** With large letters too, a field that takes the focus is not left behind the footer with the button. */
async function standsAboveTheFooter(phone: Page): Promise<void> {
  const password = phone.getByLabel('パスワード必須')
  await phone.evaluate(`document.documentElement.style.fontSize = '150%'`)
  const agree = phone.locator('label:has(#register-agree)')
  await eventually(
    'The page has made room for its footer',
    async () => {
      await phone.evaluate(`document.activeElement.blur()`)
      await phone.evaluate(
        `scrollBy(0, document.getElementById('register-password').getBoundingClientRect().bottom - innerHeight + 110)`,
      )
      await password.focus()
      return [await password.boundingBox(), await agree.boundingBox()] as const
    },
    ([field, footer]) => field !== null && footer !== null && field.y + field.height <= footer.y,
  )
  await phone.evaluate(`document.documentElement.style.fontSize = ''`)
}

journey(
  'A friend arrives by an invitation, registers, proves the phone, and gets the gift with the first payment',
  async (stage) => {
    const { shop } = stage
    const phone = await stage.phone()
    await phone.goto('/?invite=TSUKI01')
    await sees(phone.getByRole('heading', { name: 'kyokoさんからの招待' }))
    const invite = (await phone.context().cookies()).find(({ name }) => name === 'invite_code')
    assert.equal(invite?.value, 'TSUKI01')
    assert.ok(
      Math.abs((invite?.expires ?? 0) - Date.now() / 1000 - 7 * 86_400) < 60,
      'the cookie lives seven days',
    )

    await phone.getByRole('link', { name: '新規会員登録' }).click()
    await sees(phone.getByText('招待コード TSUKI01 を適用します'))
    await standsAboveTheFooter(phone)
    await phone.getByLabel('ユーザー名').fill('hanako')
    await sees(phone.getByText('このユーザー名はすでに使われています'))
    await register(phone, madoka)
    await sees(phone.getByText('090-****-4401 に6桁の番号を送りました'))

    // Not verified yet: every other address leads back here.
    await phone.goto('/transactions')
    await phone.waitForURL(/step=2/)
    const pin = await codeTo(shop, e164(madoka.phone))
    const boxes = phone.getByLabel('届いた6桁の番号')
    await boxes.fill(pin === '000000' ? '111111' : '000000')
    await phone.getByRole('button', { name: '確認する', exact: true }).click()
    await sees(phone.getByText('認証コードが正しくありません。（残り4回）'))
    await boxes.fill(pin)
    await phone.getByRole('button', { name: '確認する', exact: true }).click()
    await sees(phone.getByText('会員確認の成功しました。'))
    await sees(phone.getByRole('heading', { name: '登録が完了しました' }))
    await sees(phone.getByText('会員登録特典 100pt をお贈りしました'))
    assert.match(phone.url(), /\/auth\/register\?step=3&close_qr=1$/)
    assert.equal((await shop.walletOf(madoka.username)).points, 100)

    await phone.getByRole('link', { name: 'QR支払いをはじめる' }).click()
    const till = await stage.clerk('E0003')
    const bench = registerOf(till)
    await scan(till, await digitsOf(phone))
    await sees(bench.member.getByText('madoka_k 様'))
    await bench.addFavourite('銀磨きクロス')
    await bench.pay('現金', 1_100)
    await bench.settle()
    await sees(phone.getByText('招待特典 500ポイントを受け取りました'))
    // The welcome, the invitation, and one percent of the payment.
    await eventually(
      'the gifts have arrived',
      async () => (await shop.walletOf(madoka.username)).points,
      (points) => points === 100 + 500 + 11,
    )
    assert.deepEqual(await shop.findings(), [])
  },
)

journey(
  'Somebody without SMS shows papers at the counter, and the phone goes on by itself',
  async (stage) => {
    const { shop } = stage
    const phone = await stage.phone({ theme: 'dark' })
    await phone.goto('/auth/register')
    await register(phone, sora)
    await phone.getByRole('button', { name: '店頭で確認する' }).click()
    await sees(phone.getByRole('img', { name: '会員確認用QRコード' }))

    const till = await stage.clerk('E0003')
    await scan(till, await digitsOf(phone))
    const sheet = till.getByRole('dialog', { name: '会員確認をする' })
    await sees(sheet.getByText('080-****-4402'))
    await sheet.getByRole('button', { name: '確認する' }).click()
    await sees(sheet.getByText('確認した書類を選択してください。'))
    await sheet.getByLabel('確認した書類').selectOption('運転免許証')
    await sheet.getByRole('checkbox', { name: 'ご本人を確認しました' }).check()
    await sheet.getByRole('button', { name: '確認する' }).click()
    await sees(till.getByText('会員確認が完了しました'))
    await sees(phone.getByText('会員確認の成功しました。'))
    await sees(phone.getByRole('heading', { name: '登録が完了しました' }))
    await seesNot(phone.getByRole('dialog'))
    assert.equal((await shop.walletOf(sora.username)).points, 100)
  },
)

journey(
  'Whoever registers anew with the number of their account is told so by SMS alone, and finds the way to it',
  async (stage) => {
    const { shop } = stage
    const phone = await stage.phone()
    await phone.goto('/auth/register')
    const again: Person = {
      ...madoka,
      username: 'kyoko_futatabi',
      phone: '090-0000-0003',
      email: 'kyoko03@example.com',
    }
    await register(phone, again)
    await sees(phone.getByText('090-****-0003 に6桁の番号を送りました'))
    const told = await eventually(
      'the number has heard of it',
      async () =>
        (await fetch(`${shop.phoneOrigin}/demo/outbox?to=${encodeURIComponent(e164(again.phone))}`)).text(),
      (text) => text.includes('会員登録されています'),
    )
    assert.doesNotMatch(told, /認証コードは/)
    // The page says to everybody what may arrive in place of a code, and leads on to the account that is there.
    await sees(phone.getByText('6桁の番号ではなくご案内が届きます'))
    await phone.getByRole('button', { name: 'ログアウト' }).click()
    await phone.getByRole('link', { name: 'もう一度ログイン' }).click()
    await phone.getByLabel('メールアドレス・電話番号・ユーザー名').fill(again.phone)
    await phone.getByLabel('パスワード', { exact: true }).fill(password)
    await phone.getByRole('button', { name: 'ログイン', exact: true }).click()
    await phone.getByRole('heading', { name: 'ホーム' }).waitFor({ state: 'attached' })
    await phone.goto('/user')
    await sees(phone.getByText('@kyoko', { exact: true }))
  },
)

journey('A forgotten password is set anew by a code, and the other phone is signed out', async (stage) => {
  const { shop } = stage
  const other = await stage.customer('yoko')
  const phone = await stage.phone()
  await phone.goto('/auth/login')
  await phone.getByRole('link', { name: 'パスワードをお忘れの方' }).click()
  await phone.getByLabel('メールアドレスまたは電話番号').fill('０９０ー００００ー０００４')
  await phone.getByRole('button', { name: '確認番号を送る' }).click()
  await sees(phone.getByText('登録がある場合、確認番号を送りました'))
  await phone.getByLabel('届いた6桁の番号').fill(await codeTo(shop, '+819000000004'))
  await phone.getByRole('button', { name: '確認する', exact: true }).click()
  await phone.getByLabel('新しいパスワード', { exact: true }).fill('yuki-no-wa-pendant')
  await phone.getByLabel('新しいパスワード（確認）').fill('yuki-no-wa-pendants')
  await phone.getByRole('button', { name: '変更する' }).click()
  await sees(phone.getByText('パスワードが一致しません'))
  await phone.getByLabel('新しいパスワード（確認）').fill('yuki-no-wa-pendant')
  await phone.getByRole('button', { name: '変更する' }).click()
  await sees(phone.getByRole('heading', { name: 'パスワードを変更しました' }))

  await other.reload()
  await sees(other.getByRole('link', { name: 'ログイン' }))
  await phone.getByRole('link', { name: 'ログイン' }).click()
  await phone.getByLabel('メールアドレス・電話番号・ユーザー名').fill('yoko')
  await phone.getByLabel('パスワード', { exact: true }).fill('yuki-no-wa-pendant')
  await phone.getByRole('button', { name: 'ログイン', exact: true }).click()
  await phone.getByRole('heading', { name: 'ホーム' }).waitFor({ state: 'attached' })
})

journey('A new password that was set without an answer is told of as set', async (stage) => {
  const { shop } = stage
  await shop.db.query(`update pins set created_at = created_at - interval '2 minutes'`)
  const phone = await stage.phone()
  await phone.goto('/auth/forgot')
  await phone.getByLabel('メールアドレスまたは電話番号').fill('09000000004')
  await phone.getByRole('button', { name: '確認番号を送る' }).click()
  await sees(phone.getByText('登録がある場合、確認番号を送りました'))
  const code = await codeTo(shop, '+819000000004')
  // The server does it, and its answer is lost.
  const calls = /\/v1\/auth\/reset\/(check|password)$/
  const unheard = async (send: () => Promise<void>) => {
    await phone.route(calls, async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await send()
    await sees(phone.getByText('通信できませんでした。'))
    await phone.unroute(calls)
    await send()
  }
  await unheard(async () => {
    await phone.getByLabel('届いた6桁の番号').fill(code)
    await phone.getByRole('button', { name: '確認する', exact: true }).click()
  })
  await phone.getByLabel('新しいパスワード', { exact: true }).fill('tsuki-no-wa-pendant')
  await phone.getByLabel('新しいパスワード（確認）').fill('tsuki-no-wa-pendant')
  await unheard(() => phone.getByRole('button', { name: '変更する' }).click())
  await sees(phone.getByText('パスワードを変更しました'))
  await phone.getByRole('heading', { name: 'ホーム' }).waitFor({ state: 'attached' })
})
