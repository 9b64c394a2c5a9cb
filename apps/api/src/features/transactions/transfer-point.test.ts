import { randomUUID } from 'node:crypto'
import type { Caller } from '@shirogane/testkit/caller'
import { castPassword } from '@shirogane/testkit/database'
import { fingerprint } from '@shirogane/testkit/fingerprint'
import { grantPoints } from '@shirogane/testkit/funds'
import { moveLedgerClock } from '@shirogane/testkit/ledger-clock'
import { outboxIsEmpty } from '@shirogane/testkit/outbox'
import { sell } from '@shirogane/testkit/sale'
import { connect } from '@shirogane/testkit/socket'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const pin = '493817'
let api: TestApi
let clerk: Caller
let manager: Caller
let hanako: Caller
let kyoko: Caller
beforeAll(async () => {
  api = await startApi()
  ;[clerk, manager, hanako, kyoko] = await Promise.all([
    api.as('clerk'),
    api.as('manager'),
    api.as('hanako'),
    api.as('kyoko'),
  ])
  await manager.get('users.pin', { body: { current_password: castPassword, pin } })
})
afterAll(() => api.close())

const ask = (body: object, key: string = randomUUID()) => ({
  body: { reason: 'お詫び', ...body },
  headers: { 'Idempotency-Key': key },
})
const codeOf = async (member: Caller) => (await member.get('users.token')).token
const pointsOf = async (member: Caller) => (await member.get('users.wallet')).point_balance
const undo = (by: Caller, id: string, employee_id: string) =>
  by.call('transactions.delete', {
    params: { id },
    body: { employee_id, password: castPassword },
    headers: { 'Idempotency-Key': randomUUID() },
  })

describe('a gift at the register', () => {
  test('goes to whoever shows their code, who is told at once and finds it explained', async () => {
    const before = await pointsOf(hanako)
    const socket = await connect(api.url, '/transactions', { token: hanako.refresh_token! })
    await socket.join()
    const given = await clerk.get(
      'transactions.transferPoint',
      ask({ to: await codeOf(hanako), points: 300 }),
    )
    expect(given).toMatchObject({
      type: 'grant',
      received_point_total: 300,
      point_amount: 300,
      message: '金沢本店で300ptを受け取りました',
      wallet_after: { point_balance: before + 300 },
    })
    expect(await pointsOf(hanako)).toBe(before + 300)
    await outboxIsEmpty(api.db)
    const told = socket.events.find(({ payload }) => payload['id'] === given.id)
    expect(told?.payload).toMatchObject({
      type: 'notification',
      message: '金沢本店で300ptを受け取りました',
      point_amount: 300,
    })
    socket.close()
    const page = await hanako.get('transactions.details', { params: { id: given.id } })
    expect(page.point_reasons).toMatchObject([{ rule: 'gift', points: 300, expires_on: null }])
    const [notice] = (await hanako.get('notifications.list')).items
    expect(notice).toMatchObject({ title: '300ptが付与されました', message: given.message })
    // The code was shown and not spent: the sale that it was shown for may still come.
    await sell(clerk, hanako, { amount: 100, tenders: { cash: 100 } })
  })

  test('goes by id to whoever paid here, and to nobody else', async () => {
    const body = { to: hanako.user_id, points: 1 }
    await clerk.get('transactions.transferPoint', ask(body))
    const yoko = await api.as('yoko')
    const before = await fingerprint(api.db)
    for (const to of [yoko.user_id, randomUUID(), clerk.user_id]) {
      const refusal = await clerk.refused('transactions.transferPoint', ask({ ...body, to }))
      expect(refusal).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    }
    expect(await fingerprint(api.db)).toBe(before)
  })

  test.each([
    [{ points: 0 }, 400, 'VALIDATION_ERROR'],
    [{ points: -1 }, 400, 'VALIDATION_ERROR'],
    [{ points: 1.5 }, 400, 'VALIDATION_ERROR'],
    [{ reason: ' ' }, 400, 'VALIDATION_ERROR'],
    [{ to: 'SG1NOCODE' }, 404, 'QR_INVALID'],
    [{ points: 1_001 }, 403, 'APPROVAL_REQUIRED'],
  ])('is refused with %o: %i %s', async (over, status, code) => {
    const body = { to: hanako.user_id, points: 1, ...over }
    const refusal = await clerk.refused('transactions.transferPoint', ask(body))
    expect(refusal.code).toBe(code)
    if (code !== 'QR_INVALID') expect(refusal.status).toBe(status)
    if (code === 'APPROVAL_REQUIRED') expect(refusal.error).toBe('この操作には責任者の承認が必要です。')
  })

  test('asked for again under its key is the same gift, by a fresh code and without the word it needed', async () => {
    const [key, before] = [randomUUID(), await pointsOf(kyoko)]
    const gift = async (over: object = {}) => ask({ to: await codeOf(kyoko), points: 1_200, ...over }, key)
    await clerk.refused('transactions.transferPoint', await gift())
    const { id } = await clerk.get('approvals.ask', {
      body: {
        kind: 'grant',
        amount: 1_200,
        subject: { customer_id: kyoko.user_id, giver_id: null },
        reason: 'お詫び',
      },
    })
    await manager.get('approvals.decide', { params: { id }, body: { decision: 'approve', pin } })
    const given = await clerk.get('transactions.transferPoint', await gift({ approval_id: id }))
    api.clock.forward(61_000)
    const again = await clerk.call('transactions.transferPoint', await gift())
    expect(again).toMatchObject({ status: 200, body: { id: given.id } })
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
    for (const other of [{ points: 1_201 }, { reason: 'お誕生日' }, { to: await codeOf(hanako) }])
      expect((await clerk.refused('transactions.transferPoint', await gift(other))).code).toBe(
        'IDEMPOTENCY_KEY_REUSED',
      )
    expect(await pointsOf(kyoko)).toBe(before + 1_200)
  })

  test('above what one may give waits for a second person, and is given once with their word', async () => {
    const [key, before] = [randomUUID(), await pointsOf(hanako)]
    const body = { to: hanako.user_id, points: 1_500 }
    await clerk.refused('transactions.transferPoint', ask(body, key))
    const { id } = await clerk.get('approvals.ask', {
      body: {
        kind: 'grant',
        amount: 1_500,
        subject: { customer_id: hanako.user_id, giver_id: null },
        reason: 'お詫び',
      },
    })
    const approved = { ...body, approval_id: id }
    expect((await clerk.refused('transactions.transferPoint', ask(approved, randomUUID()))).code).toBe(
      'APPROVAL_REQUIRED',
    )
    await manager.get('approvals.decide', { params: { id }, body: { decision: 'approve', pin } })
    // For somebody else it is no approval.
    await sell(clerk, kyoko, { amount: 100, tenders: { cash: 100 } })
    const other = ask({ ...approved, to: kyoko.user_id })
    expect((await clerk.refused('transactions.transferPoint', other)).code).toBe('APPROVAL_REQUIRED')
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => clerk.get('transactions.transferPoint', ask(approved, key))),
    )
    expect(new Set(answers.map((one) => one.id)).size).toBe(1)
    expect(await pointsOf(hanako)).toBe(before + 1_500)
  })

  test('is taken back on its own day by number and password, and then stands in the history as that', async () => {
    const before = await pointsOf(hanako)
    const { id } = await clerk.get('transactions.transferPoint', ask({ to: hanako.user_id, points: 70 }))
    expect((await undo(clerk, id, 'E0003')).body).toMatchObject({
      type: 'adjustment',
      point_amount: -70,
      related_id: id,
      message: 'ポイント付与の取り消し',
    })
    expect(await pointsOf(hanako)).toBe(before)
    expect((await undo(clerk, id, 'E0003')).body).toMatchObject({ code: 'TXN_VOIDED' })
    const other = await manager.get('transactions.transferPoint', ask({ to: hanako.user_id, points: 5 }))
    expect((await undo(clerk, other.id, 'E0003')).body).toMatchObject({ code: 'VOID_APPROVAL' })
    expect((await undo(clerk, other.id, 'E0002')).body).toMatchObject({ type: 'adjustment' })
    expect((await undo(await api.as('otherClerk'), other.id, 'E0005')).body).toMatchObject({
      code: 'TXN_NOT_FOUND',
    })
  })

  test('is found by its number at the till, and taken back by the word of a manager on their own phone', async () => {
    const before = await pointsOf(hanako)
    const given = await manager.get('transactions.transferPoint', ask({ to: hanako.user_id, points: 40 }))
    const search = { store_id: given.store!.id, q: given.number }
    const { items } = await clerk.get('transactions.search', { query: search })
    expect(items.map(({ id, type }) => [id, type])).toEqual([[given.id, 'grant']])
    expect(await clerk.get('transactions.details', { params: { id: given.id } })).toMatchObject({
      till: { day_is_open: true, handed: { points: 40, moved: false, taken_back: false } },
    })
    const { id: approval_id } = await clerk.get('approvals.ask', {
      body: {
        kind: 'void',
        amount: null,
        subject: { transaction_id: given.id, number: given.number },
        reason: '付与まちがい',
      },
    })
    const gone = { params: { id: given.id }, body: { approval_id } }
    expect((await clerk.refused('transactions.delete', gone)).code).toBe('APPROVAL_REQUIRED')
    // Whoever gave them is the one who is asked: a manager may take back their own gift.
    await manager.get('approvals.decide', { params: { id: approval_id }, body: { decision: 'approve', pin } })
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => clerk.call('transactions.delete', gone)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await pointsOf(hanako)).toBe(before)
    expect(await clerk.get('transactions.details', { params: { id: given.id } })).toMatchObject({
      till: { handed: { points: 40, taken_back: true } },
    })
  })
})

test('whose code is shown is told without taking it, and only while it lives', async () => {
  const token = await codeOf(hanako)
  const [first, again] = await Promise.all([
    clerk.get('transactions.shownMember', { body: { token } }),
    (await api.as('otherClerk')).get('transactions.shownMember', { body: { token } }),
  ])
  expect(first).toMatchObject({ id: hanako.user_id, name: '例示 花子', username: 'hanako' })
  expect(again.id).toBe(hanako.user_id)
  await clerk.get('transactions.pay', { body: { token }, headers: { 'Idempotency-Key': randomUUID() } })
  expect((await clerk.get('transactions.shownMember', { body: { token } })).id).toBe(hanako.user_id)
  const elsewhere = await api.as('otherClerk')
  expect(await elsewhere.refused('transactions.shownMember', { body: { token } })).toMatchObject({
    code: 'QR_CLAIMED',
  })
  await sell(clerk, hanako, { amount: 100, tenders: { cash: 100 } })
  const old = await codeOf(kyoko)
  await moveLedgerClock(api.db, new Date(Date.now() + 301_000).toISOString())
  const refusal = await clerk.refused('transactions.shownMember', { body: { token: old } })
  await moveLedgerClock(api.db, null)
  expect(refusal).toMatchObject({ status: 410, code: 'QR_EXPIRED' })
})

describe('a move between members', () => {
  test('needs the code of whoever gives, tells both sides, and names neither in full', async () => {
    await grantPoints(api.db, kyoko.user_id, 200)
    const [from, to] = [await pointsOf(kyoko), await pointsOf(hanako)]
    const byId = ask({ to: await codeOf(hanako), from: kyoko.user_id, points: 120 })
    expect((await clerk.refused('transactions.transferPoint', byId)).code).toBe('NOT_FOUND')
    const moved = await clerk.get(
      'transactions.transferPoint',
      ask({ to: await codeOf(hanako), from: await codeOf(kyoko), points: 120 }),
    )
    expect(moved).toMatchObject({
      type: 'transfer',
      point_amount: 120,
      message: '見＊＊さんから120ptを受け取りました',
    })
    expect([await pointsOf(kyoko), await pointsOf(hanako)]).toEqual([from - 120, to + 120])
    const [sent] = (await kyoko.get('transactions.list', { query: { limit: 1 } })).items
    expect(sent).toMatchObject({
      type: 'transfer',
      point_amount: -120,
      message: '例＊＊さんへ120ptを移しました',
      related_id: null,
    })
    // Neither reads the other's side.
    expect(await hanako.refused('transactions.details', { params: { id: sent!.id } })).toMatchObject({
      code: 'TXN_NOT_FOUND',
    })
    expect((await undo(clerk, sent!.id, 'E0003')).status).toBe(200)
    expect([await pointsOf(kyoko), await pointsOf(hanako)]).toEqual([from, to])
  })

  test.each([
    ['POINTS_SAME_MEMBER', '同じ会員どうしではポイントを移せません。', { to: 'kyoko', points: 1 }],
    ['INSUFFICIENT_POINT', '利用できるポイントが不足しています。', { to: 'hanako', points: 1_000 }],
  ] as const)('is refused with %s: %s', async (code, sentence, { to, points }) => {
    const yoko = await api.as('yoko')
    const giver = to === 'kyoko' ? kyoko : yoko
    const token = await codeOf(giver)
    const target = to === 'kyoko' ? token : await codeOf(hanako)
    expect(
      await clerk.refused('transactions.transferPoint', ask({ to: target, from: token, points })),
    ).toMatchObject({ code, error: sentence })
  })
})

test('whatever was handed over, moved and taken back, the books balance', async () => {
  expect(await api.db.query('select * from ledger.audit()')).toEqual([])
})
