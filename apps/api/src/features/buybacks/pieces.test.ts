// A bought piece on its way: put on sale as one article, sold, melted, and never two of these.
import { randomUUID } from 'node:crypto'
import { reverseBuyback } from '@shirogane/ledger'
import { outboxIsEmpty } from '@shirogane/testkit/servers/outbox'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const manager = () => api.as('manager')
let marks = 0
/** Bought two weeks and more ago, so that it cannot be asked back any more; its line is 1. */
async function bought({ isHeld = false } = {}): Promise<string> {
  const { id } = await (
    await manager()
  ).get('admin.createBuyback', {
    body: {
      id: randomUUID(),
      user_id: null,
      seller: {
        name: '例示 次郎',
        address: '石川県金沢市片町0-0-0',
        date_of_birth: '1980-04-01',
        occupation: '会社員',
        document: 'driver_license',
        document_tail: '1234',
        method: 'in_person_visual',
      },
      purpose: '不用品の処分',
      seen: true,
      items: [
        {
          kind: 'ring',
          name: '銀の指輪',
          quantity: 1,
          fineness: 925,
          gross_weight_mg: 12_340,
          deduction_mg: 0,
          grade: 'A',
          features: `SV925の刻印、外側に傷 ${(marks += 1)}`,
          serial: null,
        },
      ],
      amount: 3_652,
      paid_by: 'cash',
      bank: null,
      signature: [[0, 0, 100, 40]],
    },
  })
  if (!isHeld) await daysPass(id)
  return id
}
/** The taking back of such a purchase, as the server asks the ledger for it. */
const reversalOf = (buyback_id: string, actor_id: string, approved_by: string | null = null) => ({
  id: randomUUID(),
  buyback_id,
  actor_id,
  approved_by,
  amount: 3_652,
  reason: '誤り',
})
async function daysPass(id: string): Promise<void> {
  await api.db.query('alter table buyback_items disable trigger user')
  await api.db.query('update buyback_items set held_until = current_date - 3 where buyback_id = $1', [id])
  await api.db.query('alter table buyback_items enable trigger user')
}
const saleForm = (price = 12_000) => ({ id: randomUUID(), name: '銀の指輪（中古）', price, size: '11号' })
const at = (id: string) => ({ id, line: '1' })
const putOnSale = async (id: string, body = saleForm()) =>
  (await manager()).get('admin.stockBuyback', { params: at(id), body })
const saleOf = (sku_id: string, price = 12_000) => ({
  body: {
    transaction_id: randomUUID(),
    items: [{ sku_id, quantity: 1 }],
    tenders: { cash: price },
  },
  headers: { 'Idempotency-Key': randomUUID() },
})
const sell = async (sku_id: string, price?: number) =>
  (await (await api.as('clerk')).get('transactions.pay', saleOf(sku_id, price))).transaction
const melt = { kind: 'melted' as const, disposed_to: '銀河精錬' }
const shown = async (id: string) => (await manager()).get('admin.buyback', { params: { id } })
const booksAreWhole = async () => expect(await api.db.query('select * from ledger.audit()')).toEqual([])
const trust = (below: boolean) =>
  api.db.query(`update stores set stock_below_zero = $1 where code = 'KNZ1'`, [below])

describe('a bought piece', () => {
  test('waits its days, is put on sale once as an article of its own, and one form makes one', async () => {
    const id = await bought({ isHeld: true })
    const early = await (await manager()).refused('admin.stockBuyback', { params: at(id), body: saleForm() })
    expect([early.code, early.message]).toEqual([
      'BUYBACK_HELD',
      '保管期間（14日）が過ぎるまで処分できません。',
    ])
    await daysPass(id)
    const false_ = { params: at(id), body: { ...saleForm(), name: '純銀の指輪' } }
    expect((await (await manager()).refused('admin.stockBuyback', false_)).code).toBe('SKU_SILVER_NAME')
    const body = saleForm()
    const [one, two] = await Promise.all([putOnSale(id, body), putOnSale(id, body)])
    expect(one.items[0]?.article).toMatchObject({ id: body.id, price: 12_000 })
    expect(two.items[0]?.article).toEqual(one.items[0]?.article)
    expect((await putOnSale(id, body)).items[0]?.article?.id).toBe(body.id)
    const other = await (await manager()).refused('admin.stockBuyback', { params: at(id), body: saleForm() })
    expect(other.code).toBe('CONFLICT')
    const stock = await (await manager()).get('inventory.show', { params: { id: body.id } })
    const found = await (
      await api.as('clerk')
    ).get('skus.search', { query: { query: one.items[0]!.article!.sku } })
    expect(found.items).toMatchObject([{ id: body.id, piece: true, stock: { available: 1 } }])
    expect(stock).toMatchObject({ quantity: 1, fineness: 925, weight_mg: 12_340, size: '11号' })
    await booksAreWhole()
  })

  test('that was sold says when, by which sale and to whom; the sale says where it came from', async () => {
    const id = await bought()
    const { items } = await putOnSale(id)
    const article = items[0]!.article!
    const sale = await sell(article.id)
    const entry = await shown(id)
    expect(entry.held).toBe(0)
    expect(entry.items[0]).toMatchObject({
      way: 'sold',
      disposed_to: null,
      sale: {
        id: sale.id,
        number: sale.number,
        amount: 12_000,
        member: null,
        needs_buyer: true,
        buyer: null,
      },
    })
    expect(entry.items[0]?.disposed_on).toMatch(/^\d{4}-\d\d-\d\d$/)
    const buyer = { name: '見本 花', address: '石川県金沢市片町0-0-0', occupation: '会社員', age: 40 }
    const asked = { params: at(id), body: { transaction_id: sale.id, ...buyer } }
    const written = await (await manager()).get('admin.buybackBuyer', asked)
    expect(written.items[0]).toMatchObject({ disposed_to: '見本 花', sale: { needs_buyer: false, buyer } })
    expect((await (await manager()).refused('admin.buybackBuyer', asked)).code).toBe('CONFLICT')
    await expect(api.db.query(`update buyback_buyers set name = '別人'`)).rejects.toThrow(/never|stays/)
    const { till: register } = await (
      await api.as('clerk')
    ).get('transactions.details', { params: { id: sale.id } })
    expect(register?.pieces).toEqual([{ line: 1, buyback_id: id, number: `${entry.number}-1` }])
    const file = String((await (await manager()).call('admin.buybacksCsv')).body)
    const line = file.split('\r\n').find((row) => row.includes(`${entry.number}-1`))
    expect(line).toContain(`見本 花,売却,石川県金沢市片町0-0-0,会社員,40,${sale.number},12000`)
    await booksAreWhole()
  })

  test('below ten thousand yen asks for no buyer, and one that comes back is here again and is sold anew', async () => {
    const id = await bought()
    const { items } = await putOnSale(id, saleForm(9_999))
    const sku = items[0]!.article!.id
    const first = await sell(sku, 9_999)
    expect((await shown(id)).items[0]?.sale).toMatchObject({ id: first.id, needs_buyer: false })
    await (
      await manager()
    ).get('transactions.refund', {
      body: {
        transaction_id: first.id,
        items: [{ line: 1, quantity: 1 }],
        reason: 'お客さまのご都合',
      },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    expect((await shown(id)).items[0]).toMatchObject({ way: null, disposed_on: null, sale: null })
    const second = await sell(sku, 9_999)
    expect((await shown(id)).items[0]?.sale?.id).toBe(second.id)
    await booksAreWhole()
  })

  test('is melted with its day and leaves the stock with it; what was sold is not melted, nor put back', async () => {
    const id = await bought()
    const sku = (await putOnSale(id)).items[0]!.article!.id
    const gone = await (await manager()).get('admin.disposeBuyback', { params: at(id), body: melt })
    expect(gone.items[0]).toMatchObject({ way: 'melted', disposed_to: '銀河精錬', sale: null })
    expect((await (await manager()).get('inventory.show', { params: { id: sku } })).quantity).toBe(0)
    expect((await (await api.as('clerk')).refused('transactions.pay', saleOf(sku))).code).toBe(
      'STOCK_SHORTAGE',
    )
    const found = await (
      await manager()
    ).call('inventory.move', {
      params: { id: sku },
      body: { kind: 'adjust', quantity: 1, reason: '誤差' },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    expect(found.status).toBeGreaterThanOrEqual(400)

    const other = await bought()
    const taken = (await putOnSale(other)).items[0]!.article!.id
    await sell(taken)
    expect(
      (await (await manager()).refused('admin.disposeBuyback', { params: at(other), body: melt })).code,
    ).toBe('CONFLICT')
    await expect(
      api.db.query(
        `update buyback_items set disposed_on = current_date, disposed_to = 'x', disposed_kind = 'melted',
           disposed_by = (select user_id from employees where number = 'E0002') where buyback_id = $1`,
        [other],
      ),
    ).rejects.toThrow(/in stock or was sold/)
    await booksAreWhole()
  })

  test.each([false, true])(
    'that is sold and melted at once goes one way, also where sales run below zero (%s)',
    async (below) => {
      await trust(below)
      for (let round = 0; round < 4; round += 1) {
        const id = await bought()
        const sku = (await putOnSale(id)).items[0]!.article!.id
        const clerk = await api.as('clerk')
        const answers = await Promise.all([
          clerk.call('transactions.pay', saleOf(sku)),
          (await manager()).call('admin.disposeBuyback', { params: at(id), body: melt }),
          clerk.call('transactions.pay', saleOf(sku)),
        ])
        expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
        expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
        const { items } = await shown(id)
        expect(items[0]?.way).toBe(answers[1].status < 300 ? 'melted' : 'sold')
      }
      await trust(false)
      await outboxIsEmpty(api.db)
      await booksAreWhole()
    },
  )

  test('comes and goes by the ledger of second-hand articles alone: no delivery makes two, nobody disposes of it elsewhere', async () => {
    const id = await bought()
    const sku = (await putOnSale(id)).items[0]!.article!.id
    for (const body of [
      { kind: 'receive', quantity: 1 },
      { kind: 'dispose', quantity: 1, reason: '破損' },
    ] as const) {
      const refused = await (
        await manager()
      ).refused('inventory.move', {
        params: { id: sku },
        body,
        headers: { 'Idempotency-Key': randomUUID() },
      })
      expect([refused.status, refused.code, refused.message]).toEqual([
        409,
        'STOCK_OF_BUYBACK',
        '買い取った品物は、古物台帳から在庫に入れ、古物台帳から処分してください。',
      ])
    }
    expect((await shown(id)).items[0]).toMatchObject({ way: null, article: { id: sku } })
    await booksAreWhole()
  })

  test('that is on sale is not handed back to its seller by taking the purchase back', async () => {
    const id = await bought()
    await putOnSale(id)
    const entry = await shown(id)
    expect(entry.may_reverse).toBeNull()
    const { user_id } = await manager()
    const refused = await api.server.context.transact((tx) => reverseBuyback(tx, reversalOf(id, user_id)))
    expect(refused.code).toBe('CONFLICT')
  })

  test('that goes back to its seller at this moment is neither put on sale nor melted', async () => {
    const [onSale, melted] = [await bought(), await bought()]
    const [{ user_id: actor_id }, { user_id: approver }] = [await manager(), await api.as('owner')]
    const goingBack = Promise.all(
      [onSale, melted].map((id) =>
        api.server.context.transact(async (tx) => {
          expect((await reverseBuyback(tx, reversalOf(id, actor_id, approver))).code).toBeNull()
          await tx.run('select pg_sleep(2)')
        }),
      ),
    )
    await new Promise((resolve) => setTimeout(resolve, 500))
    const caller = await manager()
    const [stock, dispose] = await Promise.all([
      caller.call('admin.stockBuyback', { params: at(onSale), body: saleForm() }),
      caller.call('admin.disposeBuyback', { params: at(melted), body: melt }),
    ])
    expect([stock.status, dispose.status]).toEqual([409, 409])
    await goingBack
    expect((await shown(onSale)).items[0]).toMatchObject({ way: null, article: null })
    expect((await shown(melted)).items[0]).toMatchObject({ way: null, disposed_on: null })
    await booksAreWhole()
  })
})
