import { randomUUID } from 'node:crypto'
import { limits } from '@shirogane/contract/rules/limits'
import { openBrowser } from '@shirogane/testkit/calls/browser'
import { caller, type Caller, type Output } from '@shirogane/testkit/calls/caller'
import { castPassword } from '@shirogane/testkit/database'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asProblem } from '../admin/store/staff/update-staff.ts'

const password = 'hikaru-gin-no-suzu-925'
const pin = '493817'

let api: TestApi
let owner: Caller
let manager: Caller
let kanazawa: string
let kuramae: string
beforeAll(async () => {
  api = await startApi()
  owner = await api.as('owner')
  manager = await api.as('manager')
  const stores = await api.db.query<{ id: string; code: string }>(`select id, code from stores`)
  kanazawa = stores.find(({ code }) => code === 'KNZ1')!.id
  kuramae = stores.find(({ code }) => code === 'KRM1')!.id
})
afterAll(() => api.close())

const prove = (by: Caller) =>
  by.get('auth.stepUp', { body: { method: 'password', purpose: 'staff', password: castPassword } })
async function create(by: Caller, body: object = {}): Promise<Output<'admin.createStaff'>> {
  await prove(by)
  return by.get('admin.createStaff', {
    body: { name: '新人 一子', type: 'register', store_id: kanazawa, ...body },
  })
}
async function update(by: Caller, id: string, body: object) {
  await prove(by)
  return by.get('admin.updateStaff', { params: { id }, body })
}
async function refusedUpdate(by: Caller, id: string, body: object) {
  await prove(by)
  return by.refused('admin.updateStaff', { params: { id }, body })
}
const welcome = (code: string, body: object = {}) =>
  api.nobody.call('auth.staffWelcome', { body: { code, password, pin, ...body } })
async function signIn(number: string): Promise<Caller> {
  const { user, token } = (await api.nobody.get('auth.login', {
    body: { credential: number, password },
    headers: { 'X-Client-Type': 'api' },
  })) as Output<'auth.loginCode'>
  return caller({ url: api.url, user_id: user.id, ...token })
}
async function newcomer(body: object = {}): Promise<Caller & { number: string }> {
  const { staff, invitation } = await create(owner, body)
  expect((await welcome(invitation.code)).status).toBe(200)
  return { ...(await signIn(staff.number)), number: staff.number }
}
const actsOf = async (id: string) =>
  (
    await api.db.query<{ action: string }>(
      `select action from audit_log where object = $1 and action <> 'staff.signed_in' order by id`,
      [`staff:${id}`],
    )
  ).map(({ action }) => action)

describe('somebody who is taken on', () => {
  test('gets the next number and chooses a password and a PIN that nobody else has seen, once', async () => {
    const { staff, invitation } = await create(manager)
    expect(staff).toMatchObject({
      number: 'E0009',
      has_pin: false,
      details: { type: 'register', store_id: kanazawa },
    })
    expect(staff.details?.invited_until).toBe(invitation.expires_at)
    expect(invitation.code).toMatch(/^([2-9A-Z]{4}-){3}[2-9A-Z]{4}$/)
    expect(invitation.url).toContain(`/auth/forgot?step=staff#${invitation.code}`)
    const login = { body: { credential: 'E0009', password }, headers: { 'X-Client-Type': 'api' } }
    expect((await api.nobody.refused('auth.login', login)).code).toBe('AUTH_INVALID_CREDENTIALS')

    expect(
      await api.nobody.get('auth.staffInvitation', { body: { code: invitation.code.toLowerCase() } }),
    ).toMatchObject({
      number: 'E0009',
      name: '新人 一子',
    })
    for (const [change, code] of [
      [{ password: 'tooshort-925' }, 'PASSWORD_TOO_SHORT_STAFF'],
      [{ pin: '1234' }, 'STAFF_PIN_FORMAT'],
      [{ pin: '123456' }, 'STAFF_PIN_WEAK'],
    ] as const)
      expect(((await welcome(invitation.code, change)).body as { code: string }).code).toBe(code)
    const tries = await Promise.all([
      welcome(invitation.code),
      welcome(invitation.code),
      welcome(invitation.code),
    ])
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410])
    const clerk = await signIn('E0009')
    expect(await clerk.get('users.employeeDetails')).toMatchObject({ type: 'register', store_id: kanazawa })
    expect(await actsOf(staff.id)).toEqual(['staff.created', 'staff.password_set'])
  })

  test('at the same time as others has a number of their own', async () => {
    const sessions = [owner, manager]
    const created = await Promise.all(sessions.map((by) => create(by)))
    expect(new Set(created.map(({ staff }) => staff.number)).size).toBe(2)
  })

  test('belongs to a store exactly where the role does, and to one that is there', async () => {
    const cases = [
      { type: 'register', store_id: null, code: 'STAFF_STORE' },
      { type: 'accounting', store_id: kanazawa, code: 'STAFF_STORE' },
      { type: 'register', store_id: randomUUID(), code: 'NOT_FOUND' },
    ]
    for (const { code, ...body } of cases)
      expect((await owner.refused('admin.createStaff', { body: { name: '新人', ...body } })).code).toBe(code)
  })

  test('finds an old invitation dead once there is a new one, it has ended, or they were stopped', async () => {
    const { staff, invitation } = await create(owner)
    await prove(owner)
    const second = await owner.get('admin.inviteStaff', { params: { id: staff.id } })
    const dead = { status: 410, body: { code: 'STAFF_INVITATION_INVALID' } }
    expect(await welcome(invitation.code)).toMatchObject(dead)
    expect(await api.nobody.call('auth.staffInvitation', { body: { code: invitation.code } })).toMatchObject(
      dead,
    )
    await update(owner, staff.id, { active: false })
    expect(await welcome(second.invitation.code)).toMatchObject(dead)
    await prove(owner)
    expect((await owner.refused('admin.inviteStaff', { params: { id: staff.id } })).code).toBe(
      'STAFF_STOPPED',
    )
    await update(owner, staff.id, { active: true })
    await prove(owner)
    const third = await owner.get('admin.inviteStaff', { params: { id: staff.id } })
    await api.db.query(
      `update staff_invitations set created_at = now() - interval '4 days', expires_at = now() - interval '1 minute' where user_id = $1`,
      [staff.id],
    )
    expect(await welcome(third.invitation.code)).toMatchObject(dead)
  })
})

describe('rights', () => {
  test('are changed only by whoever has just shown a password', async () => {
    const { staff } = await create(owner)
    const bare = { params: { id: staff.id }, body: { active: false } }
    expect(await owner.refused('admin.updateStaff', bare)).toMatchObject({
      status: 403,
      code: 'STEP_UP_REQUIRED',
    })
    expect((await owner.refused('admin.inviteStaff', { params: { id: staff.id } })).code).toBe(
      'STEP_UP_REQUIRED',
    )
    const body = { name: '新人', type: 'register', store_id: kanazawa }
    expect((await owner.refused('admin.createStaff', { body })).code).toBe('STEP_UP_REQUIRED')
    expect(await actsOf(staff.id)).toEqual(['staff.created'])
  })

  test('that end or move end every session in the same moment, and a rename ends none', async () => {
    const clerk = await newcomer()
    await update(owner, clerk.user_id, { name: '改名 一子' })
    expect((await clerk.get('users.employeeDetails')).name).toBe('改名 一子')
    await update(owner, clerk.user_id, { store_id: kuramae })
    expect(await clerk.refused('users.me')).toMatchObject({ status: 401 })
    const moved = await signIn(clerk.number)
    expect((await moved.get('users.employeeDetails')).store_id).toBe(kuramae)
    await update(owner, clerk.user_id, { type: 'manager' })
    expect(await moved.refused('users.me')).toMatchObject({ status: 401 })
    const promoted = await signIn(clerk.number)
    expect((await promoted.get('users.employeeDetails')).permissions).toContain('approve')
    await update(owner, clerk.user_id, { active: false })
    expect(await promoted.refused('users.me')).toMatchObject({ status: 401 })
    const login = { body: { credential: clerk.number, password }, headers: { 'X-Client-Type': 'api' } }
    expect((await api.nobody.refused('auth.login', login)).code).toBe('AUTH_INVALID_CREDENTIALS')
    await update(owner, clerk.user_id, { active: true })
    expect((await (await signIn(clerk.number)).get('users.me')).id).toBe(clerk.user_id)
    const [moving] = await api.db.query<{ before: object; after: object }>(
      `select before, after from audit_log where object = $1 and after ? 'store_id' and action = 'staff.changed' limit 1`,
      [`staff:${clerk.user_id}`],
    )
    expect(moving).toEqual({ before: { store_id: kanazawa }, after: { store_id: kuramae } })
    expect(await actsOf(clerk.user_id)).toEqual([
      'staff.created',
      'staff.password_set',
      'staff.changed',
      'staff.changed',
      'staff.changed',
      'staff.stopped',
      'staff.started',
    ])
  })

  test('that a colleague has changed meanwhile are not put back, and a role is given for the shop that was seen', async () => {
    const { staff } = await create(owner)
    await update(owner, staff.id, { store_id: kuramae, before: { type: 'register', store_id: kanazawa } })
    for (const body of [
      { store_id: kuramae, before: { store_id: kanazawa }, name: '改名 一子' },
      { type: 'manager', before: { type: 'register', store_id: kanazawa } },
    ])
      expect(await refusedUpdate(owner, staff.id, body)).toMatchObject({ status: 409, code: 'CONFLICT' })
    // The answer to the first one got lost, and it is sent again.
    const again = { store_id: kuramae, before: { type: 'register', store_id: kanazawa } }
    expect((await update(owner, staff.id, again)).details).toMatchObject({
      type: 'register',
      store_id: kuramae,
    })
    const renamed = await update(owner, staff.id, { name: '改名 一子', before: { name: '新人 一子' } })
    expect(renamed).toMatchObject({ name: '改名 一子', details: { store_id: kuramae } })
    expect(await actsOf(staff.id)).toEqual(['staff.created', 'staff.changed', 'staff.changed'])
  })

  test('are never raised by whoever has them, and a manager keeps the register staff of their own store alone', async () => {
    for (const body of [{ type: 'owner', store_id: null }, { active: false }, { name: '自分' }]) {
      expect(await refusedUpdate(manager, manager.user_id, body)).toMatchObject({
        status: 403,
        code: 'STAFF_SELF',
      })
      expect(await refusedUpdate(owner, owner.user_id, body)).toMatchObject({
        status: 403,
        code: 'STAFF_SELF',
      })
    }
    const { staff } = await create(manager)
    for (const body of [{ type: 'manager' }, { type: 'owner', store_id: null }, { store_id: kuramae }])
      expect(await refusedUpdate(manager, staff.id, body)).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    for (const other of [owner.user_id, (await api.as('otherClerk')).user_id, randomUUID()])
      expect(await refusedUpdate(manager, other, { active: false })).toMatchObject({ status: 404 })
    for (const body of [
      { name: '新人', type: 'manager', store_id: kanazawa },
      { name: '新人', type: 'register', store_id: kuramae },
      { name: '新人', type: 'owner', store_id: null },
    ])
      expect((await manager.refused('admin.createStaff', { body })).code).toBe('FORBIDDEN')

    // The database refuses the same to every client that has the application's role.
    const app = (text: string, values: unknown[]) =>
      api.server.context.db.run(text, values).then(
        () => 'done',
        (error: { message: string }) => error.message,
      )
    const raise = `update employees set type = 'owner', store_id = null, changed_by = $2, changed_at = clock_timestamp() where user_id = $1`
    expect(await app(raise, [manager.user_id, manager.user_id])).toMatch(/keeps the register staff|by_others/)
    expect(await app(raise, [owner.user_id, owner.user_id])).toContain('employees_changed_by_others')
    expect(await app(raise, [staff.id, manager.user_id])).toContain('keeps the register staff')
    expect(await app(`update employees set type = 'manager' where user_id = $1`, [staff.id])).toContain(
      'in somebody',
    )
    const own = `update employees set own_customer_id = $3, changed_by = $2, changed_at = clock_timestamp() where user_id = $1`
    const { user_id: hanako } = await api.as('hanako')
    expect(await app(own, [manager.user_id, manager.user_id, hanako])).toMatch(
      /keeps the register staff|by_others/,
    )
    expect(await app(own, [owner.user_id, owner.user_id, hanako])).toContain('employees_changed_by_others')
    expect(await app(own, [staff.id, owner.user_id, manager.user_id])).toContain('one of a customer')
    expect(
      await app(`update employees set own_customer_id = $2 where user_id = $1`, [staff.id, hanako]),
    ).toContain('in somebody')
    expect(await app(`update employees set number = 'E9000' where user_id = $1`, [staff.id])).toContain(
      'denied',
    )
  })

  test('of the last one of head office stay, also when two end each other at once', async () => {
    const second = await newcomer({ type: 'owner', store_id: null, name: '本部 二子' })
    await prove(owner)
    await second.get('auth.stepUp', { body: { method: 'password', purpose: 'staff', password } })
    const both = await Promise.all([
      owner.call('admin.updateStaff', { params: { id: second.user_id }, body: { active: false } }),
      second.call('admin.updateStaff', { params: { id: owner.user_id }, body: { active: false } }),
    ])
    const [row] = await api.db.query<{ owners: number }>(
      `select count(*)::int as owners from employees where type = 'owner' and active`,
    )
    expect(row?.owners).toBe(1)
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    await api.db.query(`update employees set active = true where type = 'owner'`)
    const alone = api.db.query(`update employees set active = false where type = 'owner'`)
    const refusal: unknown = await alone.then(String, (error: unknown) => error)
    expect(refusal).toMatchObject({ message: 'The last owner stays.' })
    expect(() => asProblem(refusal)).toThrow(expect.objectContaining({ code: 'STAFF_LAST_OWNER' }))
    // One of the two was signed out by the other.
    owner = await api.signIn('owner')
  })
})

describe('a register', () => {
  test('is taken over by a colleague’s PIN: later sales are theirs, and the session before is over', async () => {
    const first = await newcomer({ name: '交代 前子' })
    const next = await newcomer({ name: '交代 後子' })
    const staff = (await first.get('admin.staffList')).items
    expect(staff.find(({ id }) => id === next.user_id)).toMatchObject({
      name: '交代 後子',
      has_pin: true,
      details: null,
    })
    const { user, token } = await first.get('auth.switchStaff', {
      body: { employee_id: next.user_id, pin },
      headers: { 'X-Client-Type': 'api' },
    })
    expect(user.id).toBe(next.user_id)
    expect(await first.refused('users.me')).toMatchObject({ status: 401 })
    const taken = caller({ url: api.url, user_id: user.id, ...token })
    const sale = await sell(taken, await api.as('hanako'), { amount: 1_100, tenders: { cash: 1_100 } })
    expect(sale.transaction.employee?.id).toBe(next.user_id)
    const [row] = await api.db.query<{ same: boolean; before: object }>(
      `select b.absolute_expires_at = s.absolute_expires_at as same, a.before
       from sessions s join sessions b on b.id = s.taken_over_from
       join audit_log a on a.object = 'staff:' || s.user_id and a.action = 'staff.till_taken_over'
       where s.user_id = $1 and s.revoked_at is null and s.taken_over_from is not null`,
      [next.user_id],
    )
    expect(row).toEqual({ same: true, before: { number: first.number } })
  })

  test('is handed on once: of two who take it over at the same moment one is let in', async () => {
    const [first, ...others] = [await newcomer(), await newcomer(), await newcomer()]
    const replies = await Promise.all(
      others.map(({ user_id }) =>
        first.call('auth.switchStaff', {
          body: { employee_id: user_id, pin },
          headers: { 'X-Client-Type': 'api' },
        }),
      ),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 401]))
    expect(
      await api.db.query(
        `select 1 from sessions s join sessions b on b.id = s.taken_over_from
         where b.user_id = $1 and s.revoked_at is null`,
        [first.user_id],
      ),
    ).toHaveLength(1)
  })

  test('opens to nobody of another store or of head office, to nobody who was stopped, and to no wrong PIN', async () => {
    const clerk = await newcomer()
    const elsewhere = await newcomer({ store_id: kuramae })
    const office = await newcomer({ type: 'owner', store_id: null })
    const stopped = await newcomer()
    await update(owner, stopped.user_id, { active: false })
    await update(owner, office.user_id, { active: false })
    await update(owner, office.user_id, { active: true })
    const tries = [
      { employee_id: elsewhere.user_id, pin },
      { employee_id: office.user_id, pin },
      { employee_id: stopped.user_id, pin },
      { employee_id: clerk.user_id, pin: '000001' },
      { employee_id: 'E9999', pin },
    ]
    for (const body of tries)
      expect(await clerk.refused('auth.switchStaff', { body })).toMatchObject({
        status: 400,
        code: 'STAFF_PIN_INVALID',
      })
    const others = await Promise.all(
      (['accountant', 'reviewer', 'hanako'] as const).map((name) => api.as(name)),
    )
    for (const other of [owner, ...others]) {
      const { status } = await other.refused('auth.switchStaff', { body: { employee_id: 'E0003', pin } })
      expect(status).toBe(403)
    }
    expect((await clerk.get('users.me')).id).toBe(clerk.user_id)
  })

  test('that was taken over in a browser keeps one cookie, and the PIN alone changes no rights', async () => {
    const boss = await newcomer({ type: 'manager', name: '店長 代子' })
    await manager.get('users.pin', { body: { current_password: castPassword, pin: '702946' } })
    const browser = await openBrowser(api.url, 'clerk')
    const reply = await browser.call('auth.switchStaff', { body: { employee_id: boss.user_id, pin } })
    expect(reply.status).toBe(200)
    const { token } = reply.body as Output<'auth.switchStaff'>
    const taken = caller({ url: api.url, user_id: boss.user_id, access_token: token.access_token })
    expect((await taken.get('users.employeeDetails')).type).toBe('manager')
    expect(
      (
        await taken.refused('admin.updateStaff', {
          params: { id: (await api.as('clerk')).user_id },
          body: { active: false },
        })
      ).code,
    ).toBe('STEP_UP_REQUIRED')
  })

  test('locks after five wrong PINs, whoever they are tried on', async () => {
    const strict = await startApi({ env: { RATE_LIMITS: 'on' } })
    strict.clock.stop()
    await (await strict.as('manager')).get('users.pin', { body: { current_password: castPassword, pin } })
    const clerk = await strict.as('clerk')
    const guess = (employee_id: string, digits: string) =>
      clerk.refused('auth.switchStaff', { body: { employee_id, pin: digits } })
    for (const number of ['E0002', 'E0002', 'E9999', 'E0002', 'E0002'])
      expect((await guess(number, '000001')).code).toBe('STAFF_PIN_INVALID')
    expect(await guess('E0002', pin)).toMatchObject({ status: 423, code: 'EMPLOYEE_AUTH_LOCKED' })
    await strict.close()
  })

  test('at which somebody has tried too often locks out nobody but them', async () => {
    const strict = await startApi({ env: { RATE_LIMITS: 'on' } })
    strict.clock.stop()
    const [clerk, boss] = await Promise.all([strict.as('clerk'), strict.as('manager')])
    await boss.get('users.pin', { body: { current_password: castPassword, pin } })
    const guess = (by: Caller, employee_id: string, digits: string) =>
      by.call('auth.switchStaff', { body: { employee_id, pin: digits } })
    for (let tries = 0; tries < 5; tries += 1) await guess(clerk, 'E9999', '000001')
    for (let tries = 0; tries < limits.staffPinTriesPerDay + 1; tries += 1)
      expect((await guess(clerk, 'E0002', '000001')).status).toBe(423)
    expect((await guess(boss, 'E0002', pin)).status).toBe(200)
    await strict.close()
  })

  test('that was left open for five minutes does nothing until a PIN opens it; who works steadily goes on', async () => {
    const shop = await startApi()
    const clerk = await shop.as('clerk')
    await clerk.get('users.pin', { body: { current_password: castPassword, pin } })
    const register = await openBrowser(shop.url, 'clerk')
    // As a page does by itself: being renewed is not being touched.
    async function minutes(count: number): Promise<void> {
      shop.clock.forward(count * 60_000)
      await register.call('auth.refreshAccessToken', { body: { refresh_token: register.handle } })
    }
    const transaction_id = randomUUID()
    const key = randomUUID()
    const pay = (by: Pick<Caller, 'call'>, id: string = randomUUID(), headers = { 'Idempotency-Key': id }) =>
      by.call('transactions.pay', {
        body: { transaction_id: id, amount: 1_100, tenders: { cash: 1_100 } },
        headers,
      })
    expect((await pay(register)).status).toBe(200)
    for (let sale = 0; sale < 2; sale += 1) {
      await minutes(4)
      expect((await pay(register)).status).toBe(200)
    }
    // A cart that takes long: nothing is sent but that the clerk is there.
    await minutes(4)
    expect((await register.call('auth.stayAwake')).status).toBe(200)
    await minutes(4)
    const one = { 'Idempotency-Key': key }
    expect((await pay(register, transaction_id, one)).status).toBe(200)

    await minutes(6)
    expect((await register.call('users.employeeDetails')).status).toBe(200)
    for (const refused of [
      await pay(register, transaction_id, one),
      await register.call('auth.stayAwake'),
      await register.call('admin.moveCash', { body: {}, headers: { 'Idempotency-Key': randomUUID() } }),
      await pay(register),
    ]) {
      expect(refused.status).toBe(403)
      expect(refused.body).toMatchObject({
        code: 'STEP_UP_REQUIRED',
        message: 'この操作には、もう一度ご本人の確認が必要です。',
        fields: { staff_pin: expect.any(String) as string },
      })
    }
    const wrong = await register.call('auth.switchStaff', {
      body: { employee_id: clerk.user_id, pin: '000001' },
    })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'STAFF_PIN_INVALID' } })
    expect((await pay(register)).status).toBe(403)
    const opened = await register.call('auth.switchStaff', { body: { employee_id: clerk.user_id, pin } })
    register.access_token = (opened.body as Output<'auth.switchStaff'>).token.access_token
    const again = await pay(register, transaction_id, one)
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    const [row] = await shop.db.query<{ sales: number }>(
      `select count(*)::int as sales from ledger.transactions where id = $1`,
      [transaction_id],
    )
    expect(row?.sales).toBe(1)
    await shop.close()
  })
})
