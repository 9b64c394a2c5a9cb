import { randomUUID } from 'node:crypto'
import { sentenceOf } from '@shirogane/contract/wire/errors'
import { fingerprint } from '@shirogane/testkit/asks/fingerprint'
import { charge } from '@shirogane/testkit/acts/funds'
import { trust } from '@shirogane/testkit/acts/deferred'
import { staffPin, takeOn, vouch } from '@shirogane/testkit/acts/let-in'
import type { Caller } from '@shirogane/testkit/calls/caller'
import type { CastName } from '@shirogane/testkit/cast'
import { castPassword } from '@shirogane/testkit/database'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { accountNameOf } from './rules.ts'

let api: TestApi
let owner: Caller
let manager: Caller
let clerk: Caller
let hanako: Caller
beforeAll(async () => {
  api = await startApi()
  owner = await api.as('owner')
  manager = await api.as('manager')
  clerk = await api.as('clerk')
  hanako = await api.as('hanako')
})
afterAll(() => api.close())
afterEach(() => api.db.query('update employees set own_customer_id = null'))

const prove = (by: Caller) =>
  by.get('auth.stepUp', { body: { method: 'password', purpose: 'staff', password: castPassword } })
const link = (own_customer: string | null, of: Caller = clerk) => ({
  params: { id: of.user_id },
  body: { own_customer },
})
async function linked(by: Caller, own_customer: string | null, of: Caller = clerk) {
  await prove(by)
  return (await by.get('admin.updateStaff', link(own_customer, of))).details?.own_customer
}
async function refused(by: Caller, own_customer: string | null, of: Caller = clerk) {
  await prove(by)
  return by.refused('admin.updateStaff', link(own_customer, of))
}
const pay = async (member: Caller) => ({
  body: {
    token: (await member.get('users.token')).token,
    transaction_id: randomUUID(),
    amount: 1_100,
    tenders: { cash: 1_100 },
  },
  headers: { 'Idempotency-Key': randomUUID() },
})
const contactsOf = async (member: Caller) =>
  (
    await api.db.query<{ username: string; phone_number: string; email: string }>(
      'select username, phone_number, email from users where id = $1',
      [member.user_id],
    )
  )[0]!

describe('the customer account of somebody of the staff', () => {
  test('is nobody whom they sell to, from when it is entered until thirty days after it was taken away', async () => {
    expect(await linked(manager, 'hanako')).toEqual({
      id: hanako.user_id,
      username: 'hanako',
      name: expect.any(String) as string,
    })
    expect(await clerk.refused('transactions.pay', await pay(hanako))).toMatchObject({
      status: 403,
      code: 'SELF_DEALING',
    })
    // The session goes on: no right of theirs has changed.
    const kyoko = await api.as('kyoko')
    expect((await clerk.get('transactions.pay', await pay(kyoko))).status).toBe('completed')
    expect(await linked(manager, null)).toBeNull()
    const selfDealing = { status: 403, code: 'SELF_DEALING' }
    expect(await clerk.refused('transactions.pay', await pay(hanako))).toMatchObject(selfDealing)
    // Nor is a code of theirs read; their colleagues' are not affected.
    const scan = { body: { token: (await hanako.get('users.token')).token } }
    expect(await clerk.refused('transactions.pay', scan)).toMatchObject(selfDealing)
    expect((await manager.get('transactions.pay', await pay(hanako))).status).toBe('completed')
    await api.db.query(`update former_own_accounts set ended_at = ended_at - interval '30 days'`)
    expect((await clerk.get('transactions.pay', await pay(hanako))).status).toBe('completed')

    const acts = await api.db.query<{ before: object; after: object; actor_id: string }>(
      `select before, after, actor_id from audit_log where object = $1 and action = 'staff.changed' order by id`,
      [`staff:${clerk.user_id}`],
    )
    expect(acts).toEqual([
      {
        before: { own_customer_id: null },
        after: { own_customer_id: hanako.user_id },
        actor_id: manager.user_id,
      },
      {
        before: { own_customer_id: hanako.user_id },
        after: { own_customer_id: null },
        actor_id: manager.user_id,
      },
    ])
  })

  test('is nobody’s to give a second person’s approval about, whoever asks for it', async () => {
    await manager.get('users.pin', { body: { current_password: castPassword, pin: staffPin } })
    await trust(api.db, hanako.user_id, 0)
    await linked(owner, 'hanako', manager)
    await clerk.get('transactions.pay', await pay(hanako))
    const asked = async (kind: string, amount: number, subject: object) =>
      (await clerk.get('approvals.ask', { body: { kind, amount, subject } })).id
    const approve = (id: string) => ({ params: { id }, body: { decision: 'approve', pin: staffPin } })
    const right = { status: 403, code: 'APPROVAL_RIGHT' }
    const { transaction } = await clerk.get('transactions.pay', await pay(hanako))
    for (const [kind, subject] of [
      ['later_limit', { user_id: hanako.user_id.toUpperCase() }],
      ['later_overdue', { user_id: hanako.user_id }],
      ['grant', { customer_id: hanako.user_id, giver_id: null }],
      ['grant', { customer_id: (await api.as('kyoko')).user_id, giver_id: hanako.user_id }],
      ['refund', { transaction_id: transaction.id }],
    ] as const) {
      const id = await asked(kind, 1_000, subject)
      const { deciders } = await clerk.get('approvals.show', { params: { id } })
      expect(deciders.map(({ number }) => number)).not.toContain('E0002')
      expect(await manager.refused('approvals.decide', approve(id))).toMatchObject(right)
    }
    for (const subject of [{ user_id: 'hanako' }, { transaction_id: 'x' }, { gross: 1_000 }])
      expect(
        (await manager.call('approvals.decide', approve(await asked('refund', 1_000, subject)))).status,
      ).toBe(200)

    // What was agreed to before the account was known to be theirs.
    await linked(owner, null, manager)
    await api.db.query('delete from former_own_accounts')
    const limit = { limit: 30_000, reason: '常連のお客さま' }
    const early = await asked('later_limit', limit.limit, { user_id: hanako.user_id })
    await manager.get('approvals.decide', approve(early))
    await linked(owner, 'hanako', manager)
    const setLimit = { params: { id: hanako.user_id }, body: { ...limit, approval_id: early } }
    expect(await clerk.refused('admin.setLaterLimit', setLimit)).toMatchObject(right)
    const sql = `select ledger.set_deferred_limit($1, 30000, '常連', $2, $3, null)`
    for (const by of [
      [manager.user_id, null],
      [clerk.user_id, manager.user_id],
    ])
      await expect(api.db.query(sql, [hanako.user_id, ...by])).rejects.toMatchObject({
        constraint: 'approval_of_another',
      })
  })

  test('gets no discount by its own approval, asked on the phone first or not', async () => {
    await linked(owner, 'hanako', manager)
    await charge(api.db, hanako.user_id, 20_000)
    for (const [gross, tender] of [
      [10_000, 'cash'],
      [30_000, 'balance'],
    ] as const) {
      const value = gross - (tender === 'cash' ? 1_000 : 12_000)
      const ask = { kind: 'discount', amount: value, subject: { gross } }
      const { id } = await clerk.get('approvals.ask', { body: ask })
      await owner.get('auth.stepUp', {
        body: { method: 'password', purpose: 'till_approval', password: castPassword },
      })
      await manager.get('approvals.decide', { params: { id }, body: { decision: 'approve', pin: staffPin } })
      const sale = async (approval_id: string) => ({
        body: {
          token: (await hanako.get('users.token')).token,
          transaction_id: randomUUID(),
          items: [
            {
              name: '雑貨',
              unit_price: gross,
              quantity: 1,
              discount: { kind: 'yen', value, reason: 'staff' },
            },
          ],
          tenders: { [tender]: gross - value },
          approval_id,
        },
        headers: { 'Idempotency-Key': randomUUID() },
      })
      const before = await fingerprint(api.db)
      const asked = await sale(id)
      const issued = await fingerprint(api.db)
      expect(issued).not.toBe(before)
      expect(await clerk.refused('transactions.pay', asked)).toMatchObject({
        status: 403,
        code: 'APPROVAL_RIGHT',
      })
      expect(await fingerprint(api.db)).toBe(issued)
      const other = await clerk.get('approvals.ask', { body: ask })
      await owner.get('approvals.decide', { params: { id: other.id }, body: { decision: 'approve' } })
      const paid = await clerk.call('transactions.pay', await sale(other.id))
      expect([200, 202]).toContain(paid.status)
    }
  })

  test('is nobody’s who is not proved to be another person, however many accounts of staff they have', async () => {
    const [store] = await api.db.query<{ id: string }>(`select id from stores where code = 'KNZ1'`)
    const second = await takeOn(api, manager, 'register', store!.id)
    const selfDealing = { status: 403, code: 'SELF_DEALING' }
    // The manager may hold the newcomer's account, and the newcomer's the manager's.
    for (const [of, seller] of [
      [manager, second],
      [second, manager],
    ] as const) {
      await linked(owner, 'yoko', of)
      const yoko = await api.as('yoko')
      expect(await seller.refused('transactions.pay', await pay(yoko))).toMatchObject(selfDealing)
      expect((await clerk.get('transactions.pay', await pay(yoko))).status).toBe('completed')
      await linked(owner, null, of)
      expect(await seller.refused('transactions.pay', await pay(yoko))).toMatchObject(selfDealing)
    }
    await linked(owner, 'hanako', manager)
    expect(await second.refused('transactions.pay', await pay(hanako))).toMatchObject(selfDealing)
    expect((await vouch(owner, second)).status).toBe(200)
    expect((await second.get('transactions.pay', await pay(hanako))).status).toBe('completed')
  })

  test('is left in nobody’s favour by the application', async () => {
    await linked(owner, 'kyoko')
    for (const statement of [
      'delete from former_own_accounts',
      'update former_own_accounts set ended_at = ended_at',
      'truncate former_own_accounts',
    ])
      await expect(
        api.db.query(`do $$ begin set local role shirogane_app; ${statement}; end $$`),
      ).rejects.toThrow(/permission denied/)
  })

  test('is found by what stands on its profile, as people type it', async () => {
    const { username, phone_number, email } = await contactsOf(hanako)
    const national = `0${phone_number.slice(3)}`
    for (const typed of [
      username.toUpperCase(),
      ` ＠${username} `,
      phone_number,
      `${national.slice(0, 3)}-${national.slice(3, 7)}-${national.slice(7)}`,
      email.toUpperCase(),
    ]) {
      expect(await linked(owner, typed)).toMatchObject({ id: hanako.user_id })
      expect(await linked(owner, null)).toBeNull()
    }
    expect(accountNameOf('０９０－１２３４－５６７８')).toEqual({
      username: null,
      phone_number: '+819012345678',
      email: null,
    })
  })

  test('stays as it is where it is not spoken of, and gives way to another', async () => {
    await linked(owner, 'hanako')
    await prove(owner)
    const { details } = await owner.get('admin.updateStaff', {
      params: { id: clerk.user_id },
      body: { name: '仮名 次郎' },
    })
    expect(details?.own_customer?.id).toBe(hanako.user_id)
    expect((await linked(owner, 'kyoko'))?.username).toBe('kyoko')
  })

  test('is one person’s alone', async () => {
    await linked(owner, 'hanako')
    const otherClerk = await api.as('otherClerk')
    expect(await refused(owner, 'hanako', otherClerk)).toMatchObject({
      status: 409,
      code: 'STAFF_CUSTOMER_TAKEN',
      fields: { own_customer: sentenceOf('STAFF_CUSTOMER_TAKEN') },
    })
    // Twice the same is no other person's.
    expect(await linked(owner, 'hanako')).toMatchObject({ id: hanako.user_id })
  })

  test('is not there where nobody, somebody of the staff or a member without a proven phone has the name', async () => {
    const { user_id } = await api.as('yoko')
    await api.db.query('update users set closed_at = now(), suspended_at = now() where id = $1', [user_id])
    for (const typed of ['nobody_here', 'E0005', 'taro', 'yoko', '090-0000-9999', 'nobody@example.jp', '？'])
      expect(await refused(owner, typed)).toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
        fields: { own_customer: expect.stringContaining('会員アカウントが見つかりません') as string },
      })
    await api.db.query('update users set closed_at = null, suspended_at = null where id = $1', [user_id])
    expect(await refused(owner, ' ')).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
  })
})

test('An account is entered while a sale that names the clerk is under way', async () => {
  await prove(owner)
  await api.server.context.transact(async (tx) => {
    // As a row that refers to the clerk holds them.
    await tx.run('select 1 from employees where user_id = $1 for key share', [clerk.user_id])
    expect((await owner.get('admin.updateStaff', link('hanako'))).details?.own_customer?.username).toBe(
      'hanako',
    )
  })
})

describe('whose account is whose', () => {
  const bothWays = [null, 'hanako'] as const

  test('is said by whoever keeps the person, and by nobody of themselves', async () => {
    for (const typed of bothWays) {
      for (const by of [owner, manager])
        expect(await refused(by, typed, by)).toMatchObject({ status: 403, code: 'STAFF_SELF' })
      for (const of of [owner, await api.as('otherClerk'), await api.as('otherManager')])
        expect(await refused(manager, typed, of)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
      for (const name of ['clerk', 'accountant', 'reviewer', 'hanako'] as CastName[])
        expect((await (await api.as(name)).refused('admin.updateStaff', link(typed))).status).toBe(403)
    }
    expect(await linked(owner, 'hanako', manager)).toMatchObject({ id: hanako.user_id })
  })

  test('is shown to whoever may change it, and to nobody else', async () => {
    await linked(owner, 'hanako')
    await linked(owner, 'kyoko', manager)
    const seenBy = async (by: Caller) =>
      (await by.get('admin.staffList', { query: { limit: 100 } })).items
        .filter(({ id }) => id === clerk.user_id || id === manager.user_id)
        .map(({ details }) => details?.own_customer?.username)
    expect(await seenBy(owner)).toEqual(['kyoko', 'hanako'])
    expect(await seenBy(manager)).toEqual([undefined, 'hanako'])
    expect(await seenBy(clerk)).toEqual([undefined, undefined])
    expect(await seenBy(await api.as('accountant'))).toEqual([undefined, undefined])
  })

  test('is told and changed only after a password, whether the account is there or not', async () => {
    for (const typed of ['hanako', 'nobody_here', null])
      expect(await owner.refused('admin.updateStaff', link(typed))).toMatchObject({
        status: 403,
        code: 'STEP_UP_REQUIRED',
      })
    // A slip of the finger costs no second password.
    expect((await refused(owner, 'nobody_here')).code).toBe('NOT_FOUND')
    expect((await owner.get('admin.updateStaff', link('hanako'))).details?.own_customer?.username).toBe(
      'hanako',
    )
  })

  test('is asked for so often and no more', async () => {
    const strict = await startApi({ env: { RATE_LIMITS: 'on' } })
    const by = await strict.as('manager')
    const of = await strict.as('clerk')
    const codes: string[] = []
    for (let time = 0; time < 21; time += 1)
      codes.push((await by.refused('admin.updateStaff', link('nobody_here', of))).code)
    expect(new Set(codes.slice(0, 20))).toEqual(new Set(['STEP_UP_REQUIRED']))
    expect(codes[20]).toBe('RATE_LIMITED')
    await strict.close()
  })
})
