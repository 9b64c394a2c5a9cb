import { randomUUID } from 'node:crypto'
import { receiptDay } from '@shirogane/receipt/words'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { castPassword } from '@shirogane/testkit/database'
import { trust } from '@shirogane/testkit/acts/deferred'
import { outboxOf } from '@shirogane/testkit/acts/newcomer'
import { outboxIsEmpty } from '@shirogane/testkit/servers/outbox'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../db/sql.ts'
import { dayText } from '../../../lib/dates-text.ts'
import { transactionsCsv } from '../../auth/leaving/transactions-text.ts'
import { listExportedTransactions } from '../../auth/leaving/export-store.ts'
import { readNotices } from '@shirogane/testkit/calls/notices'

let api: TestApi
let clerk: Caller
let manager: Caller
let hanako: Caller
beforeAll(async () => {
  api = await startApi()
  ;[clerk, manager, hanako] = [await api.as('clerk'), await api.as('manager'), await api.as('hanako')]
})
beforeEach(async () => {
  const { total } = await hanako.get('transactions.ownLater')
  if (total > 0) await clerk.get('transactions.laterCollect', key({ user_id: hanako.user_id, pay: true }))
  await trust(api.db, hanako.user_id)
})
afterAll(() => api.close())

const key = (body: object) => ({ body, headers: { 'Idempotency-Key': randomUUID() } })
const of = (transaction: { id: string }) => ({ params: { id: transaction.id } })
const receiptOf = (transaction: { id: string }) => hanako.get('transactions.receipt', of(transaction))
const defer = async (later: number, cash = 0) => {
  const { transaction } = await sell(clerk, hanako, {
    amount: later + cash,
    tenders: { ...(cash > 0 && { cash }), later },
  })
  const { due_on } = (await hanako.get('transactions.details', of(transaction))).later!
  return { transaction, due_on }
}
const collect = (pay: number | true) =>
  clerk.get('transactions.laterCollect', key({ user_id: hanako.user_id, pay }))
const giveBack = (transaction: { id: string }, amount: number) =>
  manager.get('transactions.refund', key({ transaction_id: transaction.id, amount, reason: 'お客さま都合' }))
/** Hands out one more 領収書, and tells what all of them say went back. */
const copies = async (transaction: { id: string }) => {
  await hanako.get('transactions.formalReceiptCopy', { ...of(transaction), body: { id: randomUUID() } })
  const rows = await api.db.query<{ refunded_total: number }>(
    `select c.refunded_total from receipt_copies c join receipts r on r.id = c.receipt_id
     where r.transaction_id = $1 and r.kind = 'formal' order by c.copy`,
    [transaction.id],
  )
  return rows.map(({ refunded_total }) => refunded_total)
}
const pdfOf = async ({ id }: { id: string }) =>
  (await hanako.call('transactions.formalReceiptPdf', { params: { id, copy: '1' } })).status
const noticeOf = async (transaction: { id: string }) => {
  await outboxIsEmpty(api.db)
  const [notice] = await readNotices(api.db, `transaction_id = $1 and topic = 'payment'`, [transaction.id])
  return notice
}
const mailOf = async (transaction: { number: string }) => {
  await outboxIsEmpty(api.db)
  return (await outboxOf(api, 'hanako02@example.com')).find(({ text }) => text.includes(transaction.number))
}

test('no 領収書 says that money was received which is still to be paid', async () => {
  const { transaction } = await defer(8_800)
  expect(await receiptOf(transaction)).toMatchObject({ can_issue_formal: false, formal_amount: 0 })
  for (const caller of [hanako, clerk, manager])
    expect(
      await caller.refused('transactions.formalReceipt', {
        ...of(transaction),
        body: { addressee: '上様' },
      }),
    ).toMatchObject({ status: 422, code: 'RECEIPT_UNAVAILABLE' })
  // Nor once it was paid: what was paid then stands on the paper of that day.
  await clerk.get('transactions.laterCollect', key({ user_id: hanako.user_id, pay: true }))
  expect(await receiptOf(transaction)).toMatchObject({ can_issue_formal: false, formal_amount: 0 })
})

test('a 領収書 is made out for the part that was paid at once', async () => {
  const { transaction } = await defer(5_000, 1_000)
  expect(await receiptOf(transaction)).toMatchObject({ can_issue_formal: true, formal_amount: 1_000 })
  await hanako.get('transactions.formalReceipt', { ...of(transaction), body: { addressee: '上様' } })
  await hanako.get('transactions.formalReceiptCopy', { ...of(transaction), body: { id: randomUUID() } })
  expect(await pdfOf(transaction)).toBe(200)
})

test('each payment of a debt is receipted for itself, once, and no yen stands on two 領収書', async () => {
  const { transaction } = await defer(9_000, 1_000)
  const [first, second] = [await collect(4_000), await collect(5_000)]
  const made = [
    [transaction, 1_000],
    [first, 4_000],
    [second, 5_000],
  ] as const
  for (const [movement, formal_amount] of made) {
    expect(await receiptOf(movement)).toMatchObject({ can_issue_formal: true, formal_amount })
    const issued = await hanako.get('transactions.formalReceipt', {
      ...of(movement),
      body: { addressee: '株式会社例示' },
    })
    expect(issued).toMatchObject({ can_issue_formal: false, formal_amount, formal_refunded: 0 })
    expect(
      await clerk.refused('transactions.formalReceipt', { ...of(movement), body: { addressee: '上様' } }),
    ).toMatchObject({ code: 'RECEIPT_ISSUED' })
    await hanako.get('transactions.formalReceiptCopy', { ...of(movement), body: { id: randomUUID() } })
    expect(await pdfOf(movement)).toBe(200)
  }
  expect((await receiptOf(first)).content).toMatchObject({
    kind: 'collection',
    tax: [],
    lines: [{ name: `後払いのお支払い（${transaction.number}）`, subtotal: 4_000 }],
    tenders: [{ kind: 'cash', amount: 4_000 }],
  })

  // Of several payments the last one goes back first, and each 領収書 says what went back of its own.
  await giveBack(transaction, 7_000)
  const refunded = () =>
    Promise.all(made.map(async ([movement]) => (await receiptOf(movement)).formal_refunded))
  expect(await refunded()).toEqual([700, 1_300, 5_000])
  expect((await receiptOf(transaction)).given_back).toEqual({ money: 7_000, later: 0, points: 0 })
  await giveBack(transaction, 3_000)
  expect(await refunded()).toEqual([1_000, 4_000, 5_000])
  expect(await copies(first)).toEqual([0, 4_000])
})

test('nothing is receipted of a payment that went back, and what was set against the debt is none', async () => {
  const { transaction } = await defer(6_000, 4_000)
  await giveBack(transaction, 5_000)
  expect(await receiptOf(transaction)).toMatchObject({
    given_back: { money: 0, later: 5_000, points: 0 },
    formal_refunded: 0,
  })
  const paid = await collect(1_000)
  await giveBack(transaction, 5_000)
  expect(await receiptOf(transaction)).toMatchObject({
    given_back: { money: 5_000, later: 5_000, points: 0 },
    formal_refunded: 4_000,
  })
  expect(await receiptOf(paid)).toMatchObject({
    given_back: { money: 1_000, later: 0, points: 0 },
    can_issue_formal: false,
    formal_amount: 1_000,
    formal_refunded: 1_000,
  })
  expect(
    await hanako.refused('transactions.formalReceipt', { ...of(paid), body: { addressee: '上様' } }),
  ).toMatchObject({ code: 'RECEIPT_UNAVAILABLE' })
})

test('one payment of two debts names both, and a 入金控え on paper needs the stamp of its cash', async () => {
  const [one, other] = [await defer(20_000), await defer(30_000)]
  const paid = await collect(true)
  const receipt = await clerk.get('transactions.receipt', of(paid))
  expect(receipt).toMatchObject({ formal_amount: 50_000, stamp_yen: 200 })
  expect(receipt.content.lines.map(({ name }) => name)).toEqual(
    [one, other].map(({ transaction }) => `後払いのお支払い（${transaction.number}）`),
  )
  expect((await clerk.get('transactions.receipt', of(one.transaction))).stamp_yen).toBe(0)
  const stamps = async () => (await manager.get('admin.day')).papers.stamps
  const before = await stamps()
  await clerk.get('transactions.receiptCopy', { ...of(paid), body: { id: randomUUID(), on_paper: true } })
  expect(await stamps()).toEqual({ count: before.count + 1, total: before.total + 200 })
})

test('points that came back are no money that did', async () => {
  const { transaction } = await sell(clerk, hanako, { amount: 1_000, tenders: { points: 300, cash: 700 } })
  await giveBack(transaction, 1_000)
  expect(await receiptOf(transaction)).toMatchObject({
    given_back: { money: 700, later: 0, points: 300 },
    formal_amount: 700,
    formal_refunded: 700,
  })
})

test('the page of a sale and the file of its customer tell money that went back from debt that ended', async () => {
  const { transaction } = await defer(9_000, 1_000)
  await giveBack(transaction, 9_600)
  expect(await hanako.get('transactions.details', of(transaction))).toMatchObject({
    given_back: { money: 600, later: 9_000, points: 0 },
  })
  const db = { rows: api.db.query } as unknown as Db
  const csv = transactionsCsv(await listExportedTransactions(db, hanako.user_id))
  const [head, ...rows] = csv.split('\r\n').map((line) => line.split(','))
  const row = rows.find((cells) => cells.includes(transaction.number))!
  const cell = (title: string) => row[head!.findIndex((name) => name.endsWith(title))]
  expect([cell('返金済みの金額（円）'), cell('後払いの残りから差し引き（円）')]).toEqual(['600', '9000'])
})

test('the list and the file of the shop name the ways that a return of a deferred sale went', async () => {
  const { transaction } = await defer(6_000, 4_000)
  const found = async () => (await manager.get('transactions.search', { query: {} })).sums!
  const before = await found()
  const back = await giveBack(transaction, 7_000)
  const { net, tenders, kept } = await found()
  expect(net).toBe(before.net - 7_000)
  expect(tenders).toEqual({
    ...before.tenders,
    cash: before.tenders.cash - 1_000,
    later: before.tenders.later - 6_000,
  })
  expect(kept).toBe(before.kept)
  const { body } = await manager.call('transactions.searchCsv', { query: { q: back.number } })
  const [head, row] = (body as string).split('\r\n').map((line) => line.split(','))
  const cells = Object.fromEntries(head!.map((name, at) => [name, row![at]]))
  expect(cells).toMatchObject({
    '返金・取消（円）': '7000',
    'うち現金（円）': '1000',
    'うち後払い（円）': '6000',
    'うち付与ポイント不足分（円）': '0',
  })
})

test('what a return took from the debt is no money that went back of a 領収書', async () => {
  const { transaction } = await defer(9_000, 1_000)
  await hanako.get('transactions.formalReceipt', { ...of(transaction), body: { addressee: '上様' } })
  expect(await copies(transaction)).toEqual([0])
  await giveBack(transaction, 5_000)
  expect(await copies(transaction)).toEqual([0, 0])
  await giveBack(transaction, 4_600)
  expect(await copies(transaction)).toEqual([0, 0, 600])
})

test('a 領収書 that was fixed before it named the due day keeps its amount, and one made out now has its own', async () => {
  const [{ transaction: known }, { transaction: unmade }, { transaction: made }] = [
    await defer(5_000, 1_000),
    await defer(5_000, 1_000),
    await defer(5_000, 1_000),
  ]
  const { due_on: _, owed_after: __, ...old } = (await receiptOf(known)).content
  const fix = (id: string, kind: 'movement' | 'formal') =>
    api.db.query(
      `insert into receipts (id, kind, transaction_id, content, addressee, proviso, issued_at, issued_by)
       select gen_random_uuid(), $2, $1, $3, words, words, ledger.now(), $4
       from (select case $2 when 'formal' then '上様' end as words) w`,
      [id, kind, JSON.stringify(old), hanako.user_id],
    )
  await fix(unmade.id, 'movement')
  expect(await receiptOf(unmade)).toMatchObject({ can_issue_formal: true, formal_amount: 1_000 })
  expect(
    await hanako.get('transactions.formalReceipt', { ...of(unmade), body: { addressee: '上様' } }),
  ).toMatchObject({ formal_amount: 1_000 })
  expect(await receiptOf(unmade)).toMatchObject({ formal_amount: 1_000 })
  await fix(made.id, 'movement')
  await fix(made.id, 'formal')
  expect(await receiptOf(made)).toMatchObject({ can_issue_formal: false, formal_amount: 6_000 })
  // What it was made out for is paid later, and is on no second one then.
  const paid = await collect(true)
  expect(await receiptOf(paid)).toMatchObject({ content: { total: 15_000 }, formal_amount: 10_000 })
  await giveBack(made, 6_000)
  expect(await receiptOf(made)).toMatchObject({ formal_refunded: 6_000 })
  expect(await receiptOf(paid)).toMatchObject({ given_back: { money: 5_000 }, formal_refunded: 0 })
  expect(
    await hanako.get('transactions.formalReceipt', { ...of(paid), body: { addressee: '上様' } }),
  ).toMatchObject({ content: { total: 15_000 }, formal_amount: 10_000 })
})

test('a purchase on credit is told of as one, with its day, in the app, by mail and on its receipt', async () => {
  const { transaction, due_on } = await defer(8_800)
  expect((await receiptOf(transaction)).content).toMatchObject({
    tenders: [{ kind: 'later', amount: 8_800 }],
    due_on,
    owed_after: 8_800,
    return_days: 14,
  })
  expect(await noticeOf(transaction)).toEqual({
    title: '後払いを承りました',
    message: `金沢本店：後払い 8,800円（お支払期日 ${dayText(due_on)}）`,
  })
  const mail = await mailOf(transaction)
  expect(mail!.subject).toBe('【ツキシロ】後払いを承りました')
  for (const line of [
    '下記の後払いを承りました。',
    '内訳：後払い 8,800円',
    `お支払期日：${receiptDay(due_on)}`,
    '後払いの残り（合計）：8,800円',
  ])
    expect(mail!.text).toContain(line)
})

test('what was paid at once is told of beside what was deferred', async () => {
  await defer(1_000)
  const { transaction, due_on } = await defer(5_000, 1_200)
  expect((await receiptOf(transaction)).content).toMatchObject({ owed_after: 6_000 })
  expect(await noticeOf(transaction)).toEqual({
    title: '後払いを承りました',
    message: `金沢本店：お支払い 1,200円・後払い 5,000円（お支払期日 ${dayText(due_on)}）`,
  })
  const mail = await mailOf(transaction)
  for (const line of [
    '下記のお支払いと後払いを承りました。',
    '内訳：現金 1,200円／後払い 5,000円',
    '後払いの残り（合計）：6,000円',
  ])
    expect(mail!.text).toContain(line)
})

test('a receipt by mail says until when', async () => {
  const { transaction, due_on } = await defer(3_300)
  await clerk.get('transactions.receiptMail', {
    ...of(transaction),
    body: { id: randomUUID(), email: 'later@example.com' },
  })
  const [mail] = await outboxOf(api, 'later@example.com')
  for (const line of [
    `お支払期日：${receiptDay(due_on)}`,
    '後払いの残り（合計）：¥3,300',
    '返品は14日以内・未使用・レシート必須（名入れ刻印・ピアスを除く）',
  ])
    expect(mail!.text).toContain(line)
})

test('the paper of a return says that the debt became less, and every yen of it by a way', async () => {
  const { transaction } = await defer(6_000, 4_000)
  const back = await manager.get(
    'transactions.refund',
    key({ transaction_id: transaction.id, amount: 7_000, reason: 'お客さま都合' }),
  )
  const { content } = await receiptOf(back)
  expect(content).toMatchObject({ kind: 'return', total: 7_000, owed_after: 0 })
  expect(content.tenders).toEqual([
    { kind: 'cash', amount: 1_000 },
    { kind: 'later', amount: 6_000 },
  ])
  const mail = await mailOf(back)
  expect(mail!.text).toContain('返金先：現金 1,000円／後払いの残りから差し引き 6,000円')
})

test('a return that the debt took alone is told of as no refund, in the app and by mail', async () => {
  const { transaction } = await defer(6_000, 4_000)
  const back = await giveBack(transaction, 5_000)
  expect(await noticeOf(back)).toEqual({
    title: '返品を承りました',
    message: '返品分5,000円を後払いの残りから差し引きました。',
  })
  const mail = await mailOf(back)
  expect(mail!.subject).toBe('【ツキシロ】返品を承りました')
  expect(mail!.text).toContain('返品を承りました：返品分5,000円を後払いの残りから差し引きました。')
  expect(mail!.text).toContain('内訳：後払いの残りから差し引き 5,000円')
  expect(mail!.text).not.toContain('返金')
})

test('and so does that of a void', async () => {
  const { transaction } = await defer(2_200)
  const gone = await clerk.get('transactions.delete', {
    ...of(transaction),
    ...key({ employee_id: 'E0003', password: castPassword }),
  })
  expect((await receiptOf(gone)).content).toMatchObject({
    kind: 'void',
    tenders: [{ kind: 'later', amount: 2_200 }],
    owed_after: 0,
  })
  await clerk.get('transactions.receiptMail', {
    ...of(gone),
    body: { id: randomUUID(), email: 'void@example.com' },
  })
  const [mail] = await outboxOf(api, 'void@example.com')
  expect(mail!.text).toContain('取消レシートをお送りします。')
  expect(mail!.text).toContain('取消日：')
  expect(mail!.text).toContain('取消合計（税込）：-¥2,200')
  expect(mail!.text).toContain('後払いの残りから差し引き：¥2,200')
})
