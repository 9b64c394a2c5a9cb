// Members as head office sees them: found, looked at on record, stopped at once and allowed again.
import { randomUUID } from 'node:crypto'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
  await sell(await api.as('clerk'), await api.as('hanako'), { amount: 1_100, tenders: { cash: 1_100 } })
})
afterAll(() => api.close())

const idOf = async (username: string) =>
  (await api.db.query<{ id: string }>('select id from users where username = $1', [username]))[0]?.id ?? ''
const found = async (who: 'owner' | 'manager' | 'otherManager', q: string) =>
  (await (await api.as(who)).get('admin.members', { query: { q, limit: 100 } })).items.map(
    ({ username }) => username,
  )

describe('finds', () => {
  test.each([
    ['高崎', 'takasaki'],
    ['髙﨑', 'takasaki'],
    ['たかさき', 'takasaki'],
    ['HANA', 'hanako'],
    ['090-0000-0002', 'hanako'],
    ['０９０ー００００ー０００２', 'hanako'],
    ['0002', 'hanako'],
  ])('by %s', async (q, username) => {
    expect(await found('owner', q)).toContain(username)
  })

  test('nobody by a wildcard, and shows no number whole', async () => {
    expect(await found('owner', '%')).toEqual([])
    expect(await found('owner', '_anako')).toEqual([])
    const { items } = await (await api.as('owner')).get('admin.members', { query: { q: 'hanako' } })
    expect(items[0]?.phone_number).toBe('090-****-0002')
  })

  test('for a manager only who has paid at the own store', async () => {
    expect(await found('manager', 'hanako')).toEqual(['hanako'])
    await api.db.query(
      `insert into users (id, username, password_hash, type, verified) values ($1, 'stranger01', '-', 'customer', true)`,
      [randomUUID()],
    )
    expect(await found('manager', 'stranger01')).toEqual([])
    expect(await found('owner', 'stranger01')).toEqual(['stranger01'])
  })
})

test('each look at a sheet is on record with its purpose, and another store’s manager sees none', async () => {
  const id = await idOf('hanako')
  const owner = await api.as('owner')
  await owner.get('admin.showUser', { params: { id }, query: { purpose: 'inquiry' } })
  const sheet = await owner.get('admin.showUser', { params: { id }, query: { purpose: 'law' } })
  expect(sheet.views.slice(0, 2).map(({ purpose }) => purpose)).toEqual(['law', 'inquiry'])
  expect(sheet).toMatchObject({ username: 'hanako', phone_number: '+819000000002', stopped_at: null })
  expect(sheet.transactions.length).toBeGreaterThan(0)
  const stranger = await idOf('stranger01')
  expect(
    (await (await api.as('manager')).refused('admin.showUser', { params: { id: stranger } })).status,
  ).toBe(404)
})

test('a stop ends sessions and pay codes in the same commit, says so at the register, and is lifted with a reason', async () => {
  const kyoko = await api.signIn('kyoko')
  const id = kyoko.user_id
  const clerk = await api.as('clerk')
  const { token } = await kyoko.get('users.token')
  const owner = await api.as('owner')
  const stopped = await owner.get('admin.stopUser', { params: { id }, body: { reason: '端末の紛失' } })
  expect(stopped.stops[0]).toMatchObject({ reason: '端末の紛失', stopped_by: '見本 一郎', allowed_at: null })

  expect((await kyoko.refused('users.me')).status).toBe(401)
  const [codes] = await api.db.query<{ live: number }>(
    `select count(*)::int as live from ledger.pay_codes where user_id = $1 and state in ('live', 'claimed')`,
    [id],
  )
  expect(codes?.live).toBe(0)
  for (const body of [{ token }, { token, amount: 500, tenders: { balance: 500 } }]) {
    const refused = await clerk.refused('transactions.pay', {
      body,
      headers: { 'Idempotency-Key': randomUUID() },
    })
    expect([refused.code, refused.message]).toEqual([
      'CUSTOMER_SUSPENDED',
      'この会員は現在ご利用いただけません。責任者にご確認ください。',
    ])
  }
  const login = { body: { credential: 'kyoko', password: 'tsuki-no-shizuku-925' } }
  expect((await api.nobody.refused('auth.login', login)).code).toBe('AUTH_SUSPENDED')

  // Two who stop at once have both to learn of it.
  expect((await owner.refused('admin.stopUser', { params: { id }, body: { reason: '再' } })).code).toBe(
    'CONFLICT',
  )
  const allowed = await owner.get('admin.allowUser', { params: { id }, body: { reason: '端末が見つかった' } })
  expect(allowed.stopped_at).toBeNull()
  expect(allowed.stops[0]).toMatchObject({ allow_reason: '端末が見つかった' })
  // What was signed in before stays out: the phone may have been in other hands.
  expect((await kyoko.refused('users.me')).status).toBe(401)
  expect((await (await api.signIn('kyoko')).get('users.me')).username).toBe('kyoko')
  await expect(api.db.query('delete from member_stops')).rejects.toThrow('only ever ended')
  await expect(api.db.query(`update member_stops set reason = 'x'`)).rejects.toThrow('only ever ended')
})

test('notes are shown at the register where they are for it, and gone ones stay with their remover', async () => {
  const id = await idOf('hanako')
  const manager = await api.as('manager')
  await manager.get('admin.noteUser', { params: { id }, body: { text: '指のサイズは11号', at_till: true } })
  const sheet = await manager.get('admin.noteUser', {
    params: { id },
    body: { text: '本部だけのメモ', at_till: false },
  })
  expect(sheet.notes.map(({ text }) => text)).toEqual(['本部だけのメモ', '指のサイズは11号'])
  expect((await (await api.as('clerk')).get('users.admin', { params: { id } })).notes).toEqual([
    '指のサイズは11号',
  ])
  const { token } = await (await api.as('hanako')).get('users.token')
  const state = await (
    await api.as('clerk')
  ).get('transactions.pay', { body: { token }, headers: { 'Idempotency-Key': randomUUID() } })
  expect(state.customer?.notes).toEqual(['指のサイズは11号'])
  for (const { id: note } of sheet.notes) await manager.get('admin.removeNote', { params: { id, note } })
  expect((await (await api.as('clerk')).get('users.admin', { params: { id } })).notes).toEqual([])
  const rows = await api.db.query('select removed_by from member_notes where removed_by is not null')
  expect(rows).toHaveLength(2)
})
