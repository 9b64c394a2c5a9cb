import { randomUUID } from 'node:crypto'
import { receiptDay } from '@shirogane/contract/receipt-words'
import type { Caller } from '@shirogane/testkit/caller'
import { castPassword } from '@shirogane/testkit/database'
import { trust } from '@shirogane/testkit/later'
import { outboxOf } from '@shirogane/testkit/newcomer'
import { outboxIsEmpty, sell } from '@shirogane/testkit/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayText } from '../../../lib/days.ts'

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
const noticeOf = async (transaction: { id: string }) => {
  await outboxIsEmpty(api.db)
  const [notice] = await api.db.query<{ title: string; message: string }>(
    `select title, message from notifications where transaction_id = $1 and topic = 'payment'`,
    [transaction.id],
  )
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
  const { status } = await hanako.call('transactions.formalReceiptPdf', {
    params: { id: transaction.id, copy: '1' },
  })
  expect(status).toBe(200)
})

test('what a return took from the debt is no money that went back of a 領収書', async () => {
  const { transaction } = await defer(9_000, 1_000)
  await hanako.get('transactions.formalReceipt', { ...of(transaction), body: { addressee: '上様' } })
  const copies = async () => {
    await hanako.get('transactions.formalReceiptCopy', { ...of(transaction), body: { id: randomUUID() } })
    const rows = await api.db.query<{ refunded_total: number }>(
      `select c.refunded_total from receipt_copies c join receipts r on r.id = c.receipt_id
       where r.transaction_id = $1 order by c.copy`,
      [transaction.id],
    )
    return rows.map(({ refunded_total }) => refunded_total)
  }
  const giveBack = (amount: number) =>
    manager.get(
      'transactions.refund',
      key({ transaction_id: transaction.id, amount, reason: 'お客さま都合' }),
    )
  expect(await copies()).toEqual([0])
  await giveBack(5_000)
  expect(await copies()).toEqual([0, 0])
  await giveBack(4_600)
  expect(await copies()).toEqual([0, 0, 600])
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
  expect(mail!.text).toContain('後払いの残りから差し引き：¥2,200')
})
