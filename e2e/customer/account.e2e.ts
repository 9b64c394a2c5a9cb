import { expect, test } from '../lib/journey.ts'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { giveGift } from '@shirogane/ledger'
import { withinPool } from '@shirogane/ledger/within'
import type { Page } from '@playwright/test'
import { keyring } from '../lib/keyring.ts'
import { codeTo, e164 } from '../lib/newcomer.ts'
import { password } from '../lib/shop.ts'
import { signIn, type Stage } from '../lib/stage.ts'

/** A member verified with a phone and a mailbox that only this journey reads, and nothing in the wallet. */
async function member(
  stage: Stage,
  username: string,
  last: string,
): Promise<{ phone: string; email: string }> {
  const phone = e164(`090-0000-${last}`)
  const email = `${username}@example.jp`
  await stage.shop.db.query(
    `with person as (
       insert into users (id, username, email, phone_number, password_hash, type, verified, terms_version)
       select gen_random_uuid(), $1, $2, $3, password_hash, 'customer', true, terms_version
       from users where username = 'hanako' returning id
     ) select ledger.open_wallet(id) from person`,
    [username, email, phone],
  )
  return { phone, email }
}

const codeBoxes = (page: Page) => page.getByLabel('確認番号', { exact: true })

/** The sheet that asks the member once more who they are, answered with the code from the SMS. */
async function proveByCode(stage: Stage, page: Page, phone: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'ご本人の確認' }).first()).toBeVisible()
  await expect(page.getByText('に確認番号を送りました。').first()).toBeVisible()
  await codeBoxes(page).fill(await codeTo(stage.shop, phone))
  await expect(page.getByRole('heading', { name: 'ご本人の確認' }).first()).toBeHidden()
}

test('A member adds a passkey, and from then on signs in and proves everything with it', async ({
  stage,
}) => {
  await member(stage, 'kagi_k', '5501')
  const page = await stage.customer('kagi_k')
  await keyring(page)
  await page.goto('/user/setting?tab=passkeys')
  await page.getByRole('button', { name: 'この端末にパスキーを登録' }).click()
  await expect(page.getByRole('heading', { name: 'ご本人の確認' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'パスワードで確認する' }).click()
  await page.getByRole('dialog').getByLabel('パスワード', { exact: true }).fill('not this one')
  await page.getByRole('button', { name: '確認する', exact: true }).click()
  await expect(page.getByText('現在のパスワードが正しくありません。').first()).toBeVisible()
  await page.getByRole('dialog').getByLabel('パスワード', { exact: true }).fill(password)
  await page.getByRole('button', { name: '確認する', exact: true }).click()
  await expect(page.getByText('パスキーを登録しました').first()).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Chrome' }).first()).toBeVisible()

  await page.goto('/auth/logout')
  await expect(page.getByText('ログアウトしました').first()).toBeVisible()
  await page.goto('/auth/login')
  await page.getByRole('button', { name: 'パスキーでログイン' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/user')
  await expect(page.getByText('@kagi_k').first()).toBeVisible()

  const download = page.waitForEvent('download')
  await page.goto('/user/setting?tab=data')
  await page.getByRole('button', { name: 'ダウンロードする' }).click()
  await page.getByRole('button', { name: 'パスキーで確認する' }).click()
  const file = await (await download).path()
  expect(readFileSync(file, 'utf8')).toMatch(/"username": "kagi_k"/)

  await page.goto('/user/setting?tab=passkeys')
  await page.getByRole('button', { name: /削除$/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '削除する' }).click()
  await expect(page.getByRole('heading', { name: 'ご本人の確認' }).first()).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: '閉じる' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Chrome' }).first()).toBeVisible()
  await page.getByRole('button', { name: /削除$/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '削除する' }).click()
  await page.getByRole('button', { name: 'パスキーで確認する' }).click()
  await expect(page.getByText('パスキーはまだありません').first()).toBeVisible()
})

test('Staff sign in at the register by the key of their device', async ({ stage }) => {
  const screen = await stage.register({ options: { baseURL: stage.shop.phoneOrigin } })
  await signIn(screen, 'E0003')
  await keyring(screen)
  await screen.goto('/user/setting?tab=passkeys')
  await screen.getByRole('button', { name: 'この端末にパスキーを登録' }).click()
  await screen.getByRole('dialog').getByLabel('パスワード', { exact: true }).fill(password)
  await screen.getByRole('button', { name: '確認する', exact: true }).click()
  await expect(screen.getByText('パスキーを登録しました').first()).toBeVisible()
  await stage.shop.db.query(
    `update sessions set revoked_at = now(), revoked_reason = 'test' where revoked_at is null`,
  )
  await screen.goto('/auth/login')
  await screen.getByRole('button', { name: 'パスキーでログイン' }).click()
  await screen.waitForURL(/\/admin\/register/)
})

test('Mail and phone move only after their owner has answered at both ends', async ({ stage }) => {
  const { shop } = stage
  const { phone, email } = await member(stage, 'utsuri_y', '5502')
  const page = await stage.customerAt('/user/mail', 'utsuri_y')
  await expect(page.getByText('u***@example.jp').first()).toBeVisible()
  await page.getByRole('button', { name: '変更する' }).click()
  await page.getByLabel('新しいメールアドレス').fill('ｎｅｗ-utsuri@example.jp')
  await page.getByRole('button', { name: '確認番号を送る' }).click()
  await proveByCode(stage, page, phone)
  await expect(page.getByText('n***@example.jp に6桁の番号を送りました').first()).toBeVisible()
  await codeBoxes(page).fill(await codeTo(shop, 'new-utsuri@example.jp'))
  await expect(page.getByText('メールアドレスを変更しました').first()).toBeVisible()
  await expect(page.getByText('確認済み').first()).toBeVisible()
  const outbox = await fetch(`${shop.phoneOrigin}/demo/outbox?to=${email}`)
  expect(JSON.stringify(await outbox.json())).toMatch(/メールアドレスが変更されました/)

  await page.goto('/user/setting?tab=phone')
  await page.getByLabel('新しい電話番号').fill('０９０-００００-５５９２')
  await page.getByRole('button', { name: '変更する' }).click()
  // The SMS of a moment ago went to this number too; the next one may follow after a minute.
  await expect(page.getByText(/再送信は\d+秒後に行えます。/).first()).toBeVisible()
  await shop.db.query(`update pins set created_at = created_at - interval '2 minutes'`)
  await page.getByRole('button', { name: /番号を再送する/ }).waitFor()
  await page.reload()
  await page.getByLabel('新しい電話番号').fill('０９０-００００-５５９２')
  await page.getByRole('button', { name: '変更する' }).click()
  await proveByCode(stage, page, phone)
  await expect(page.getByText('090-0000-5592 に6桁の番号を送りました').first()).toBeVisible()
  await codeBoxes(page).fill(await codeTo(shop, e164('090-0000-5592')))
  await expect(page.getByText('電話番号を変更しました').first()).toBeVisible()
  const { rows } = await shop.db.query(`select email, phone_number from users where username = 'utsuri_y'`)
  expect(rows[0]).toStrictEqual({ email: 'new-utsuri@example.jp', phone_number: '+819000005592' })
})

test('A member who fetches a code from another app finds the boxes for it on a page that was loaded anew, and reads of a change whose answer was lost', async ({
  stage,
}) => {
  const { shop } = stage
  const { phone } = await member(stage, 'modori_m', '5507')
  const page = await stage.customerAt('/user/mail?step=new', 'modori_m')
  /** The server makes the change, and its answer is lost. */
  const loseAnswer = async (calls: string) => {
    await page.route(calls, async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    return () => page.unroute(calls)
  }
  await page.getByLabel('新しいメールアドレス').fill('modori-new@example.jp')
  await page.getByRole('button', { name: '確認番号を送る' }).click()
  // A proof whose answer was lost stands all the same: the member does not wait a minute for another code.
  await expect(page.getByText('に確認番号を送りました。').first()).toBeVisible()
  const proof = await codeTo(shop, phone)
  const deliverProof = await loseAnswer('**/v1/auth/step_up')
  await codeBoxes(page).fill(proof)
  await expect(page.getByText('通信できませんでした。').first()).toBeVisible()
  await deliverProof()
  await codeBoxes(page).fill(proof)
  await expect(page.getByRole('heading', { name: 'ご本人の確認' }).first()).toBeHidden()
  await expect(page.getByText('m***@example.jp に6桁の番号を送りました').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('m***@example.jp に6桁の番号を送りました').first()).toBeVisible()
  await page.goto('/user/mail')
  await page.getByRole('link', { name: '届いた確認番号を入力する' }).click()
  const byMail = await codeTo(shop, 'modori-new@example.jp')
  const deliverMail = await loseAnswer('**/v1/users/verify/email')
  await codeBoxes(page).fill(byMail)
  await expect(page.getByText('通信できませんでした。').first()).toBeVisible()
  await deliverMail()
  await codeBoxes(page).fill(byMail)
  await expect(page.getByText('メールアドレスを変更しました').first()).toBeVisible()
  await expect(page.getByRole('link', { name: '届いた確認番号を入力する' }).first()).toBeHidden()

  await shop.db.query(`update pins set created_at = created_at - interval '2 minutes'`)
  await page.goto('/user/setting?tab=phone')
  await page.getByLabel('新しい電話番号').fill('09000005597')
  await page.getByRole('button', { name: '変更する' }).click()
  await proveByCode(stage, page, phone)
  await expect(page.getByText('090-0000-5597 に6桁の番号を送りました').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('090-0000-5597 に6桁の番号を送りました').first()).toBeVisible()
  const bySms = await codeTo(shop, e164('090-0000-5597'))
  const deliverSms = await loseAnswer('**/v1/users/verify/phone')
  await codeBoxes(page).fill(bySms)
  await expect(page.getByText('通信できませんでした。').first()).toBeVisible()
  await deliverSms()
  await codeBoxes(page).fill(bySms)
  await expect(page.getByText('電話番号を変更しました').first()).toBeVisible()
  await page.goto('/user/setting?tab=phone')
  await expect(page.getByText('090-0000-5597', { exact: true }).first()).toBeVisible()
  await expect(page.getByLabel('新しい電話番号').first()).toBeVisible()
})

test('A stranger’s device is seen, ended, and a new password shuts every other device out', async ({
  stage,
}) => {
  await member(stage, 'mimori_t', '5503')
  const own = await stage.customer('mimori_t')
  const strange = await stage.phone()
  await signIn(strange, 'mimori_t')
  await own.goto('/user/setting?tab=sessions')
  await own.getByRole('button', { name: /ログアウトさせる$/ }).click()
  await own.getByRole('alertdialog').getByRole('button', { name: 'ログアウト' }).click()
  await expect(own.getByText('ほかにログイン中の端末はありません。').first()).toBeVisible()
  await strange.goto('/user')
  await strange.waitForURL(/\/auth\/login/)

  await signIn(strange, 'mimori_t')
  await own.goto('/user/setting?tab=password')
  await own.getByLabel('現在のパスワード').fill(password)
  await own.getByLabel('新しいパスワード', { exact: true }).fill('yoake-no-gin-2026')
  await own.getByLabel('新しいパスワード（確認）').fill('yoake-no-gin-2026')
  // The change is made, and its answer is lost: what was typed as the old password is wrong from then on.
  const passwords = '**/v1/users/password'
  await own.route(passwords, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await own.getByRole('button', { name: '変更する' }).click()
  await expect(own.getByText('通信できませんでした。').first()).toBeVisible()
  await own.unroute(passwords)
  await own.getByRole('button', { name: '変更する' }).click()
  await expect(own.getByText('パスワードを変更しました').first()).toBeVisible()
  await own.goto('/user')
  await expect(own.getByText('@mimori_t').first()).toBeVisible()
  await strange.goto('/user')
  await strange.waitForURL(/\/auth\/login/)
})

test(
  'The store link carries a member over, and a guest as a stranger',
  { tag: '@service-worker' },
  async ({ stage }) => {
    const asked: string[] = []
    const follow = async (page: Page) => {
      await page.context().route('https://store.example.jp/**', async (route) => {
        asked.push(route.request().url())
        await route.fulfill({ status: 200, contentType: 'text/html', body: '<title>store</title>' })
      })
      const opened = page.context().waitForEvent('page')
      await page.getByRole('button', { name: /オンラインストア\(新しいタブで開きます\)/ }).click()
      await opened
    }
    await member(stage, 'kaimono_s', '5504')
    await follow(await stage.customer('kaimono_s'))
    await expect.poll(() => asked.length, 'the store was asked for').toBe(1)
    expect(asked[0] ?? '').toMatch(/^https:\/\/store\.example\.jp\/\?refresh_token=[\w-]{43}$/)
    const guest = await stage.phone()
    await guest.goto('/')
    await follow(guest)
    await expect.poll(() => asked.length, 'the store was asked for again').toBe(2)
    expect(asked[1]).toBe('https://store.example.jp/')
  },
)

test('A member leaves: first the balance has to go, then the points go with the account', async ({
  stage,
}) => {
  const { shop } = stage
  await member(stage, 'saraba_n', '5505')
  const give = async (username: string, gift: { points: number; yen?: number }) => {
    const { rows } = await shop.db.query<{ id: string }>('select id from users where username = $1', [
      username,
    ])
    const message = { code: 'gift', text: '贈り物' } as const
    await withinPool(shop.db, (db) =>
      giveGift(db, { transaction_id: randomUUID(), user_id: rows[0]!.id, ...gift, message }),
    )
  }
  await give('saraba_n', { points: 40, yen: 500 })
  const page = await stage.customerAt('/user/setting?tab=delete', 'saraba_n')
  await expect(
    page.getByText('残高が500円残っています。使い切ってから退会してください。').first(),
  ).toBeVisible()
  expect(await page.getByRole('button', { name: '退会する' }).isDisabled()).toBe(true)

  await member(stage, 'saraba_m', '5506')
  const leaver = await stage.customer('saraba_m')
  await give('saraba_m', { points: 40 })
  await leaver.goto('/user/setting?tab=delete')
  await expect(leaver.getByText('ポイント 40pt は失効します').first()).toBeVisible()
  await leaver.getByLabel('パスワード', { exact: true }).fill(password)
  await leaver.getByLabel('ポイントの失効と、元に戻せないことを確認しました').check({ force: true })
  await leaver.getByRole('button', { name: '退会する' }).click()
  await leaver.getByRole('alertdialog').getByRole('button', { name: '退会する' }).click()
  await expect(leaver.getByRole('heading', { name: 'ご本人の確認' }).first()).toBeVisible()
  // The line is cut before the answer has come, which says nothing of an expiry; and the answer does not come at all.
  await leaver.route('**/v1/users/me', async (route) => {
    if (route.request().method() !== 'DELETE') return route.continue()
    await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, 500))
    return route.abort('connectionreset')
  })
  await proveByCode(stage, leaver, e164('090-0000-5506'))
  await expect(leaver.getByText('退会しました').first()).toBeVisible()
  await leaver.waitForURL((url) => url.pathname === '/')
  expect(await leaver.getByText('ログインの有効期限が切れました').count()).toBe(0)
  await leaver.goto('/auth/login')
  await leaver.getByLabel('メールアドレス・電話番号・ユーザー名').fill('saraba_m')
  await leaver.getByLabel('パスワード', { exact: true }).fill(password)
  await leaver.getByRole('button', { name: 'ログイン', exact: true }).click()
  await expect(leaver.getByText('ログインIDまたはパスワードが正しくありません。').first()).toBeVisible()
  expect(await shop.findings()).toStrictEqual([])
})
