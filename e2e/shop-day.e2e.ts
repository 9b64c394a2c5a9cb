import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { cashPieces } from '@shirogane/contract/day-words'
import { caller, type Caller, type Output } from '@shirogane/testkit/caller'
import type { Page } from 'playwright-core'
import { readPhone, scan } from './lib/codes.ts'
import { sees, wordsOf } from './lib/expect.ts'
import { journey } from './lib/journey.ts'
import { registerOf } from './lib/register.ts'
import { password, type Shop } from './lib/shop.ts'
import { signIn } from './lib/stage.ts'

const yen = (value: number): string => `${value < 0 ? '−' : ''}¥${Math.abs(value).toLocaleString('ja-JP')}`

/** The same person at a program's end of the line, for what a day repeats. */
async function byProgram(shop: Shop, credential: string): Promise<Caller> {
  const reply = await caller({ url: shop.tillOrigin }).call('auth.login', {
    body: { credential, password },
    headers: { 'X-Client-Type': 'api' },
  })
  const { user, token } = reply.body as Output<'auth.loginCode'>
  return caller({ url: shop.tillOrigin, user_id: user.id, ...token })
}

/** Types the pieces of an amount, as few as can be, going down with Enter as at a till. */
async function count(within: ReturnType<Page['locator']>, amount: number): Promise<void> {
  let left = amount
  const first = within.getByLabel('10,000円の枚数', { exact: true })
  await first.click()
  for (const piece of cashPieces) {
    const pieces = Math.floor(left / piece)
    left -= pieces * piece
    await within.page().keyboard.type(String(pieces))
    await within.page().keyboard.press('Enter')
  }
}

type Tenders = { balance?: number; points?: number; cash?: number; card?: number }

journey('A whole day of a shop, from the float to a close that misses 120 yen', async (stage) => {
  const { shop } = stage
  const till = await stage.clerk('E0003')
  const desk = await stage.till()
  await signIn(desk, 'E0002')
  const clerk = await byProgram(shop, 'E0003')
  const manager = await byProgram(shop, 'E0002')
  const hanako = await byProgram(shop, 'hanako')
  const kyoko = await byProgram(shop, 'kyoko')
  const day = () => clerk.get('admin.day')
  const before = await day()
  const storeId = before.store.id
  assert.equal(before.figures.sales.count, 0, 'the day begins without a sale')
  const act = () => ({ 'Idempotency-Key': randomUUID() })

  // The float, counted at the desk.
  await desk.goto('/admin/close')
  await desk.getByRole('button', { name: '釣銭準備金を数える' }).click()
  const opening = desk.getByRole('dialog', { name: '開店準備' })
  await count(opening, 50_000)
  await opening.getByRole('button', { name: '登録する' }).click()
  await sees(desk.getByText('釣銭準備金 ¥50,000'))

  // The story keeps its own account of the day, apart from everything that the shop says.
  const told = { count: 0, sales: 0, refunds: 0, points: 0, balance: 0, cash: 0, card: 0, later: 0 }
  let drawer = 50_000
  const note = ({ balance = 0, points = 0, cash = 0, card = 0 }: Tenders) => {
    told.count += 1
    told.sales += balance + points + cash + card
    told.balance += balance
    told.points += points
    told.cash += cash
    told.card += card
    drawer += cash
  }

  // The first of twenty sales, with the code on a phone.
  const phone = await stage.customer('hanako')
  await phone.goto('/qr')
  const register = registerOf(till)
  await scan(till, (await readPhone(phone)).qr)
  await sees(register.member.getByText('例示 花子 様'))
  await register.addFavourite('粒銀ピアス')
  await register.pay('ポイント', 100)
  await register.pay('残高', 400)
  await register.pay('現金', 5_000)
  await register.settle()
  await sees(register.done)
  note({ points: 100, balance: 400, cash: 5_000 })
  await register.next()

  const ring = (await clerk.get('skus.search', { query: { query: 'RG001-11' } })).items[0]!
  const sell = async (customer: Caller | null, tenders: Tenders, items?: object[]) => {
    const amount = Object.values(tenders).reduce((sum, value) => sum + value, 0)
    const token = customer && (await customer.get('users.token')).token
    const { transaction } = await clerk.get('transactions.pay', {
      body: {
        ...(token && { token }),
        transaction_id: randomUUID(),
        ...(items ? { items } : { amount }),
        tenders,
      },
      headers: act(),
    })
    note(tenders)
    return transaction
  }
  const piece = await sell(null, { cash: ring.price }, [{ sku_id: ring.id, quantity: 1 }])
  const cardSale = await sell(null, { card: 6_000 })
  const cashSale = await sell(null, { cash: 2_500 })
  const mistake = await sell(null, { cash: 7_770 })
  for (let index = 0; index < 15; index += 1) {
    const amount = 1_000 + 137 * index
    if (index % 5 === 0) await sell(hanako, { cash: amount, points: 50 })
    else if (index % 5 === 1) await sell(kyoko, { balance: 300, card: amount })
    else if (index % 5 === 2) await sell(null, { card: amount, cash: 500 })
    else await sell(null, { cash: amount })
  }
  assert.equal(told.count, 20)

  // Three refunds: a piece with its stock, a part of a card, a whole sale.
  const giveBack = async (transaction_id: string, more: object, cash: number, card: number) => {
    await manager.get('transactions.refund', {
      body: { transaction_id, reason: 'サイズ違い', ...more },
      headers: act(),
    })
    told.refunds += cash + card
    drawer -= cash
  }
  await giveBack(piece.id, { items: [{ line: 1, quantity: 1 }] }, ring.price, 0)
  await giveBack(cardSale.id, { amount: 1_500 }, 0, 1_500)
  await giveBack(cashSale.id, {}, 2_500, 0)

  // A void takes its sale out of the day altogether.
  await clerk.get('transactions.delete', {
    params: { id: mistake.id },
    body: { employee_id: 'E0002', password },
    headers: act(),
  })
  told.count -= 1
  told.sales -= 7_770
  told.cash -= 7_770
  drawer -= 7_770

  // 8,000 yen for later, 3,000 of them collected at once.
  await defer({ clerk, manager, kyoko }, 8_000, 3_000)
  told.count += 1
  told.sales += 8_000
  told.later += 8_000
  drawer += 3_000

  // Points from one hand to the other, a delivery, a count that finds one piece less.
  const { token: to } = await hanako.get('users.token')
  await clerk.get('transactions.transferPoint', {
    body: { to, points: 200, reason: 'お詫び' },
    headers: act(),
  })
  const shelf = () => stockOf(shop, storeId, ring.id)
  const stock = await shelf()
  await manager.get('inventory.receive', {
    body: {
      supplier: '例示銀器',
      slip_number: 'A-1',
      lines: [{ sku_id: ring.id, planned: 5, quantity: 5 }],
    },
    headers: act(),
  })
  const { id: countId } = await manager.get('inventory.openCount', { body: { id: randomUUID() } })
  await manager.get('inventory.countEntry', {
    params: { id: countId },
    body: { sku_id: ring.id, quantity: stock + 4 },
    headers: act(),
  })
  const move = (state: string) =>
    manager.call('inventory.updateCount', {
      params: { id: countId },
      body: { state, ...(state === 'posted' && { reason: '紛失' }) },
      headers: act(),
    })
  await move('review')
  const { status } = await move('posted')
  if (status !== 200) {
    // A difference is counted a second time before it stands.
    await manager.get('inventory.countEntry', {
      params: { id: countId },
      body: { sku_id: ring.id, quantity: stock + 4 },
      headers: act(),
    })
    await move('review')
    assert.equal((await move('posted')).status, 200, 'the count is posted')
  }
  assert.equal(await shelf(), stock + 4, 'five came and one is missing')

  // Cash for a parcel, taken out at the desk.
  await desk.getByRole('button', { name: '入出金' }).click()
  const cash = desk.getByRole('dialog', { name: '入出金' })
  await cash.getByRole('radio', { name: '出金' }).check({ force: true })
  await cash.getByLabel(/^金額/).fill('3300')
  await cash.getByLabel(/^理由/).selectOption('小口経費')
  await cash.getByRole('button', { name: '出金する' }).click()
  await sees(desk.getByText('出金を記録しました'))
  // The sheet leaves by the way back, which would undo whatever is opened meanwhile.
  await desk.waitForURL((url) => !url.searchParams.has('sheet'))
  drawer -= 3_300

  // The look at the day says what the story says, and so does the ledger.
  const { figures, cash: books } = await day()
  const { sales, refunds, voids, tenders, net } = figures
  assert.deepEqual(
    { count: sales.count, sales: sales.total, refunds: refunds.total, net },
    { count: told.count, sales: told.sales, refunds: told.refunds, net: told.sales - told.refunds },
  )
  assert.deepEqual(Object.fromEntries(Object.entries(tenders).map(([name, { total }]) => [name, total])), {
    points: told.points,
    balance: told.balance,
    cash: told.cash,
    card: told.card,
    later: told.later,
  })
  assert.deepEqual(voids, { count: 1, total: 7_770 })
  assert.deepEqual(
    [books.expected, books.collections, books.pay_out, figures.later.given, figures.later.collected],
    [drawer, 3_000, 3_300, 8_000, 3_000],
  )
  await desk.goto('/admin/close?view=x')
  await sees(desk.getByText('計算上の現金'))
  const look = await wordsOf(desk.locator('main'))
  for (const words of [yen(drawer), yen(told.sales), yen(-told.refunds), '後払い', yen(told.later)])
    assert.ok(look.includes(words), `the look says ${words}: ${look}`)

  // The count is blind, and 120 yen are missing.
  await desk.goto('/admin/close')
  const main = desk.locator('#main')
  await sees(desk.getByText('現金を数え終わると、計算上の現金と差額を表示します。'))
  assert.ok(!(await wordsOf(main)).includes('計算上の現金 '), 'what the books say is not shown before')
  await count(main, drawer - 120)
  await desk.getByRole('button', { name: '差額を確認する' }).click()
  await sees(desk.getByText('不足しています'))
  assert.ok((await wordsOf(main)).includes('−¥120'), 'the difference with its sign')
  await desk.getByLabel(/^差額の理由/).selectOption('お釣りの渡し間違い')
  await desk.getByRole('button', { name: '精算を確定する' }).click()
  const last = desk.getByRole('dialog', { name: '精算を確定しますか？' })
  await sees(last.getByText('確定すると、この日の取引は変更できません'))
  await last.getByRole('button', { name: '精算を確定する' }).click()
  await sees(desk.getByText(/^精算済み .* 例田 花子$/))
  await sees(desk.getByText('不足しています'))

  // The closed day equals the ledger to the yen, and stays so whatever comes afterwards.
  const closed = await clerk.get('admin.day', { query: { date: before.date } })
  const [close] = closed.closes
  assert.deepEqual(
    [closed.status, close?.over_short, close?.expected, close?.counted, close?.carry],
    ['closed', -120, drawer, drawer - 120, 50_000],
  )
  assert.deepEqual(await ledgerOf(shop, storeId, before.date), {
    sales: told.sales - told.points - (told.refunds - refunds.points),
    drawer: drawer - 50_000,
    over_short: -120,
  })
  const { transaction: late } = await clerk.get('transactions.pay', {
    body: { transaction_id: randomUUID(), amount: 900, tenders: { cash: 900 } },
    headers: act(),
  })
  assert.ok(late.business_date > before.date, 'what comes after the close is of the next day')
  const again = await clerk.get('admin.day', { query: { date: before.date } })
  assert.deepEqual(again.figures, closed.figures)
  assert.deepEqual(await shop.findings(), [], 'the books balance')
})

async function stockOf(shop: Shop, storeId: string, skuId: string): Promise<number> {
  const { rows } = await shop.db.query<{ quantity: number }>(
    `select coalesce(sum(quantity), 0)::int as quantity from ledger.stock_moves
     where store_id = $1 and sku_id = $2 and place = 'shelf'`,
    [storeId, skuId],
  )
  return rows[0]!.quantity
}

/** The day as its transfers say it, summed once more and without any of the reports. */
async function ledgerOf(shop: Shop, storeId: string, date: string) {
  const { rows } = await shop.db.query<Record<'sales' | 'drawer' | 'over_short', number>>(
    `select
       coalesce(sum(case when 'sales' = x.credit_kind::text then x.amount when 'sales' = x.debit_kind::text then -x.amount end), 0)::int as sales,
       coalesce(sum(case when t.cash_act in ('float', 'over_short', 'deposit') then 0
         when x.debit_kind = 'drawer' then x.amount when x.credit_kind = 'drawer' then -x.amount end), 0)::int as drawer,
       coalesce(sum(case when x.debit_kind = 'over_short' then -x.amount when x.credit_kind = 'over_short' then x.amount end)
         filter (where t.cash_act = 'over_short'), 0)::int as over_short
     from ledger.transactions t join ledger.transfers x on x.transaction_id = t.id
     where t.store_id = $1 and t.business_date = $2`,
    [storeId, date],
  )
  return rows[0]!
}

/** A sale for later and a first part of it in cash, within a limit that the manager granted. */
async function defer(
  people: { clerk: Caller; manager: Caller; kyoko: Caller },
  amount: number,
  collected: number,
): Promise<void> {
  const { clerk, manager, kyoko } = people
  const act = () => ({ 'Idempotency-Key': randomUUID() })
  await manager.get('admin.setLaterLimit', {
    params: { id: kyoko.user_id },
    body: { limit: 50_000, reason: '常連のお客さま' },
    headers: act(),
  })
  const { token } = await kyoko.get('users.token')
  await clerk.get('transactions.pay', {
    body: {
      token,
      transaction_id: randomUUID(),
      amount,
      tenders: { later: amount },
      later: { signature: 'M1 1L20 20' },
    },
    headers: act(),
  })
  await clerk.get('transactions.laterCollect', {
    body: { user_id: kyoko.user_id, pay: collected, tender: 'cash', cash_tendered: collected },
    headers: act(),
  })
}
