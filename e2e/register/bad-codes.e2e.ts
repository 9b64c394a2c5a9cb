import { expect, test } from '../lib/journey.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import { payTokenText } from '@shirogane/contract/inputs/pay-code'
import { digitsOf, readPhone, scan } from '../lib/codes.ts'
import { Program } from '../lib/program.ts'
import { registerOf } from '../lib/register.ts'
import type { Stage } from '../lib/stage.ts'

/** Everything that is tried in a journey must leave the books as they were. */
async function movesNothing({ shop }: Stage, attempt: () => Promise<void>): Promise<void> {
  const sales = await shop.countSales()
  await attempt()
  expect(await shop.countSales(), 'no sale came about').toBe(sales)
  expect(await shop.findings(), 'the books balance').toStrictEqual([])
}

test('A code that ran out is refused, and the register asks for a new one', async ({ stage }) => {
  const phone = await stage.customerAt('/qr', 'hanako')
  const screen = await stage.clerk('E0003')
  const { qr } = await readPhone(phone)
  await stage.shop.db.query(
    `update ledger.pay_codes set expires_at = issued_at + interval '1 ms' where state = 'live'`,
  )
  await movesNothing(stage, async () => {
    await scan(screen, qr)
    await expect(
      screen.getByText('コードの有効期限が切れています。画面の更新をお願いしてください。').first(),
    ).toBeVisible()
    await expect(screen.getByText('会員なし').first()).toBeVisible()
  })
})

test('A code that paid once pays never again', async ({ stage }) => {
  const phone = await stage.customerAt('/qr', 'hanako')
  const screen = await stage.clerk('E0003')
  const register = registerOf(screen)
  const { qr } = await readPhone(phone)
  await scan(screen, qr)
  await expect(register.member.getByText('例示 花子 様').first()).toBeVisible()
  await register.addFavourite('銀磨きクロス')
  await register.pay('現金', 1_100)
  await register.completeSale()
  await expect(register.done.first()).toBeVisible()
  await movesNothing(stage, async () => {
    // Scanned over the finished sale it belongs to the next one.
    await scan(screen, qr)
    await expect(screen.getByText('このコードはすでに使用されています。').first()).toBeVisible()
  })
})

test('Codes of others, misread codes and invented ones are no codes', async ({ stage }) => {
  const screen = await stage.clerk('E0003')
  const { articles } = registerOf(screen)
  /** The sentence of this scan, and not of the one before: each is put away before the next. */
  const isRefused = async (sentence: string): Promise<void> => {
    const strip = articles.getByText(sentence, { exact: true })
    await expect(strip.first()).toBeVisible()
    // On a busy machine it may have gone by itself meanwhile.
    const close = articles.getByRole('button', { name: '閉じる' })
    await close.click({ timeout: 3_000 }).catch(() => undefined)
    await expect(strip.first()).toBeHidden()
  }
  const invented = payTokenText(randomBytes(26))
  const misread = invented.slice(0, -1) + (invented.endsWith('0') ? '1' : '0')
  await movesNothing(stage, async () => {
    await scan(screen, misread)
    await isRefused('読み取れないコードです')
    await scan(screen, 'HTTPSEXAMPLECOMPAY')
    await isRefused('読み取れないコードです')
    await scan(screen, invented)
    await isRefused('読み取れないコードです。お支払い用コードを表示してください。')
    await expect(screen.getByText('会員なし').first()).toBeVisible()
  })
})

test('Two registers at one code: the first holds it, the second is refused', async ({ stage }) => {
  const phone = await stage.customerAt('/qr', 'yoko')
  const here = await stage.clerk('E0003')
  const there = await stage.clerk('E0005')
  const { qr } = await readPhone(phone)
  await scan(here, qr)
  await expect(registerOf(here).member.getByText('仮置 陽子 様').first()).toBeVisible()
  await movesNothing(stage, async () => {
    await scan(there, qr)
    await expect(there.getByText('このコードは別のレジで読み取り中です。').first()).toBeVisible()
  })
  // Given back by the first, it is free again.
  await here.getByRole('button', { name: '外す' }).click()
  await expect(here.getByText('会員なし').first()).toBeVisible()
  await expect
    .poll(
      async () =>
        (await stage.shop.db.query(`select 1 from ledger.pay_codes where state = 'claimed'`)).rowCount,
      'the code is free',
    )
    .toBe(0)
  await scan(there, qr)
  await expect(registerOf(there).member.getByText('仮置 陽子 様').first()).toBeVisible()
})

test('A double tap on the last button is one sale', async ({ stage }) => {
  const screen = await stage.clerk('E0003')
  const register = registerOf(screen)
  const sales = await stage.shop.countSales()
  await register.addFavourite('銀磨きクロス')
  await register.pay('現金', 1_100)
  await register.confirmButton.click()
  await screen
    .getByRole('dialog', { name: '会計の確認' })
    .getByRole('button', { name: '確定する' })
    .dblclick()
  await expect(register.done.first()).toBeVisible()
  expect(await stage.shop.countSales()).toBe(sales + 1)
})

test('Two requests with one key are one payment; two keys on one code, too', async ({ shop }) => {
  const clerk = await Program.of(shop, 'E0003')
  const customer = await Program.of(shop, 'okure')
  const sales = await shop.countSales()
  const { token } = await customer.code()
  const body = { token, amount: 1_000, tenders: { cash: 1_000 }, transaction_id: randomUUID() }
  const key = randomUUID()
  const twins = await Promise.all([clerk.pay(body, key), clerk.pay(body, key), clerk.pay(body, key)])
  expect(twins.map(({ status }) => status)).toStrictEqual([200, 200, 200])
  expect(new Set(twins.map((answer) => answer.body.transaction?.number)).size, 'one number for all').toBe(1)
  expect(twins.filter(({ headers }) => headers['idempotency-replayed'] === 'true').length).toBe(2)

  const next = await customer.code()
  const rivals = await Promise.all(
    Array.from({ length: 5 }, () => clerk.pay({ token: next.token, amount: 700, tenders: { cash: 700 } })),
  )
  expect(rivals.filter(({ status }) => status === 200).length, 'one of five is paid').toBe(1)
  for (const { status, body: refusal } of rivals.filter((answer) => answer.status !== 200)) {
    expect(status).toBe(410)
    expect(refusal.code).toBe('QR_ALREADY_USED')
  }
  expect(await shop.countSales()).toBe(sales + 2)

  const changed = await clerk.pay({ ...body, amount: 2_000, tenders: { cash: 2_000 } }, key)
  expect(changed.status).toBe(422)
  expect(changed.body.code).toBe('IDEMPOTENCY_KEY_REUSED')
})

test('One yen too little is too little: the phone says so, and the register offers to take it in cash', async ({
  stage,
}) => {
  const { shop } = stage
  const { balance } = await shop.walletOf('funo')
  const clerk = await Program.of(shop, 'E0005')
  const customer = await Program.of(shop, 'funo')
  const { token } = await customer.code()
  await movesNothing(stage, async () => {
    const { status, body } = await clerk.pay({
      token,
      amount: balance + 1,
      tenders: { balance: balance + 1 },
    })
    expect(status).toBe(422)
    expect(body.code).toBe('INSUFFICIENT_BALANCE')
    expect(String(body.error)).toMatch(/残高が1円不足しています/)
  })

  // The same at the screen: the wallet moves elsewhere between the scan and the confirmation.
  const phone = await stage.customerAt('/qr', 'funo')
  const screen = await stage.clerk('E0005')
  const register = registerOf(screen)
  await scan(screen, (await readPhone(phone)).qr)
  await expect(register.member.getByText('振込 不能 様').first()).toBeVisible()
  await register.addFavourite('三日月ペンダント')
  await register.pay('残高', balance)
  await register.pay('現金', 11_000 - balance)
  const elsewhere = await Program.of(shop, 'E0003')
  const other = await customer.code()
  const spent = await elsewhere.pay({ token: other.token, amount: 1, tenders: { balance: 1 } })
  expect(spent.status).toBe(200)
  // The phone shows that one, and is held out again.
  await expect(phone.getByRole('heading', { name: 'お支払いが完了しました' }).first()).toBeVisible()
  await phone.getByRole('link', { name: '閉じる' }).click()
  // At home the app may ask for leave to ring after a first payment.
  const heard: string[] = []
  phone.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(String(payload))))
  await phone.goto('/qr')
  const shown = await digitsOf(phone)
  // The page shows its code before it listens, and a phone that does not listen is told nothing.
  await expect.poll(() => heard.some((frame) => frame.startsWith('40'))).toBe(true)
  const sales = await shop.countSales()
  await register.completeSale()
  await expect(screen.getByText(/残高が1円不足しています/).first()).toBeVisible()
  expect(await shop.countSales(), 'nothing was taken').toBe(sales)
  const failed = phone.getByRole('dialog', { name: 'お支払いできませんでした' })
  await expect(failed.getByText('残高が不足しています(不足 1円)').first()).toBeVisible()
  await expect(failed.getByRole('link', { name: 'チャージ' }).first()).toBeVisible()
  await expect
    .poll(
      () => failed.evaluate((sheet) => sheet === document.activeElement),
      'the sheet has the focus, and none of its buttons looks chosen',
    )
    .toBe(true)
  await expect.poll(() => digitsOf(phone), 'the phone shows a fresh code').not.toBe(shown)
  // The register holds the one that it scanned, and goes on with it.
  await screen.getByRole('button', { name: '不足分を現金で支払う' }).click()
  await register.completeSale()
  await expect(register.done.first()).toBeVisible()
  await expect(phone.getByRole('heading', { name: 'お支払いが完了しました' }).first()).toBeVisible()
  expect(await failed.count(), 'the result takes the place of the refusal').toBe(0)
  expect((await shop.walletOf('funo')).balance).toBe(0)
})

test('Amounts that are no amounts are refused, each with its sentence', async ({ stage }) => {
  const clerk = await Program.of(stage.shop, 'E0003')
  await movesNothing(stage, async () => {
    for (const amount of [0, -1, 0.5, 1e10, '1000', '１０００', null, 'abc', [1_000], true]) {
      const { status, body } = await clerk.pay({ amount, tenders: { cash: 1_000 } })
      expect(status, `amount ${JSON.stringify(amount)}: ${JSON.stringify(body)}`).toBe(400)
      expect(body.code).toBe('VALIDATION_ERROR')
      expect(body.fields?.['amount'] ?? '', `a sentence for ${JSON.stringify(amount)}`).toMatch(/。$/)
    }
    for (const cash of [-1, 0.5, 1e10, '1000']) {
      const { status } = await clerk.pay({ amount: 1_000, tenders: { cash } })
      expect(status).toBe(400)
    }
    for (const tenders of [{ cash: 999 }, { cash: 1_001 }, {}, { card: 500, cash: 499 }]) {
      const { status, body } = await clerk.pay({ amount: 1_000, tenders })
      expect(status, JSON.stringify(body)).toBe(422)
      expect(body.code).toBe('TENDERS_MISMATCH')
    }
    const short = await clerk.pay({ amount: 1_000, tenders: { cash: 1_000 }, cash_tendered: 999 })
    expect(short.body.code).toBe('TENDERED_SHORT')
    const guest = await clerk.pay({ amount: 1_000, tenders: { balance: 1_000 } })
    expect(guest.body.code).toBe('MEMBER_REQUIRED')
  })

  const screen = await stage.clerk('E0003')
  await screen.getByRole('button', { name: '金額入力' }).click()
  const sheet = screen.getByRole('dialog', { name: '金額入力' })
  await sheet.getByRole('button', { name: '追加する' }).click()
  await expect(sheet.getByText('1円以上の金額を入力してください。').first()).toBeVisible()
})

test('No clerk rings up a sale to themself, and no store rings up at another’s register', async ({
  stage,
}) => {
  const { shop } = stage
  await shop.db.query(`update employees set own_customer_id = (select id from users where username = 'mirai')
    where number = 'E0006'`)
  const phone = await stage.customerAt('/qr', 'mirai')
  const screen = await stage.clerk('E0006')
  await movesNothing(stage, async () => {
    await scan(screen, await digitsOf(phone))
    await expect(
      screen.getByText('ご自身の会員コードでの会計はできません。別のスタッフが会計してください。').first(),
    ).toBeVisible()
    const { rows } = await shop.db.query<{ id: string }>(
      `select r.id from registers r join stores s on s.id = r.store_id where s.code = 'KNZ1' and r.number = 1`,
    )
    const clerk = await Program.of(shop, 'E0006')
    const { status, body } = await clerk.pay({
      amount: 500,
      tenders: { cash: 500 },
      register_id: rows[0]!.id,
    })
    expect(status).toBe(404)
    expect(body.code).toBe('NOT_FOUND')
  })
})
