import { randomUUID } from 'node:crypto'
import { limits } from '@shirogane/contract/rules/limits'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { castPassword } from '@shirogane/testkit/database'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordAct } from './record-act.ts'

let api: TestApi
let owner: Caller
let manager: Caller
let clerk: Caller
let kanazawa: string
beforeAll(async () => {
  api = await startApi()
  owner = await api.as('owner')
  manager = await api.as('manager')
  clerk = await api.as('clerk')
  const [store] = await api.db.query<{ id: string }>(`select id from stores where code = 'KNZ1'`)
  kanazawa = store!.id
})
afterAll(() => api.close())

const saleOf = async (amount: number) =>
  (await sell(clerk, await api.as('hanako'), { amount, tenders: { cash: amount } })).transaction.id
const newestOf = async (by: Caller, query: object = {}) =>
  (await by.get('admin.log', { query: { limit: 100, ...query } })).items

describe('the log of acts', () => {
  test('names who gave money back, how much, why and with whose approval, without anybody writing it by hand', async () => {
    const id = await saleOf(9_900)
    const refund = await clerk.get('transactions.refund', {
      body: {
        transaction_id: id,
        reason: 'お客さま都合',
        approval: { employee_id: 'E0002', password: castPassword },
      },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    const [act] = await newestOf(manager, { group: 'money' })
    expect(act).toMatchObject({
      by: { number: 'E0003', name: '仮名 次郎' },
      action: 'money.refund',
      object: `money:${refund.id}`,
      store_name: expect.stringContaining('金沢'),
      subject: '@hanako',
      before: null,
      after: { number: refund.number, spent_total: 9_900, tender_cash: 9_900, approved_by: manager.user_id },
      note: 'お客さま都合',
    })
  })

  test('keeps what was changed with how it was, whoever looked somebody up, and who signed in', async () => {
    await saleOf(1_100)
    const { user_id } = await api.as('hanako')
    await manager.get('users.admin', { params: { id: user_id } })
    expect((await newestOf(manager, { group: 'member' }))[0]).toMatchObject({
      action: 'member.seen',
      by: { number: 'E0002' },
      subject: '@hanako',
    })
    const [level] = await api.db.query<{ id: string; birthday_points: number }>(
      `select id, birthday_points from levels where level_index = 1`,
    )
    await owner.get('admin.updateLevel', { params: { id: level!.id }, body: { birthday_points: 777 } })
    expect((await newestOf(owner, { group: 'level' }))[0]).toMatchObject({
      action: 'level.change',
      before: { birthday_points: level!.birthday_points },
      after: { birthday_points: 777 },
      store_name: null,
    })
    const fresh = await api.signIn('otherClerk')
    expect((await newestOf(owner, { group: 'staff', employee_id: fresh.user_id }))[0]).toMatchObject({
      action: 'staff.signed_in',
      subject: expect.stringContaining('E0005'),
    })
  })

  test('leaves plain sales to the ledger', async () => {
    const before = await newestOf(owner)
    await saleOf(2_200)
    expect((await newestOf(owner))[0]?.id).toBe(before[0]?.id)
  })

  test('is a manager’s for their own store alone, and head office’s by store, person, kind and day', async () => {
    await clerk.get('approvals.ask', { body: { kind: 'void', subject: { a: 1 }, amount: 1 } })
    const other = await api.as('otherClerk')
    await other.get('approvals.ask', { body: { kind: 'void', subject: { a: 1 }, amount: 1 } })
    const own = await newestOf(manager)
    expect(own.length).toBeGreaterThan(1)
    expect(new Set(own.map(({ store_name }) => store_name)).size).toBe(1)
    expect(own.some(({ by }) => by.id === other.user_id)).toBe(false)
    const [elsewhere] = await api.db.query<{ id: string }>(`select id from stores where code = 'KRM1'`)
    const foreign = { query: { store_id: elsewhere!.id } }
    expect(await manager.refused('admin.log', foreign)).toMatchObject({ status: 404 })
    expect(await manager.refused('admin.logCsv', foreign)).toMatchObject({ status: 404 })

    const there = await newestOf(owner, {
      store_id: elsewhere!.id,
      group: 'approval',
      employee_id: other.user_id,
    })
    expect(there.map(({ action }) => action)).toEqual(['approval.asked'])
    expect(await newestOf(owner, { until: '2020-01-01' })).toEqual([])
    expect((await newestOf(owner, { from: '2020-01-01' })).length).toBeGreaterThan(3)
    expect(
      await owner.refused('admin.log', { query: { from: '2026-02-02', until: '2026-02-01' } }),
    ).toMatchObject({ status: 400, code: 'PERIOD_REVERSED' })
    const { items, total } = await owner.get('admin.log', { query: { limit: 2, page: 2 } })
    expect(items).toHaveLength(2)
    expect(total).toBeGreaterThan(3)
  })

  test('goes into a file in which no cell is a formula, and taking it out is an act itself', async () => {
    const note = `=HYPERLINK("http://example.com","x")`
    for (const text of [note, '+1+1', '-2+3', '@SUM(A1)'])
      await recordAct(api.server.context, api.server.context.db, {
        actor: { user_id: clerk.user_id },
        requestId: 'TEST',
        action: 'export.test',
        note: text,
      })
    const reply = await manager.call('admin.logCsv', { query: { group: 'export' } })
    const file = String(reply.body)
    expect(file).toContain(`"'=HYPERLINK(""http://example.com"",""x"")"`)
    for (const text of [`'+1+1`, `'-2+3`, `'@SUM(A1)`]) expect(file).toContain(text)
    expect(file).not.toMatch(/(^|,)[=+@]/m)
    expect(file).toMatch(/\r\n\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d,/)
    expect((await newestOf(manager, { group: 'export' }))[0]).toMatchObject({
      action: 'export.log',
      after: { group: 'export', store_id: kanazawa, rows: 4 },
    })
  })

  test('has no file of a store that is not there, and a search for sales neither', async () => {
    const query = { store_id: randomUUID() }
    expect(await owner.refused('admin.logCsv', { query })).toMatchObject({ status: 404 })
    const sales = { query: { ...query, date: '2026-04-01' } }
    expect(await owner.refused('transactions.searchCsv', sales)).toMatchObject({ status: 404 })
  })

  test('is read in parts where it is too much for one file, and the refused one is no act', async () => {
    await api.db.query(
      `insert into audit_log (id, at, actor_id, store_id, action, request_id)
       select gen_random_uuid(), now(), $1, $2, 'export.test', 'TEST' from generate_series(0, $3)`,
      [clerk.user_id, kanazawa, limits.listTotalCap],
    )
    const before = (await newestOf(manager, { group: 'export' }))[0]
    expect(await manager.refused('admin.logCsv', { query: { group: 'export' } })).toMatchObject({
      status: 422,
      code: 'SEARCH_TOO_WIDE',
      message: '件数が多すぎます。条件を絞り込んでください（10,000件まで）。',
    })
    expect((await newestOf(manager, { group: 'export' }))[0]).toEqual(before)
  })

  test('says of a kind of act that there are more than it counts, and of every other how many', async () => {
    const totalOf = async (query: Record<string, string>) => {
      const { total, total_capped } = await manager.get('admin.log', { query })
      return { total, total_capped }
    }
    const many = { total: limits.listTotalCap, total_capped: true }
    expect(await totalOf({ group: 'export' })).toEqual(many)
    // The second time from what is known of it.
    expect(await totalOf({ group: 'export' })).toEqual(many)
    const money = await totalOf({ group: 'money' })
    expect(money.total_capped).toBe(false)
    await manager.get('transactions.refund', {
      body: { transaction_id: await saleOf(1_200), reason: 'お客さま都合' },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    expect(await totalOf({ group: 'money' })).toEqual({ total: money.total + 1, total_capped: false })
    expect(await totalOf({ group: 'export', until: '2020-01-01' })).toEqual({ total: 0, total_capped: false })
  })

  test('is never changed, nor removed before its time, by anybody', async () => {
    const refusal = (text: string) =>
      api.db.query(text).then(
        () => '',
        (error: Error) => error.message,
      )
    for (const text of [`update audit_log set note = 'x'`, 'delete from audit_log', 'truncate audit_log'])
      expect(await refusal(text)).toContain('never changed or removed')
    const { db } = api.server.context
    await expect(db.run('delete from audit_log')).rejects.toThrow('never changed or removed')
    await expect(db.run(`update audit_log set note = 'x'`)).rejects.toThrow('permission denied')
  })
})
