// What only one may have: every unique index that people can reach answers in a sentence, to however many ask at once.
import { errors } from '@shirogane/contract/wire/errors'
import { castPassword } from '@shirogane/testkit/database'
import type { Caller, Reply } from '@shirogane/testkit/calls/caller'
import { newcomer, newPhone, registrationForm, sendRegistration } from '@shirogane/testkit/acts/newcomer'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takenProblem } from './taken.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const code = ({ body }: Reply): string | undefined => (body as { code?: string }).code
const prove = (by: Caller, purpose: string) =>
  by.get('auth.stepUp', { body: { method: 'password', purpose, password: castPassword } })

test('every unique index of people, shops and articles has an answer for whoever comes second', async () => {
  const indexes = await api.db.query<{ name: string }>(
    `select i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid
     join pg_namespace n on n.oid = i.relnamespace where x.indisunique and n.nspname = 'public' order by 1`,
  )
  expect(indexes.length).toBeGreaterThan(100)
  for (const { name } of indexes) {
    const problem = takenProblem({ code: '23505', schema: 'public', constraint: name })
    expect([name, problem?.status]).toEqual([name, name === 'levels_quota_key' ? 422 : 409])
    expect(errors[problem!.code][1]).toMatch(/。$/)
  }
  // A name that the table above is for stands in no other spelling.
  for (const name of ['users_proved_phone', 'users_proved_email', 'users_username_key'])
    expect(indexes.map((index) => index.name)).toContain(name)
  expect(takenProblem({ code: '23505', schema: 'ledger', constraint: 'movements_pkey' })).toBeNull()
  expect(takenProblem({ code: '23514', schema: 'public', constraint: 'users_username_key' })).toBeNull()
})

describe('of those who ask for one thing at the same moment, all but the first are told so', () => {
  /** How they were answered: one did it, and no caller met a failure of ours. */
  async function race(ask: (turn: number) => Promise<Reply>, refusal: string, count = 6): Promise<void> {
    const replies = await Promise.all(Array.from({ length: count }, (_, turn) => ask(turn)))
    expect(replies.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(1)
    for (const reply of replies.filter(({ status }) => status >= 300))
      expect([reply.status, code(reply)]).toEqual([errors[refusal as keyof typeof errors][0], refusal])
  }

  test('a user name, by registering it and by changing to it', async () => {
    const username = `hitotsu${newPhone().slice(-4)}`
    await race(() => sendRegistration(api, registrationForm({ username })), 'USERNAME_TAKEN')
    const members = await Promise.all(Array.from({ length: 4 }, () => newcomer(api)))
    await api.db.query('update users set verified = true where id = any ($1)', [
      members.map(({ user_id }) => user_id),
    ])
    await race(
      (turn) => members[turn]!.call('users.profile', { body: { username: `kaeta${username.slice(-4)}` } }),
      'USERNAME_TAKEN',
      4,
    )
  })

  /** The same person at so many screens, each with a proof of its own. */
  const screens = (count: number, purpose: string): Promise<Caller[]> =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const owner = await api.signIn('owner')
        await prove(owner, purpose)
        return owner
      }),
    )

  test('a code of a shop', async () => {
    const owners = await screens(3, 'store')
    const body = {
      code: 'TYO7',
      name: '東京店',
      postcode: '1040061',
      address: '東京都中央区銀座0-0-0',
      phone: '0310000000',
      day_start: '05:00',
      stock_below_zero: false,
      register_refund_max: null,
    }
    await race((turn) => owners[turn]!.call('admin.createStore', { body }), 'STORE_CODE_TAKEN', 3)
  })

  test('a code of an article, and a bar code', async () => {
    const owner = await api.as('owner')
    const [one] = await api.db.query<{ sku: string; barcode: string }>(
      'select sku, barcode from skus order by sku limit 1',
    )
    const article = {
      name: '試しの指輪',
      price: 7_700,
      tax_rate: 1_000,
      picture: 'ring',
      category: 'ring',
      not_returnable: null,
      stocked: true,
      fineness: 925,
      weight_mg: 2_100,
      size: '11号',
      by_weight: null,
      quick_order: null,
    }
    const make = (over: object) =>
      owner.call('skus.create', { body: { id: randomUUID(), ...article, ...over } })
    const first = await make({ sku: one!.sku })
    expect([first.status, code(first)]).toEqual([409, 'SKU_TAKEN'])
    await race(() => make({ sku: 'TW-RACE' }), 'SKU_TAKEN', 4)
    const second = await make({ sku: 'TW-RACE2', barcode: one!.barcode })
    expect([second.status, code(second)]).toEqual([409, 'BARCODE_TAKEN'])
  })

  test('the account of a member as somebody’s own', async () => {
    const owner = await api.as('owner')
    await prove(owner, 'staff')
    await owner.get('admin.createStaff', { body: { name: '甲 一', type: 'accounting', store_id: null } })
    await prove(owner, 'staff')
    await owner.get('admin.createStaff', { body: { name: '乙 二', type: 'accounting', store_id: null } })
    const rows = await api.db.query<{ user_id: string }>(
      `select user_id from employees where name in ('甲 一', '乙 二') order by number`,
    )
    const owners = await screens(2, 'staff')
    await race(
      (turn) =>
        owners[turn]!.call('admin.updateStaff', {
          params: { id: rows[turn]!.user_id },
          body: { own_customer: 'takasaki' },
        }),
      'STAFF_CUSTOMER_TAKEN',
      2,
    )
  })
})
