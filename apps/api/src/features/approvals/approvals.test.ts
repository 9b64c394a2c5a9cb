import { randomUUID } from 'node:crypto'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { type CastName, castLogins } from '@shirogane/testkit/cast'
import { castPassword } from '@shirogane/testkit/database'
import { connect } from '@shirogane/testkit/calls/socket'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../context.ts'
import { mayAlone } from './may-alone.ts'
import { type ApprovedAct, requireApproval } from './require-approval.ts'

const pin = '493817'
const act = {
  kind: 'discount',
  amount: 1_500,
  subject: { cart: 'a1', lines: [{ line: 1, off: 1_500 }] },
} as const

let api: TestApi
let clerk: Caller
let manager: Caller
let owner: Caller
let store_id: string
beforeAll(async () => {
  api = await startApi()
  clerk = await api.as('clerk')
  manager = await api.as('manager')
  owner = await api.as('owner')
  for (const person of [clerk, manager, owner])
    await person.get('users.pin', { body: { current_password: castPassword, pin } })
  const [store] = await api.db.query<{ id: string }>(`select id from stores where code = 'KNZ1'`)
  store_id = store!.id
})
afterAll(() => api.close())

const ask = (by: Caller, body: object = {}) => by.get('approvals.ask', { body: { ...act, ...body } })
const approve = (by: Caller, id: string) =>
  by.get('approvals.decide', { params: { id }, body: { decision: 'approve', pin } })
const actorOf = (caller: Caller): Actor => ({ user_id: caller.user_id, session_id: '', role: 'register' })
const use = (caller: Caller, id: string, changed: Partial<ApprovedAct> = {}) =>
  api.server.context.transact((tx) =>
    requireApproval(api.server.context, tx, actorOf(caller), { ...act, store_id, ...changed }, id),
  )
const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: { code?: string; message?: string }) => error.code ?? error.message,
  )
const sqlRefusal = (text: string, values: unknown[] = []) =>
  api.db.query(text, values).then(
    () => '',
    (error: Error) => error.message,
  )

describe('a second person', () => {
  test('is told at once, sees what it is about, and their approval is good for this act once', async () => {
    const asked = await ask(clerk, { reason: '傷があるため' })
    expect(asked).toMatchObject({ status: 'waiting', amount: 1_500, may_decide: false, decided_by: null })
    const [notice] = (await manager.get('notifications.list')).items
    expect(notice).toMatchObject({
      title: '承認をお願いします',
      message: expect.stringMatching(/^値引き 1,500円（.*金沢.*・仮名 次郎）$/),
      action: { label: '依頼を見る', path: `/admin?tab=approvals&id=${asked.id}` },
    })
    const [waiting] = (await manager.get('approvals.list')).items
    expect(waiting).toMatchObject({
      id: asked.id,
      subject: act.subject,
      reason: '傷があるため',
      may_decide: true,
    })

    expect(await refusalOf(use(clerk, asked.id))).toBe('APPROVAL_REQUIRED')
    expect(await approve(manager, asked.id)).toMatchObject({
      status: 'approved',
      decided_by: { number: 'E0002' },
      may_decide: false,
    })
    expect(await use(clerk, asked.id)).toBe(manager.user_id)
    expect(await refusalOf(use(clerk, asked.id))).toBe('APPROVAL_REQUIRED')
    expect(await clerk.get('approvals.show', { params: { id: asked.id } })).toMatchObject({ status: 'used' })
    const acts = await api.db.query<{ action: string; actor_id: string; store_id: string }>(
      `select action, actor_id, store_id from audit_log where object = $1 order by id`,
      [`approval:${asked.id}`],
    )
    expect(acts).toEqual([
      { action: 'approval.asked', actor_id: clerk.user_id, store_id },
      { action: 'approval.approved', actor_id: manager.user_id, store_id },
    ])
  })

  test('hears of it live, like whoever waits, and learns which member it is about', async () => {
    const hanako = await api.as('hanako')
    const listen = async (caller: Caller) => {
      const socket = await connect(api.url, '/transactions', { token: caller.refresh_token! })
      expect(await socket.join()).toEqual({ ok: true })
      return socket
    }
    const [asks, decides, customer] = await Promise.all([clerk, manager, hanako].map(listen))
    const received = (socket: typeof asks, id: string) =>
      socket!.events.filter(({ name, payload }) => name === 'approvalChange' && payload['approval_id'] === id)
    const body = { kind: 'later_overdue', amount: 4_000, subject: { user_id: hanako.user_id } }
    const { id } = await ask(clerk, body)
    const shown = await manager.get('approvals.show', { params: { id } })
    expect(shown.member).toEqual({ id: hanako.user_id, name: '例示 花子' })
    await expect.poll(() => [asks, decides].map((one) => received(one, id).length)).toEqual([1, 1])
    await approve(manager, id)
    await expect.poll(() => received(asks, id).length).toBe(2)
    expect(received(asks, id)[0]!.payload).toEqual({ event_id: expect.any(String), approval_id: id })
    const taken = await ask(clerk, body)
    await clerk.call('approvals.cancel', { params: { id: taken.id } })
    await expect.poll(() => received(decides, taken.id).length).toBe(2)
    expect(customer!.events).toEqual([])
    expect((await ask(clerk)).member).toBeNull()
    for (const socket of [asks, decides, customer]) socket!.close()
  })

  test('agrees to exactly one act: another kind, store, amount, subject or person is none of it', async () => {
    const { id } = await ask(clerk)
    await approve(manager, id)
    const [elsewhere] = await api.db.query<{ id: string }>(`select id from stores where code = 'KRM1'`)
    const others: Partial<ApprovedAct>[] = [
      { kind: 'refund' },
      { store_id: elsewhere!.id },
      { amount: 1_501 },
      { amount: 1_499 },
      { amount: null },
      { subject: { ...act.subject, cart: 'a2' } },
      { subject: {} },
    ]
    for (const other of others) expect(await refusalOf(use(clerk, id, other))).toBe('APPROVAL_REQUIRED')
    expect(await refusalOf(use(manager, id))).toBe('APPROVAL_REQUIRED')
    expect(await refusalOf(use(await api.as('otherClerk'), id))).toBe('APPROVAL_REQUIRED')
    expect(await refusalOf(use(clerk, randomUUID()))).toBe('APPROVAL_REQUIRED')
    // The keys of a subject have no order.
    const { cart, lines } = act.subject
    expect(await use(clerk, id, { subject: { lines, cart } })).toBe(manager.user_id)
  })

  test('stands behind one of many acts at once, and behind none that is rolled back', async () => {
    const { id } = await ask(clerk)
    await approve(manager, id)
    const { context } = api.server
    const failing = context.transact(async (tx) => {
      await requireApproval(context, tx, actorOf(clerk), { ...act, store_id }, id)
      throw new Error('the act itself is refused')
    })
    await expect(failing).rejects.toThrow('the act itself is refused')
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => refusalOf(use(clerk, id))))
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'APPROVAL_REQUIRED')).toHaveLength(7)
  })

  test('is never whoever asked, by whichever way they try', async () => {
    const { id } = await ask(manager)
    const decide = { params: { id }, body: { decision: 'approve', pin } }
    expect(await manager.refused('approvals.decide', decide)).toMatchObject({
      status: 403,
      code: 'APPROVAL_SELF',
    })
    for (const proof of [{ pin }, { password: castPassword }]) {
      expect(
        await manager.refused('approvals.witness', {
          params: { id },
          body: { employee_id: 'E0002', ...proof },
        }),
      ).toMatchObject({ status: 403, code: 'APPROVAL_SELF' })
    }
    const forged = `update approvals set status = 'approved', decided_by = requested_by, decided_at = now(), decided_how = 'pin' where id = $1`
    expect(await sqlRefusal(forged, [id])).toContain('approvals_by_somebody_else')
    expect((await manager.get('approvals.show', { params: { id } })).deciders).toMatchObject([
      { number: 'E0001' },
    ])
    expect(await approve(owner, id)).toMatchObject({ status: 'approved' })
  })

  test('agrees beside the register by PIN, or by number and password', async () => {
    for (const proof of [{ pin }, { password: castPassword }]) {
      const { id } = await ask(clerk)
      const { deciders } = await clerk.get('approvals.show', { params: { id } })
      expect(deciders.map(({ number, has_pin }) => [number, has_pin])).toEqual([
        ['E0002', true],
        ['E0001', true],
      ])
      const body = { employee_id: deciders[0]!.id, ...proof }
      expect(await clerk.get('approvals.witness', { params: { id }, body })).toMatchObject({
        status: 'approved',
        decided_by: { number: 'E0002' },
      })
      expect(await use(clerk, id)).toBe(manager.user_id)
    }
  })

  test('needs the right to it: no clerk, nobody of another store, and no manager above their own ceiling', async () => {
    const { id } = await ask(clerk)
    const { id: colleague } = await ask(manager)
    const byPassword = (employee_id: string) => ({ employee_id, password: castPassword })
    expect(
      await manager.refused('approvals.witness', { params: { id: colleague }, body: byPassword('E0003') }),
    ).toMatchObject({ status: 403, code: 'APPROVAL_RIGHT' })
    const atRegister = (employee_id: string) =>
      clerk.refused('approvals.witness', { params: { id }, body: byPassword(employee_id) })
    expect(await atRegister('E0004')).toMatchObject({ status: 400, code: 'EMPLOYEE_AUTH_FAILED' })
    expect(await atRegister('E0008')).toMatchObject({ status: 400, code: 'EMPLOYEE_AUTH_FAILED' })
    const decline = { params: { id }, body: { decision: 'decline' } }
    expect(await (await api.as('otherManager')).refused('approvals.decide', decline)).toMatchObject({
      status: 404,
    })
    expect(await (await api.as('accountant')).refused('approvals.decide', decline)).toMatchObject({
      status: 403,
      code: 'APPROVAL_RIGHT',
    })
    const other = await ask(manager)
    expect(await clerk.refused('approvals.show', { params: { id: other.id } })).toMatchObject({ status: 404 })

    const { id: gift } = await ask(clerk, { kind: 'grant', amount: 10_001, subject: { user: 'x' } })
    expect(
      await manager.refused('approvals.decide', { params: { id: gift }, body: { decision: 'approve', pin } }),
    ).toMatchObject({ status: 403, code: 'APPROVAL_RIGHT' })
    const [notified] = (await owner.get('notifications.list')).items
    expect(notified?.message).toContain('ポイント付与 10,001pt')
    expect(await approve(owner, gift)).toMatchObject({ status: 'approved' })
  })

  test('of two who decide at once one is heard', async () => {
    const { id } = await ask(clerk)
    const decided = await Promise.all([
      manager.call('approvals.decide', { params: { id }, body: { decision: 'approve', pin } }),
      owner.call('approvals.decide', { params: { id }, body: { decision: 'decline', note: '別の方法で' } }),
    ])
    expect(decided.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(
      await manager.refused('approvals.decide', { params: { id }, body: { decision: 'decline' } }),
    ).toMatchObject({
      status: 409,
      code: 'APPROVAL_DECIDED',
    })
  })

  test('shows who they are before they agree on their own phone, and declines without', async () => {
    const { id } = await ask(clerk)
    const bare = { params: { id }, body: { decision: 'approve' } }
    expect(await manager.refused('approvals.decide', bare)).toMatchObject({ code: 'STEP_UP_REQUIRED' })
    const wrong = { params: { id }, body: { decision: 'approve', pin: '000000' } }
    expect(await manager.refused('approvals.decide', wrong)).toMatchObject({
      status: 400,
      code: 'STAFF_PIN_INVALID',
    })
    expect(await clerk.get('approvals.show', { params: { id } })).toMatchObject({ status: 'waiting' })
    await manager.get('auth.stepUp', {
      body: { method: 'password', purpose: 'till_approval', password: castPassword },
    })
    expect(await manager.get('approvals.decide', bare)).toMatchObject({ status: 'approved' })

    const second = await ask(clerk)
    const declined = {
      params: { id: second.id },
      body: { decision: 'decline', note: '店長まで相談してください' },
    }
    expect(await manager.get('approvals.decide', declined)).toMatchObject({ status: 'declined' })
    expect(await clerk.get('approvals.show', { params: { id: second.id } })).toMatchObject({
      status: 'declined',
      note: '店長まで相談してください',
    })
    expect(await refusalOf(use(clerk, second.id))).toBe('APPROVAL_REQUIRED')
  })
})

describe('a question', () => {
  test('that is asked again under its id is the same one, and never another', async () => {
    const id = randomUUID()
    await Promise.all([ask(clerk, { id }), ask(clerk, { id }), ask(clerk, { id })])
    const [row] = await api.db.query<{ told: number }>(
      `select count(*)::int as told from notifications where dedupe_key like $1`,
      [`approval:${id}:%`],
    )
    expect(row?.told).toBe(1)
    expect(await clerk.refused('approvals.ask', { body: { ...act, id, amount: 9_000 } })).toMatchObject({
      status: 409,
      code: 'CONFLICT',
    })
  })

  test('that was taken back is decided by nobody', async () => {
    const { id } = await ask(clerk)
    expect((await manager.refused('approvals.cancel', { params: { id } })).status).toBe(404)
    await clerk.get('approvals.cancel', { params: { id } })
    expect(
      await manager.refused('approvals.decide', { params: { id }, body: { decision: 'decline' } }),
    ).toMatchObject({
      code: 'APPROVAL_DECIDED',
    })
  })

  test('lives ten minutes, and what was agreed to is done within five', async () => {
    const [late, early] = [await ask(clerk), await ask(clerk)]
    await approve(manager, early.id)
    const at = async (minutes: number, work: () => Promise<void>) => {
      const clock = (shift: string) =>
        api.db.query(
          `create or replace function ledger.now() returns timestamptz language sql stable parallel safe
           return transaction_timestamp() + interval '${shift}'`,
        )
      await clock(`${minutes} minutes`)
      await work()
      await clock('0')
    }
    await at(11, async () => {
      expect(
        await manager.refused('approvals.decide', { params: { id: late.id }, body: { decision: 'decline' } }),
      ).toMatchObject({ status: 410, code: 'APPROVAL_EXPIRED' })
      expect(await refusalOf(use(clerk, early.id))).toBe('APPROVAL_REQUIRED')
      expect(await clerk.get('approvals.show', { params: { id: early.id } })).toMatchObject({
        status: 'expired',
      })
      expect((await manager.get('approvals.list')).items.map(({ id }) => id)).not.toContain(late.id)
      const forged = `update approvals set status = 'approved', decided_by = $2, decided_at = now(), decided_how = 'pin' where id = $1`
      expect(await sqlRefusal(forged, [late.id, manager.user_id])).toContain('expired is not decided')
    })
  })

  test('and its answer stand in the database as they were given, whoever writes', async () => {
    const { id } = await ask(clerk)
    expect(await sqlRefusal(`update approvals set amount = 999999 where id = $1`, [id])).toContain(
      'never changes',
    )
    const decide = `update approvals set status = 'approved', decided_by = $2, decided_at = now(), decided_how = 'pin' where id = $1`
    expect(await sqlRefusal(decide, [id, (await api.as('otherManager')).user_id])).toContain(
      'manager of the store',
    )
    expect(
      await sqlRefusal(`update approvals set used_at = now(), used_by = requested_by where id = $1`, [id]),
    ).toContain('Only an approval that stands')
    await approve(manager, id)
    expect(
      await sqlRefusal(`update approvals set status = 'waiting', decided_by = null where id = $1`, [id]),
    ).toContain('decided once')
    expect(await sqlRefusal(`delete from approvals where id = $1`, [id])).toContain('never removed')
    expect(await sqlRefusal('truncate approvals')).toContain('never changed or removed')
    const asApp = (text: string) =>
      api.server.context.db.run(text, [id]).then(
        () => '',
        (error: Error) => error.message,
      )
    expect(
      await asApp(`update approvals set used_at = now(), used_by = requested_by where id = $1`),
    ).toContain('permission denied')
    expect(await asApp(`update approvals set amount = 1 where id = $1`)).toContain('permission denied')
  })
})

describe('a PIN', () => {
  const set = (caller: Caller, body: object) =>
    caller.call('users.pin', { body: { current_password: castPassword, ...body } })

  test('is six digits that are not guessed at a glance, set with one’s password', async () => {
    for (const [text, code] of [
      ['12345', 'STAFF_PIN_FORMAT'],
      ['1234567', 'STAFF_PIN_FORMAT'],
      ['12-3817', 'STAFF_PIN_FORMAT'],
      ['111111', 'STAFF_PIN_WEAK'],
      ['234567', 'STAFF_PIN_WEAK'],
      ['987654', 'STAFF_PIN_WEAK'],
      ['292929', 'STAFF_PIN_WEAK'],
      ['729729', 'STAFF_PIN_WEAK'],
      ['520005', 'STAFF_PIN_WEAK'],
    ] as const) {
      const reply = await set(await api.as('otherClerk'), { pin: text })
      expect([text, (reply.body as { code: string }).code]).toEqual([text, code])
    }
    const wrong = { current_password: 'not-my-password-925', pin }
    expect(await clerk.refused('users.pin', { body: wrong })).toMatchObject({
      code: 'PASSWORD_CURRENT_INVALID',
    })
    expect((await set(await api.as('otherClerk'), { pin: '４９３８１７' })).status).toBe(200)
    const [row] = await api.db.query<{ pin_hash: string }>(
      `select pin_hash from employees where number = 'E0005'`,
    )
    expect(row?.pin_hash).toMatch(/^\$argon2id\$/)
  })

  test('locks after five wrong ones, unknown people like known ones, together with passwords', async () => {
    const strict = await startApi({ env: { RATE_LIMITS: 'on' } })
    strict.clock.stop()
    const by = async (name: CastName) => strict.as(name)
    await (await by('manager')).get('users.pin', { body: { current_password: castPassword, pin } })
    const { id } = await (await by('clerk')).get('approvals.ask', { body: act })
    const guess = async (name: CastName, employee_id: string, proof: object) => {
      const caller = await by(name)
      const own = name === 'clerk' ? id : (await caller.get('approvals.ask', { body: act })).id
      return caller.refused('approvals.witness', { params: { id: own }, body: { employee_id, ...proof } })
    }
    for (let tries = 0; tries < 4; tries += 1)
      expect(await guess('clerk', castLogins.manager, { pin: '000001' })).toMatchObject({
        code: 'STAFF_PIN_INVALID',
      })
    expect(await guess('clerk', castLogins.manager, { password: 'wrong' })).toMatchObject({
      code: 'EMPLOYEE_AUTH_FAILED',
    })
    expect(await guess('clerk', castLogins.manager, { pin })).toMatchObject({
      status: 423,
      code: 'EMPLOYEE_AUTH_LOCKED',
    })
    expect(await guess('clerk', 'E9999', { pin })).toMatchObject({ status: 423 })
    expect(await guess('otherClerk', 'E9999', { pin: '000001' })).toMatchObject({ code: 'STAFF_PIN_INVALID' })
    await strict.close()
  })
})

test('a ceiling is what the brand has set, and without that what holds by itself', async () => {
  const { context } = api.server
  const actor = (type: 'register' | 'manager' | 'kyc_reviewer'): Actor => ({
    ...actorOf(clerk),
    employee: {
      id: clerk.user_id,
      number: '',
      name: '',
      type,
      store_id: type === 'kyc_reviewer' ? null : store_id,
      device: null,
    },
  })
  const alone = (type: 'register' | 'manager' | 'kyc_reviewer', amount: number) =>
    mayAlone(context.db, actor(type), 'points.grant', amount)
  expect(await Promise.all([alone('register', 1_000), alone('register', 1_001)])).toEqual([true, false])
  await api.db.query(`insert into settings (key, value) values ('points.register_max', '200')`)
  expect(await Promise.all([alone('register', 200), alone('register', 201)])).toEqual([true, false])
  expect(await alone('manager', 10_000)).toBe(true)
  expect(await alone('kyc_reviewer', 0)).toBe(false)
  expect(await mayAlone(context.db, actor('register'), 'refund', 5_000)).toBe(true)
  expect(await mayAlone(context.db, actor('register'), 'refund', 5_001)).toBe(false)
})
