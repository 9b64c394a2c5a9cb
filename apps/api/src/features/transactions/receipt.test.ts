import { randomUUID } from 'node:crypto'
import { tap } from '@shirogane/testkit/acts/confirmations'
import { charge, grantPoints } from '@shirogane/testkit/acts/funds'
import { outboxOf } from '@shirogane/testkit/acts/newcomer'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** 8,800 and 7,150 yen, of which 950 are points, 10,000 balance and the rest cash. */
async function specimen() {
  const [hanako, clerk] = await Promise.all([api.as('hanako'), api.as('clerk')])
  await charge(api.db, hanako.user_id, 10_000)
  await grantPoints(api.db, hanako.user_id, 950)
  const { token } = await hanako.get('users.token')
  const ask = {
    body: {
      token,
      transaction_id: randomUUID(),
      items: [
        { name: '月暈リング 細 11号 SV925', unit_price: 8_800, quantity: 1 },
        { name: '小豆チェーン 45cm', unit_price: 7_150, quantity: 1 },
      ],
      tenders: { points: 950, balance: 10_000, cash: 5_000 },
      cash_tendered: 6_000,
    },
    headers: { 'Idempotency-Key': randomUUID() },
  }
  await clerk.get('transactions.pay', ask)
  await tap(hanako)
  return (await clerk.get('transactions.pay', ask)).transaction
}

async function cashSale(amount = 1_100) {
  const { transaction } = await sell(await api.as('clerk'), await api.as('hanako'), {
    amount,
    tenders: { cash: amount },
  })
  return transaction
}

const of = (transaction: { id: string }) => ({ params: { id: transaction.id } })
const bytesOf = (body: unknown) => Buffer.from(body as string, 'latin1')

describe('a receipt', () => {
  test('is that of the worked example, to the yen', async () => {
    const transaction = await specimen()
    const { content, state, formal, can_issue_formal, formal_amount, stamp_yen } = await (
      await api.as('hanako')
    ).get('transactions.receipt', of(transaction))
    expect(content).toMatchObject({
      kind: 'sale',
      number: transaction.number,
      issuer: {
        company: '株式会社ツキシロ銀工舎',
        registration_no: 'T0000000000000',
        store_name: '金沢本店',
        address: '石川県金沢市片町0-0-0',
        phone: '076-100-0001',
      },
      employee_number: 'E0003',
      register_number: 1,
      subtotal: 15_950,
      points_as: 'discount',
      points: 950,
      total: 15_000,
      tax: [{ rate: 1_000, taxable: 15_000, tax: 1_363 }],
      tenders: [
        { kind: 'balance', amount: 10_000 },
        { kind: 'cash', amount: 5_000 },
      ],
      cash_tendered: 6_000,
      change: 1_000,
      member: { name: '例＊＊', points_earned: 300, level_name: 'つちめ', point_rate: 200 },
    })
    expect(content.lines.map(({ name, subtotal }) => [name, subtotal])).toEqual([
      ['月暈リング 細 11号 SV925', 8_800],
      ['小豆チェーン 45cm', 7_150],
    ])
    expect({ state, formal, can_issue_formal, formal_amount, stamp_yen }).toEqual({
      state: 'valid',
      formal: null,
      can_issue_formal: true,
      formal_amount: 15_000,
      stamp_yen: 0,
    })
  })

  test('stays what it was, wherever the shop moves and whatever the brand is called later', async () => {
    const shown = await cashSale()
    const unseen = await cashSale()
    const hanako = await api.as('hanako')
    const before = await hanako.get('transactions.receipt', of(shown))
    await api.db.query(`update stores set address = '移転先', name = '新しい店' where code = 'KNZ1'`)
    await api.db.query(
      `update settings set value = value || '{"invoice_registration_no": "T0999999999999"}' where key = 'brand'`,
    )
    try {
      expect(await hanako.get('transactions.receipt', of(shown))).toEqual(before)
      // This receipt was not opened before the move, and the sale took place at the old address.
      const late = await hanako.get('transactions.receipt', of(unseen))
      expect(late.content.issuer).toEqual(before.content.issuer)
      const { content } = await hanako.get('transactions.receipt', of(await cashSale()))
      expect(content.issuer).toMatchObject({
        address: '移転先',
        store_name: '新しい店',
        registration_no: 'T0999999999999',
      })
    } finally {
      await api.db.query(
        `update stores set address = '石川県金沢市片町0-0-0', name = '金沢本店' where code = 'KNZ1'`,
      )
      await api.db.query(
        `update settings set value = value || '{"invoice_registration_no": "T0000000000000"}' where key = 'brand'`,
      )
    }
  })

  test('cannot be changed or taken away in the database, nor can who gave it out', async () => {
    await (await api.as('hanako')).get('transactions.receipt', of(await cashSale()))
    for (const table of ['receipts', 'receipt_issuers']) {
      await expect(api.db.query(`update ${table} set content = '{}'`)).rejects.toThrow('never allowed')
      await expect(api.db.query(`delete from ${table}`)).rejects.toThrow('never allowed')
    }
  })

  test('asked for by many at once is fixed once', async () => {
    const transaction = await cashSale()
    const callers = await Promise.all([api.as('hanako'), api.as('clerk'), api.as('owner')])
    const answers = await Promise.all(
      callers.flatMap((caller) => [
        caller.get('transactions.receipt', of(transaction)),
        caller.get('transactions.receipt', of(transaction)),
      ]),
    )
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(
      await api.db.query('select kind from receipts where transaction_id = $1', [transaction.id]),
    ).toEqual([{ kind: 'movement' }])
  })

  test('of a sale without a member names none', async () => {
    const { transaction } = await sell(await api.as('clerk'), null, {
      amount: 1_100,
      tenders: { card: 1_100 },
    })
    const { content } = await (await api.as('clerk')).get('transactions.receipt', of(transaction))
    expect(content).toMatchObject({ member: null, tenders: [{ kind: 'card', amount: 1_100 }], change: null })
  })

  test('is not there for another customer, for another shop, and for a movement that is no sale', async () => {
    const transaction = await cashSale()
    for (const name of ['kyoko', 'otherClerk'] as const) {
      expect(await (await api.as(name)).refused('transactions.receipt', of(transaction))).toMatchObject({
        status: 404,
        code: 'TXN_NOT_FOUND',
        message: '取引が見つかりません。',
      })
    }
    const hanako = await api.as('hanako')
    const { items } = await hanako.get('transactions.list', { query: { filter: 'charge' } })
    expect(await hanako.refused('transactions.receipt', of(items[0]!))).toMatchObject({
      status: 404,
      code: 'RECEIPT_NONE',
      message: 'この取引にはレシートがありません。',
    })
  })
})

const key = () => ({ headers: { 'Idempotency-Key': randomUUID() } })

/** A ring and a chain, by points, balance and cash. */
async function ringAndChain() {
  const [hanako, clerk] = await Promise.all([api.as('hanako'), api.as('clerk')])
  await charge(api.db, hanako.user_id, 5_000)
  await grantPoints(api.db, hanako.user_id, 1_000)
  const { token } = await hanako.get('users.token')
  const { transaction } = await clerk.get('transactions.pay', {
    body: {
      token,
      transaction_id: randomUUID(),
      items: [
        { name: '指輪', unit_price: 7_700, quantity: 1 },
        { name: '鎖', unit_price: 3_300, quantity: 1 },
      ],
      tenders: { points: 1_000, balance: 5_000, cash: 5_000 },
    },
    ...key(),
  })
  return transaction
}
const returnChain = async (transaction_id: string) =>
  (await api.as('manager')).get('transactions.refund', {
    body: { transaction_id, items: [{ line: 2, quantity: 1 }], reason: 'お客さま都合' },
    ...key(),
  })

describe('a receipt of what came back', () => {
  test('shows both dates, the articles, and the tax of what came back: 3,000 yen with 272 of tax for the chain', async () => {
    const sale = await ringAndChain()
    const refund = await returnChain(sale.id)
    const hanako = await api.as('hanako')
    const details = await hanako.get('transactions.details', of(refund))
    expect(details).toMatchObject({
      type: 'refund',
      has_receipt: true,
      original: { id: sale.id, number: sale.number, spent_total: 11_000 },
    })
    expect(details.refund?.points_reclaimed).toBeGreaterThan(0)
    const { content, given_back, formal_amount, formal_refunded, can_issue_formal, stamp_yen } =
      await hanako.get('transactions.receipt', of(refund))
    expect(content).toMatchObject({
      kind: 'return',
      number: refund.number,
      original: { number: sale.number, at: sale.completed_at },
      reason: 'お客さま都合',
      subtotal: 3_300,
      points_as: 'discount',
      points: 300,
      total: 3_000,
      tax: [{ rate: 1_000, taxable: 3_000, tax: 272 }],
      tenders: [
        { kind: 'balance', amount: 1_500 },
        { kind: 'cash', amount: 1_500 },
      ],
      points_deducted: 0,
      member: { points_used: 300, points_earned: -(details.refund?.points_reclaimed ?? 0) },
    })
    expect(content.lines.map(({ name, quantity, subtotal }) => [name, quantity, subtotal])).toEqual([
      ['鎖', 1, 3_300],
    ])
    expect({ formal_amount, can_issue_formal, stamp_yen }).toMatchObject({
      can_issue_formal: false,
      stamp_yen: 0,
    })
    expect(
      await hanako.refused('transactions.formalReceipt', { ...of(refund), body: { addressee: '上様' } }),
    ).toMatchObject({ status: 422, code: 'RECEIPT_UNAVAILABLE' })
    expect((await hanako.call('transactions.receiptPdf', of(refund))).status).toBe(200)
    // A return gives no money back, even where it moved points.
    expect({ given_back, formal_refunded }).toEqual({
      given_back: { money: 0, later: 0, points: 0 },
      formal_refunded: 0,
    })
    const clerk = await api.as('clerk')
    await clerk.get('transactions.receiptCopy', { ...of(refund), body: { id: randomUUID(), on_paper: true } })
    const mail = { id: randomUUID(), email: 'okyaku@example.com' }
    await clerk.get('transactions.receiptMail', { ...of(refund), body: mail })

    const ofSale = await hanako.get('transactions.receipt', of(sale))
    expect(ofSale).toMatchObject({
      state: 'partially_refunded',
      given_back: { money: 3_000, later: 0, points: 300 },
      content: { kind: 'sale', total: 10_000, tax: [{ rate: 1_000, taxable: 10_000, tax: 909 }] },
    })
  })

  test('says what was kept back for points that were already spent', async () => {
    const hanako = await api.as('hanako')
    const sale = await cashSale(15_000)
    const earned = sale.received_point_total
    expect(earned).toBeGreaterThan(0)
    const { point_balance } = await hanako.get('users.wallet')
    await sell(await api.as('clerk'), hanako, {
      amount: point_balance,
      tenders: { points: point_balance },
    })
    const refund = await (
      await api.as('manager')
    ).get('transactions.refund', { body: { transaction_id: sale.id, reason: 'お客さま都合' }, ...key() })
    const { content } = await hanako.get('transactions.receipt', of(refund))
    expect(content).toMatchObject({
      total: 15_000,
      points_deducted: earned,
      tenders: [{ kind: 'cash', amount: 15_000 - earned }],
    })
    // What the customer is told to have got back is what they got; the paper of the sale is void for all of it.
    expect((await hanako.get('transactions.details', of(sale))).given_back?.money).toBe(15_000 - earned)
    const { given_back, formal_refunded } = await hanako.get('transactions.receipt', of(sale))
    expect([given_back.money, formal_refunded]).toEqual([15_000 - earned, 15_000])
  })

  test('leaves nothing to make a 領収書 out for when all of it came back, and marks the copies of one that was', async () => {
    const hanako = await api.as('hanako')
    const manager = await api.as('manager')
    const [made, unmade] = [await cashSale(), await cashSale()]
    await hanako.get('transactions.formalReceipt', { ...of(made), body: { addressee: '上様' } })
    const copy = () =>
      hanako.get('transactions.formalReceiptCopy', { ...of(made), body: { id: randomUUID() } })
    await copy()
    for (const { id } of [made, unmade])
      await manager.get('transactions.refund', {
        body: { transaction_id: id, reason: 'お客さま都合' },
        ...key(),
      })
    await copy()
    expect(
      await hanako.refused('transactions.formalReceipt', { ...of(unmade), body: { addressee: '上様' } }),
    ).toMatchObject({ code: 'RECEIPT_UNAVAILABLE' })
    expect((await hanako.get('transactions.receipt', of(unmade))).state).toBe('refunded')
    expect(
      await api.db.query(
        `select c.copy, c.refunded_total from receipt_copies c join receipts r on r.id = c.receipt_id
         where r.transaction_id = $1 order by copy`,
        [made.id],
      ),
    ).toEqual([
      { copy: 1, refunded_total: 0 },
      { copy: 2, refunded_total: 1_100 },
    ])
  })
})

describe('a 領収書', () => {
  test('is made out once, to the first name that is given, and the same words again are no second one', async () => {
    const transaction = await cashSale()
    const hanako = await api.as('hanako')
    const ask = (addressee: string, proviso?: string) => ({
      ...of(transaction),
      body: { addressee, ...(proviso !== undefined && { proviso }) },
    })
    const first = await hanako.get('transactions.formalReceipt', ask('  髙﨑\ufa10𠮷商店 '))
    expect(first.formal).toMatchObject({ addressee: '髙﨑\ufa10𠮷商店', proviso: 'お品代として', copies: 0 })
    expect(first.can_issue_formal).toBe(false)
    expect(await hanako.get('transactions.formalReceipt', ask('髙﨑\ufa10𠮷商店'))).toEqual(first)
    for (const again of [ask('別の名前'), ask('髙﨑\ufa10𠮷商店', '飲食代として')]) {
      expect(await hanako.refused('transactions.formalReceipt', again)).toMatchObject({
        status: 409,
        code: 'RECEIPT_ISSUED',
        message: '領収書は発行済みです。宛名と但し書きは変更できません。',
      })
    }
    expect((await (await api.as('clerk')).get('transactions.receipt', of(transaction))).formal).toEqual(
      first.formal,
    )
  })

  test('asked for in two names at once is made out to one of them', async () => {
    const transaction = await cashSale()
    const hanako = await api.as('hanako')
    const replies = await Promise.all(
      ['甲', '乙', '丙', '甲'].map((addressee) =>
        hanako.call('transactions.formalReceipt', { ...of(transaction), body: { addressee } }),
      ),
    )
    const { formal } = await hanako.get('transactions.receipt', of(transaction))
    for (const [index, { status }] of replies.entries())
      expect(status).toBe(['甲', '乙', '丙', '甲'][index] === formal?.addressee ? 201 : 409)
  })

  test.each([
    [{ addressee: '' }, { addressee: '宛名を入力してください。' }],
    [{ addressee: ' 　' }, { addressee: '宛名を入力してください。' }],
    [{ addressee: 'あ'.repeat(41) }, { addressee: '40文字以内で入力してください。' }],
    [{ addressee: '花子🌸' }, { addressee: '使用できない文字が含まれています。' }],
    [{ addressee: '上様\n金額' }, { addressee: '使用できない文字が含まれています。' }],
    [{ addressee: '한글' }, { addressee: '使用できない文字が含まれています。' }],
    [{ addressee: '上様', proviso: 'あ'.repeat(41) }, { proviso: '40文字以内で入力してください。' }],
    [{ addressee: '上様', amount: 1 }, { amount: 'この項目は指定できません。' }],
  ])('%j is refused under its field, and nothing is made out', async (body, fields) => {
    const transaction = await cashSale()
    const hanako = await api.as('hanako')
    const refusal = await hanako.refused('transactions.formalReceipt', { ...of(transaction), body })
    expect(refusal).toMatchObject({ status: 400, code: 'VALIDATION_ERROR', fields })
    expect((await hanako.get('transactions.receipt', of(transaction))).formal).toBeNull()
  })

  test('is not made out where nothing but points was paid', async () => {
    const hanako = await api.as('hanako')
    await grantPoints(api.db, hanako.user_id, 500)
    const { transaction } = await sell(await api.as('clerk'), hanako, {
      amount: 500,
      tenders: { points: 500 },
    })
    expect(
      await hanako.refused('transactions.formalReceipt', { ...of(transaction), body: { addressee: '上様' } }),
    ).toMatchObject({
      status: 422,
      code: 'RECEIPT_UNAVAILABLE',
      message: 'この取引の領収書は発行できません。',
    })
  })

  test('counts its copies without a gap, one for each act, however often an answer is lost', async () => {
    const transaction = await cashSale()
    const hanako = await api.as('hanako')
    expect(
      await hanako.refused('transactions.formalReceiptCopy', {
        ...of(transaction),
        body: { id: randomUUID() },
      }),
    ).toMatchObject({ status: 404, code: 'RECEIPT_NONE' })
    await hanako.get('transactions.formalReceipt', { ...of(transaction), body: { addressee: '上様' } })
    const acts = Array.from({ length: 5 }, () => randomUUID())
    const copies = await Promise.all(
      [...acts, ...acts].map((id) =>
        hanako.get('transactions.formalReceiptCopy', { ...of(transaction), body: { id } }),
      ),
    )
    expect(copies.slice(5)).toEqual(copies.slice(0, 5))
    expect(
      copies
        .slice(0, 5)
        .map(({ copy }) => copy)
        .toSorted((a, b) => a - b),
    ).toEqual([1, 2, 3, 4, 5])
    expect(copies.filter(({ reissue }) => !reissue).map(({ copy }) => copy)).toEqual([1, 1])
    expect((await hanako.get('transactions.receipt', of(transaction))).formal?.copies).toBe(5)

    const other = await cashSale()
    await hanako.get('transactions.formalReceipt', { ...of(other), body: { addressee: '上様' } })
    expect(
      await hanako.refused('transactions.formalReceiptCopy', { ...of(other), body: { id: acts[0] } }),
    ).toMatchObject({ status: 409, code: 'CONFLICT' })

    await expect(api.db.query('delete from receipt_copies')).rejects.toThrow('never allowed')
    await expect(api.db.query('update receipt_copies set copy = copy + 1')).rejects.toThrow('never allowed')
    await expect(
      api.db.query(
        `insert into receipt_copies (receipt_id, copy, id, made_at, made_by)
         select receipt_id, 7, gen_random_uuid(), now(), made_by from receipt_copies limit 1`,
      ),
    ).rejects.toThrow('is not the next one')
  })
})

describe('at the register', () => {
  test('every paper is counted: from the second on it is a reissue, and a lost answer counts none', async () => {
    const [transaction, clerk, hanako] = [await cashSale(), await api.as('clerk'), await api.as('hanako')]
    expect((await clerk.get('transactions.receipt', of(transaction))).copies).toBe(0)
    const acts = [randomUUID(), randomUUID()]
    const copies = await Promise.all(
      [...acts, ...acts].map((id) =>
        clerk.get('transactions.receiptCopy', { ...of(transaction), body: { id } }),
      ),
    )
    expect(copies.slice(2)).toEqual(copies.slice(0, 2))
    expect(
      copies
        .slice(0, 2)
        .map(({ copy, reissue }) => `${copy} ${reissue}`)
        .toSorted(),
    ).toEqual(['1 false', '2 true'])
    expect((await hanako.get('transactions.receipt', of(transaction))).copies).toBe(2)
    const [forShop, forMember] = await Promise.all(
      [clerk, hanako].map((who) => who.call('transactions.receiptPdf', of(transaction))),
    )
    // The mark makes the shop's file longer; the member's own is the original.
    expect(bytesOf(forShop!.body).length).not.toBe(bytesOf(forMember!.body).length)
    const other = await cashSale()
    expect(
      await clerk.refused('transactions.receiptCopy', { ...of(other), body: { id: acts[0] } }),
    ).toMatchObject({ status: 409, code: 'CONFLICT' })
  })

  test('goes by mail with every word that the law asks for, once for an act, and staff see no address', async () => {
    const [transaction, clerk] = [await specimen(), await api.as('clerk')]
    const body = { id: randomUUID() }
    const sent = await Promise.all(
      [1, 2, 3].map(() => clerk.get('transactions.receiptMail', { ...of(transaction), body })),
    )
    expect(new Set(sent.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(sent[0]).toMatchObject({ copy: 1, reissue: false })
    expect(sent[0]!.sent_to).not.toContain('hanako')
    const mails = await outboxOf(api, 'hanako02@example.com')
    const [mail, ...more] = mails.filter(({ subject }) => subject?.includes('レシート'))
    expect(more).toEqual([])
    for (const words of [
      '適格簡易請求書',
      '登録番号',
      'T0000000000000',
      transaction.number,
      '月暈リング 細 11号 SV925',
      '1点 ¥8,800',
      'ポイント値引',
      '-¥950',
      '10%対象 ¥15,000（内消費税 ¥1,363）',
      '残高払い',
      '¥10,000',
    ])
      expect(mail!.text, words).toContain(words)
    const again = await clerk.get('transactions.receiptMail', {
      ...of(transaction),
      body: { id: randomUUID(), email: 'stranger@example.com' },
    })
    expect(again).toMatchObject({ copy: 2, reissue: true })
    const [other] = await outboxOf(api, 'stranger@example.com')
    expect(other!.text).toContain('再発行（1回目）')
    expect(other!.text).not.toContain('例示')
  })

  test('asks for an address where none is known, and sends nothing without', async () => {
    const clerk = await api.as('clerk')
    const { transaction } = await sell(clerk, null, { amount: 500, tenders: { cash: 500 } })
    expect(
      await clerk.refused('transactions.receiptMail', { ...of(transaction), body: { id: randomUUID() } }),
    ).toMatchObject({
      status: 422,
      code: 'RECEIPT_NO_ADDRESS',
      error: '送り先のメールアドレスを入力してください。',
    })
    expect((await clerk.get('transactions.receipt', of(transaction))).copies).toBe(0)
  })
})

describe('a file', () => {
  test('of a receipt is a PDF in Japanese type, and the same one each time', async () => {
    const transaction = await specimen()
    const hanako = await api.as('hanako')
    const [first, second] = await Promise.all(
      [1, 2].map(() => hanako.call('transactions.receiptPdf', of(transaction))),
    )
    expect(first!.headers.get('content-type')).toBe('application/pdf')
    expect(first!.headers.get('content-disposition')).toBe(
      `attachment; filename="receipt-${transaction.number}.pdf"`,
    )
    expect(first!.headers.get('cache-control')).toBe('no-store')
    const pdf = bytesOf(first!.body)
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.includes('NotoSansJP')).toBe(true)
    expect(second!.body).toBe(first!.body)
  })

  test('of a 領収書 exists for each counted copy and for no other', async () => {
    const transaction = await cashSale(55_000)
    const hanako = await api.as('hanako')
    const file = (copy: string) =>
      hanako.call('transactions.formalReceiptPdf', { params: { id: transaction.id, copy } })
    expect((await file('1')).body).toMatchObject({ code: 'RECEIPT_NONE' })
    await hanako.get('transactions.formalReceipt', { ...of(transaction), body: { addressee: '上様' } })
    for (let count = 0; count < 2; count += 1) {
      await hanako.get('transactions.formalReceiptCopy', {
        ...of(transaction),
        body: { id: randomUUID() },
      })
    }
    const [original, reissue, missing] = await Promise.all(['1', '2', '3'].map(file))
    expect([original!.status, reissue!.status, missing!.status]).toEqual([200, 200, 404])
    expect(reissue!.body).not.toBe(original!.body)
    expect((await file('1')).body).toBe(original!.body)
    expect((await file('0')).status).toBe(404)
  })
})

// Last in the file, because the register keeps what it read of the settings for a few seconds.
describe('points as a way to pay', () => {
  test('counts points as a way to pay where the brand says so, and the sales before stay as they were', async () => {
    const before = await specimen()
    await api.db.query(`insert into settings (key, value) values ('receipt.points_as', '"payment"')`)
    try {
      const after = await eventuallyTaxed()
      expect(after.tax).toEqual([{ rate: 1_000, taxable: 15_950, tax: 1_450 }])
      const hanako = await api.as('hanako')
      expect((await hanako.get('transactions.receipt', of(after))).content).toMatchObject({
        points_as: 'payment',
        total: 15_950,
        tax: [{ rate: 1_000, taxable: 15_950, tax: 1_450 }],
        tenders: [{ kind: 'points', amount: 950 }, { kind: 'balance' }, { kind: 'cash' }],
      })
      expect((await hanako.get('transactions.receipt', of(after))).formal_amount).toBe(15_000)
      expect((await hanako.get('transactions.receipt', of(before))).content.points_as).toBe('discount')
    } finally {
      await api.db.query(`delete from settings where key = 'receipt.points_as'`)
    }
  })

  /** The register reads settings once in a few seconds. */
  async function eventuallyTaxed() {
    for (const until = Date.now() + 15_000; ;) {
      const transaction = await specimen()
      if (transaction.tax[0]?.taxable === 15_950 || Date.now() > until) return transaction
      await new Promise((wake) => setTimeout(wake, 500))
    }
  }

  test('of a sale that counted points as a way to pay is taxed with them too', async () => {
    await api.db.query(`insert into settings (key, value) values ('receipt.points_as', '"payment"')`)
    try {
      let sale = await ringAndChain()
      for (const until = Date.now() + 15_000; sale.tax[0]?.taxable !== 11_000 && Date.now() < until;) {
        await new Promise((wake) => setTimeout(wake, 500))
        sale = await ringAndChain()
      }
      const refund = await returnChain(sale.id)
      const { content } = await (await api.as('hanako')).get('transactions.receipt', of(refund))
      expect(content).toMatchObject({
        points_as: 'payment',
        total: 3_300,
        tax: [{ rate: 1_000, taxable: 3_300, tax: 300 }],
        tenders: [{ kind: 'points', amount: 300 }, { kind: 'balance' }, { kind: 'cash' }],
      })
    } finally {
      await api.db.query(`delete from settings where key = 'receipt.points_as'`)
    }
  })
})

test('one reader who asks again and again keeps nobody else from their paper', async () => {
  const strict = await startApi({ env: { RATE_LIMITS: 'on' }, db: api.db })
  const [hanako, clerk] = await Promise.all([strict.as('hanako'), strict.as('clerk')])
  const transaction = await cashSale()
  const flood = Array.from({ length: 60 }, () => hanako.call('transactions.receiptPdf', of(transaction)))
  // The first answer is a refusal: by then all that may wait does.
  await Promise.race(flood)
  expect((await clerk.call('transactions.receiptPdf', of(transaction))).status).toBe(200)
  expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([200, 429]))
  await strict.close()
})
