import assert from 'node:assert/strict'
import { readPayCode } from '@shirogane/contract/inputs/pay-code'
import { digitsOf, readPhone, scan } from './lib/codes.ts'
import { eventually, sees, seesNot, wordsOf } from './lib/expect.ts'
import { journey, wholeJourney } from './lib/journey.ts'
import { registerOf } from './lib/register.ts'
import { moving } from './lib/stage.ts'

const yen = (value: number): string => value.toLocaleString('ja-JP')

wholeJourney(
  'A customer pays with the code on the phone: two goods, by points, balance and cash',
  async (stage) => {
    const { shop } = stage
    const before = await shop.walletOf('hanako')
    const phone = await stage.customer('hanako', { options: moving })
    const till = await stage.clerk('E0003', { options: moving })
    const register = registerOf(till)

    await phone.getByRole('link', { name: 'QR支払い' }).click()
    const { qr, bars } = await readPhone(phone)
    assert.equal(readPayCode(qr)?.kind, 'token', 'the QR holds a pay token')
    assert.equal(bars, await digitsOf(phone), 'the bars hold the digits that stand under them')

    await scan(till, qr)
    await sees(register.member.getByText('例示 花子 様'))
    await sees(register.member.getByText(yen(before.balance)))

    await register.addFavourite('三日月ペンダント')
    await register.addFavourite('粒銀ピアス')
    await register.pay('ポイント', 500)
    await register.pay('残高', 3_000)
    await register.pay('現金', 14_000)
    await sees(register.pane.getByText('1,000'))
    await register.settle()
    await sees(register.done)
    assert.match(
      await wordsOf(till.locator('section').filter({ hasText: 'お釣り' })),
      /1,000/,
      'the till names the change',
    )

    const result = phone.getByRole('heading', { name: 'お支払いが完了しました' })
    await sees(result)
    // Sixteen thousand yen after points, at the two percent of the rank.
    const after = { balance: before.balance - 3_000, points: before.points - 500 + 320 }
    const page = await wordsOf(phone.locator('body'))
    assert.match(page, /16,500 ?円/, 'the amount')
    assert.match(page, /320ポイントを獲得/, 'the new points')
    assert.ok(page.includes(yen(after.balance)), 'the balance that is left')
    assert.ok(page.includes(yen(after.points)), 'the points that are left')
    await sees(phone.getByText('ランクが上がりました！'))

    assert.deepEqual(await shop.walletOf('hanako'), { ...after, level_index: before.level_index + 1 })

    const number = /\d{8}-KNZ1-\d{4,}/.exec(page)?.[0]
    assert.ok(number, 'the number of the transaction')
    await phone.getByRole('link', { name: '取引の詳細を見る' }).click()
    await sees(phone.getByText(number))
    const detail = await wordsOf(phone.locator('main'))
    for (const words of [
      '三日月ペンダント ×1',
      '粒銀ピアス ×1',
      '3,000',
      '500',
      '13,000',
      'お釣り',
      '1,000',
      '+320',
    ]) {
      assert.ok(detail.includes(words), `the detail says ${words}: ${detail}`)
    }

    await shop.killEverything()
    await shop.start()
    assert.deepEqual(await shop.walletOf('hanako'), { ...after, level_index: before.level_index + 1 })
    assert.deepEqual(await shop.findings(), [], 'the books balance')

    await phone.goto('/transactions')
    await sees(phone.getByText('金沢本店').first())
    await eventually(
      'the list shows the payment',
      () => wordsOf(phone.locator('main')),
      (words) => words.includes('16,500'),
    )
    await phone.goto('/')
    await eventually(
      'home shows what is left',
      () => wordsOf(phone.locator('main')),
      (words) => words.includes(yen(after.balance)),
    )
  },
)

wholeJourney('The sixteen digits under the bars do as well as the picture', async (stage) => {
  const phone = await stage.customer('kyoko')
  const till = await stage.clerk('E0003')
  const register = registerOf(till)
  const before = await stage.shop.walletOf('kyoko')

  await phone.goto('/qr')
  const digits = await digitsOf(phone)
  await till.keyboard.press('F9')
  const sheet = till.getByRole('dialog', { name: '読み取り' })
  await sheet.getByLabel('コードの番号').fill(digits.replace(/\d{4}/g, '$& ').trim())
  await sheet.getByRole('button', { name: '読み取る' }).click()
  await sees(register.member.getByText('見本 京子 様'))
  await register.addFavourite('銀磨きクロス')
  await register.pay('残高', 1_100)
  await register.settle()
  await sees(register.done)
  await sees(phone.getByRole('heading', { name: 'お支払いが完了しました' }))
  assert.equal((await stage.shop.walletOf('kyoko')).balance, before.balance - 1_100)

  // A phone that loses the network after the payment remembers what the payment left, not what home showed before.
  await phone.waitForFunction(() => navigator.serviceWorker.ready.then(() => true))
  await phone.context().setOffline(true)
  await phone.goto('/')
  await sees(phone.getByText('オフラインです').first())
  await sees(phone.getByRole('region', { name: '残高' }).getByText(yen(before.balance - 1_100)))
})

journey(
  'A second phone of the customer ends the code of the first by showing its own, not by its home',
  async (stage) => {
    const phone = await stage.customerAt('/qr', 'kyoko')
    const { qr } = await readPhone(phone)
    const second = await stage.customer('kyoko')
    const live = async () => {
      const { rows } = await stage.shop.db.query<{ count: number }>(
        `select count(*)::int from ledger.pay_codes where user_id = (select id from users where username = 'kyoko')
         and state = 'live' and expires_at > ledger.now() + interval '11 seconds'`,
      )
      return rows[0]?.count
    }
    await eventually(
      'one is held out, and one waits for somebody to open the screen',
      live,
      (count) => count === 2,
    )
    const till = await stage.clerk('E0003')
    const register = registerOf(till)
    await scan(till, qr)
    await sees(register.member.getByText('見本 京子 様'))

    const renew = phone.getByRole('button', { name: '更新' })
    await renew.press('Enter')
    await eventually('the code of the second phone is over', live, (count) => count === 1)
    await phone.getByRole('status').getByText('コードを更新しました').waitFor({ state: 'attached' })
    assert.ok(
      await renew.evaluate((button) => button === document.activeElement),
      'whoever renewed it by a key is where they were',
    )
    const ahead = second.waitForResponse((answer) => answer.request().method() === 'PATCH')
    await second.getByRole('link', { name: 'QR支払い' }).click()
    assert.equal((await ahead).status(), 410)
    await sees(second.getByRole('img', { name: '支払い用QRコード' }))
    await eventually('the code of the first phone is over in turn', live, (count) => count === 1)
  },
)

journey(
  'A new code whose answer is lost leaves the one on screen only as long as it lives',
  async (stage) => {
    const phone = await stage.customerAt('/qr', 'kyoko')
    const { qr } = await readPhone(phone)
    const lost = '**/v1/users/token'
    await phone.route(lost, async (route) => {
      await route.fetch().catch(() => {})
      // One that is under way when the line is back is answered already.
      await route.abort('connectionreset').catch(() => {})
    })
    await phone.getByRole('button', { name: '更新' }).click()
    await sees(phone.getByText('新しいコードを受け取れませんでした。残り時間のあいだは使えます。'))
    assert.equal((await readPhone(phone)).qr, qr)
    const picture = phone.getByRole('img', { name: '支払い用QRコード' })
    await seesNot(picture)
    await phone.unroute(lost)
    await sees(picture)
    assert.notEqual((await readPhone(phone)).qr, qr)
  },
)

journey('The sheet that is open for a code takes what a scanner reads', async (stage) => {
  const phone = await stage.customerAt('/qr', 'kyoko')
  const till = await stage.clerk('E0003')
  const register = registerOf(till)
  const sheet = till.getByRole('dialog', { name: '読み取り' })
  const { qr } = await readPhone(phone)

  await till.keyboard.press('F9')
  await sees(sheet)
  await scan(till, '4999999999999')
  await sees(sheet.getByRole('region', { name: '直近の読み取り' }).getByText('読み取れないコードです'))
  await scan(till, qr)
  await sees(register.member.getByText('見本 京子 様'))
  await seesNot(sheet)
  assert.doesNotMatch(till.url(), /sheet=/)
  await register.addFavourite('銀磨きクロス')
  await register.pay('現金', 1_100)
  await register.settle()
  await sees(register.done)
  const receipt = await register.valueOf('取引番号').innerText()

  // A receipt leads to what can be given back, and back again to the bench.
  await register.next()
  await till.keyboard.press('F9')
  await scan(till, receipt)
  await sees(till.getByRole('region', { name: '返品する商品' }))
  await till.goBack()
  await sees(till.getByText('商品をスキャンするか、会員のQRコードを読み取ってください'))
  await seesNot(sheet)

  await till.goto('/admin/register?mode=charge')
  await sees(till.getByRole('button', { name: '会員を読み取ってください' }))
  await till.keyboard.press('F9')
  await sees(sheet)
  await scan(till, '4999999999999')
  await sees(sheet.getByRole('region', { name: '直近の読み取り' }).getByText('読み取れないコードです'))
  await phone.goto('/qr')
  await scan(till, (await readPhone(phone)).qr)
  await sees(till.getByText('見本 京子 様'))
  await seesNot(sheet)

  await till.goto('/admin/register?mode=refund')
  await till.getByRole('button', { name: 'カメラ', exact: true }).click()
  await sees(sheet)
  await scan(till, receipt)
  await sees(till.getByRole('region', { name: '返品する商品' }))
  await seesNot(sheet)
  await till.goBack()
  await sees(till.getByRole('heading', { name: '返品する取引を探す' }))
  await seesNot(sheet)
})

journey('A sale without a member is paid in cash and touches no wallet', async (stage) => {
  const till = await stage.clerk('E0005')
  const register = registerOf(till)
  const sales = await stage.shop.countSales()
  await register.addFavourite('銀磨きクロス')
  await register.pay('現金', 1_100)
  await register.settle()
  await sees(register.done)
  assert.equal(await stage.shop.countSales(), sales + 1)
  await register.next()
  assert.deepEqual(await stage.shop.findings(), [])
})
