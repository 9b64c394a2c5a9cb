import { noTenders } from '@shirogane/domain/sales/tenders'
import { randomUUID } from 'node:crypto'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { castPassword } from '@shirogane/testkit/database'
import { fingerprint } from '@shirogane/testkit/asks/fingerprint'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
let manager: Caller
let clerk: Caller
beforeAll(async () => {
  api = await startApi()
  manager = await api.as('manager')
  clerk = await api.as('clerk')
})
afterAll(async () => {
  const findings = await api.db.query('select * from ledger.audit()')
  await api.close()
  if (findings.length > 0) throw new Error(`the books do not balance: ${JSON.stringify(findings)}`)
})

const reason = 'カード端末の伝票と照合'
const key = (value: string = randomUUID()) => ({ headers: { 'Idempotency-Key': value } })
type Correction = {
  tenders?: { cash: number; card: number }
  employee_id?: string
  note?: string
  reason?: string
}
const ask = (transaction_id: string, correction: Correction) => ({
  body: { transaction_id, correction: { reason, ...correction } },
  ...key(),
})
const sold = async (tenders: { cash?: number; card?: number; points?: number }, to: Caller | null = null) => {
  const amount = Object.values(tenders).reduce((sum, part) => sum + part, 0)
  return (await sell(clerk, to, { amount, tenders })).transaction
}
const detailsOf = (id: string, by: Caller = manager) => by.get('transactions.details', { params: { id } })
const drawerOf = async (id: string): Promise<number> => {
  const [row] = await api.db.query<{ amount: number }>(
    `select sum(case when debit_kind = 'drawer' then amount else -amount end)::int as amount
     from ledger.transfers x join ledger.transactions t on t.id = x.transaction_id
     where (t.id = $1 or t.related_id = $1) and 'drawer' in (x.debit_kind, x.credit_kind)`,
    [id],
  )
  return row!.amount
}

describe('a correction', () => {
  test('says that cash was a card: the drawer, the sale, its receipt and its refund follow, and the old values stay', async () => {
    const sale = await sold({ cash: 3_000 })
    const state = await manager.get(
      'transactions.payUpdate',
      ask(sale.id, { tenders: { cash: 1_000, card: 2_000 } }),
    )
    expect(state.transaction.tenders).toMatchObject({ cash: 1_000, card: 2_000 })
    expect(await drawerOf(sale.id)).toBe(1_000)
    const details = await detailsOf(sale.id)
    expect(details.till?.corrections).toEqual([
      expect.objectContaining({
        cash_before: 3_000,
        cash_after: 1_000,
        card_before: 0,
        card_after: 2_000,
        reason,
        employee: expect.objectContaining({ id: manager.user_id }),
      }),
    ])
    const receipt = await manager.get('transactions.receipt', { params: { id: sale.id } })
    expect(receipt.content.tenders).toEqual([
      { kind: 'card', amount: 2_000 },
      { kind: 'cash', amount: 1_000 },
    ])

    // Back and forth again: each time a revision, never more than was paid.
    await manager.get('transactions.payUpdate', ask(sale.id, { tenders: { cash: 0, card: 3_000 } }))
    expect(await drawerOf(sale.id)).toBe(0)
    expect((await detailsOf(sale.id)).till?.corrections).toHaveLength(2)

    const back = await manager.get('transactions.refund', {
      body: { transaction_id: sale.id, amount: 1_200, reason: 'お客さま都合' },
      ...key(),
    })
    expect(back.tenders).toEqual({ ...noTenders, card: 1_200 })
    const rest = await manager.get('transactions.refund', {
      body: { transaction_id: sale.id, reason: 'お客さま都合' },
      ...key(),
    })
    expect(rest.tenders.card).toBe(1_800)
    expect(await drawerOf(sale.id)).toBe(0)
  })

  test('is undone with the sale by a void, to the account where the money stands', async () => {
    const sale = await sold({ cash: 500 })
    await manager.get('transactions.payUpdate', ask(sale.id, { tenders: { cash: 0, card: 500 } }))
    const gone = await clerk.get('transactions.delete', {
      params: { id: sale.id },
      body: { employee_id: 'E0003', password: castPassword },
      ...key(),
    })
    expect(gone.tenders).toMatchObject({ cash: 0, card: 500 })
    expect(await drawerOf(sale.id)).toBe(0)
  })

  test('gives a sale to whoever made it, who then is no more its second person than the first', async () => {
    const sale = await sold({ cash: 900 })
    await manager.get(
      'transactions.payUpdate',
      ask(sale.id, { employee_id: manager.user_id, note: '贈り物' }),
    )
    const details = await detailsOf(sale.id)
    expect(details.employee?.id).toBe(manager.user_id)
    expect(details.till).toMatchObject({
      note: '贈り物',
      corrections: [
        { employee_before: '仮名 次郎', employee_after: '例田 花子', cash_before: 900, cash_after: 900 },
      ],
    })
    const found = await clerk.get('transactions.search', {
      query: { employee_id: manager.user_id, date: sale.business_date },
    })
    expect(found.items[0]?.id).toBe(sale.id)
    for (const caller of [manager, clerk])
      expect(
        await caller.refused('transactions.refund', { body: { transaction_id: sale.id, reason }, ...key() }),
      ).toMatchObject({ code: 'REFUND_APPROVAL' })
  })

  test('happens once for a key, also at the same time, and two different ones follow each other', async () => {
    const sale = await sold({ cash: 1_000 })
    const same = { ...ask(sale.id, { tenders: { cash: 400, card: 600 } }), ...key() }
    const replies = await Promise.all([1, 2, 3].map(() => manager.call('transactions.payUpdate', same)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(
      await manager.refused('transactions.payUpdate', {
        ...ask(sale.id, { note: 'x' }),
        headers: same.headers,
      }),
    ).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' })
    await Promise.all(
      [100, 200, 300].map((cash) =>
        manager.get('transactions.payUpdate', ask(sale.id, { tenders: { cash, card: 1_000 - cash } })),
      ),
    )
    const { till: register, tenders } = await detailsOf(sale.id)
    expect(register?.corrections).toHaveLength(4)
    expect(register?.corrections.at(-1)).toMatchObject({ cash_after: tenders.cash, card_after: tenders.card })
    expect(await drawerOf(sale.id)).toBe(tenders.cash)
  })

  test.each<[string, Correction, number, string]>([
    ['of one yen more', { tenders: { cash: 1_001, card: 0 } }, 422, 'CORRECT_AMOUNTS'],
    ['of one yen less', { tenders: { cash: 499, card: 500 } }, 422, 'CORRECT_AMOUNTS'],
    ['that changes nothing', { tenders: { cash: 1_000, card: 0 } }, 422, 'CORRECT_NOTHING'],
    ['of nothing at all', {}, 422, 'CORRECT_NOTHING'],
    ['to nobody', { employee_id: randomUUID() }, 404, 'NOT_FOUND'],
    ['below zero', { tenders: { cash: -1, card: 1_001 } }, 400, 'VALIDATION_ERROR'],
    ['of half a yen', { tenders: { cash: 0.5, card: 999.5 } }, 400, 'VALIDATION_ERROR'],
    ['without a reason', { reason: '　', note: 'x' }, 400, 'VALIDATION_ERROR'],
  ])('%s is refused, and nothing has moved', async (_what, correction, status, code) => {
    const sale = await sold({ cash: 1_000 })
    const before = await fingerprint(api.db)
    expect(await manager.refused('transactions.payUpdate', ask(sale.id, correction))).toMatchObject({
      status,
      code,
    })
    expect(await fingerprint(api.db)).toBe(before)
  })

  test('is for a manager: a register asks one, another store finds nothing, and it edits nothing besides', async () => {
    const sale = await sold({ cash: 1_000 })
    const moved = ask(sale.id, { tenders: { cash: 0, card: 1_000 } })
    expect(await clerk.refused('transactions.payUpdate', moved)).toMatchObject({
      status: 403,
      code: 'CORRECT_APPROVAL',
      message: '修正には責任者の承認が必要です。',
    })
    for (const name of ['otherManager', 'otherClerk'] as const)
      expect(await (await api.as(name)).refused('transactions.payUpdate', moved)).toMatchObject({
        status: 404,
        code: 'TXN_NOT_FOUND',
      })
    expect(
      await manager.refused('transactions.payUpdate', {
        body: { ...moved.body, amount: 2_000 },
        ...key(),
      }),
    ).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
  })

  test('comes too late for a sale that was given back, voided or is of a day before', async () => {
    const refunded = await sold({ cash: 1_000 })
    await manager.get('transactions.refund', {
      body: { transaction_id: refunded.id, amount: 1, reason },
      ...key(),
    })
    const voided = await sold({ cash: 300 })
    await clerk.get('transactions.delete', {
      params: { id: voided.id },
      body: { employee_id: 'E0003', password: castPassword },
      ...key(),
    })
    const codeOf = async (id: string) =>
      (await manager.refused('transactions.payUpdate', ask(id, { note: 'x' }))).code
    expect(await codeOf(refunded.id)).toBe('CORRECT_REFUNDED')
    expect(await codeOf(voided.id)).toBe('TXN_VOIDED')
    const [refund] = (await detailsOf(refunded.id)).till!.returns
    expect(await codeOf(refund!.id)).toBe('CORRECT_NOT_PAYMENT')

    const [old] = await api.db.query<{ id: string }>(
      `select t.id from ledger.transactions t join employees e on e.store_id = t.store_id
       where e.user_id = $1 and t.kind = 'payment' and t.refunded_total = 0 and t.voided_by is null
         and t.completed_at < now() - interval '3 days' limit 1`,
      [manager.user_id],
    )
    expect(await manager.refused('transactions.payUpdate', ask(old!.id, { note: 'x' }))).toMatchObject({
      status: 409,
      code: 'CORRECT_CLOSED',
      message: '締め済みの取引は修正できません。',
    })
  })

  test('cannot be forged: neither the sale nor a revision changes by itself, even for the owner of the database', async () => {
    const { id } = await sold({ cash: 1_000 })
    const refusal = async (text: string): Promise<string> =>
      api.db.query(text).then(
        () => 'nothing was refused',
        (error: Error) => error.message,
      )
    expect(
      await refusal(`update ledger.movements set tender_cash = 0, tender_card = 1000 where id = '${id}'`),
    ).toMatch(/is never allowed/)
    const revision = (cash: number, movement: string) =>
      `insert into ledger.corrections (id, transaction_id, revision, cash_before, cash_after, card_before, card_after,
         employee_before, employee_after, reason, corrected_by, movement_id, corrected_at)
       select gen_random_uuid(), id, 1, 1000, ${cash}, 0, 1000 - ${cash}, employee_id, employee_id, 'x', employee_id,
         ${movement}, now() from ledger.transactions where id = '${id}'`
    expect(await refusal(revision(0, 'gen_random_uuid()'))).toMatch(/has no movement/)
    expect(await refusal(revision(0, 'null'))).toMatch(/check constraint/)
    expect(await refusal(`update ledger.corrections set reason = 'y'`)).toMatch(/is never allowed/)
    expect(await refusal(`delete from ledger.corrections`)).toMatch(/is never allowed/)
  })
})
