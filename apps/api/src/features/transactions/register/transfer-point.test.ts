import { randomUUID } from 'node:crypto'
import type { Caller, Reply } from '@shirogane/testkit/calls/caller'
import { tap } from '@shirogane/testkit/acts/confirmations'
import { castPassword } from '@shirogane/testkit/database'
import { fingerprint } from '@shirogane/testkit/asks/fingerprint'
import { grantPoints } from '@shirogane/testkit/acts/funds'
import { moveLedgerClock } from '@shirogane/testkit/ledger-clock'
import { outboxIsEmpty } from '@shirogane/testkit/servers/outbox'
import { sell } from '@shirogane/testkit/acts/sale'
import { connect } from '@shirogane/testkit/calls/socket'
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
    const notified = socket.events.find(({ payload }) => payload['id'] === given.id)
    expect(notified?.payload).toMatchObject({
      type: 'notification',
      message: '金沢本店で300ptを受け取りました',
      point_amount: 300,
    })
    socket.close()
    const page = await hanako.get('transactions.details', { params: { id: given.id } })
    expect(page.point_reasons).toMatchObject([{ rule: 'gift', points: 300, expires_on: null }])
    const [notice] = (await hanako.get('notifications.list')).items
    expect(notice).toMatchObject({ title: '300ptが付与されました', message: given.message })
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

  test('asked for again under its key is the same gift, by a fresh code and without the approval it needed', async () => {
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

  test('above what one may give waits for a second person, and is given once with their approval', async () => {
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
    // For another member it is no approval.
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

  test('is found by its number at the register, and taken back by the approval of a manager on their own phone', async () => {
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
    const gone = {
      params: { id: given.id },
      body: { approval_id },
      headers: { 'Idempotency-Key': randomUUID() },
    }
    expect((await clerk.refused('transactions.delete', gone)).code).toBe('APPROVAL_REQUIRED')
    // The person who granted them is the one who is asked: a manager may take back their own grant.
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

describe('one showing is one act', () => {
  test('six gifts for one code, at two shops and at once, are one', async () => {
    const [to, before] = [await codeOf(hanako), await pointsOf(hanako)]
    const elsewhere = await api.as('otherClerk')
    const replies = await Promise.all(
      [clerk, elsewhere, manager, clerk, elsewhere, clerk].map((by) =>
        by.call('transactions.transferPoint', ask({ to, points: 50 })),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = replies.filter(({ status }) => status !== 200)
    expect(refused.map(({ body }) => (body as { code: string }).code)).toEqual(
      Array(5).fill('QR_ALREADY_USED'),
    )
    expect(await pointsOf(hanako)).toBe(before + 50)
    // Nor does it pay, charge or identify the customer.
    for (const [name, body] of [
      ['transactions.pay', { token: to }],
      ['transactions.chargeCash', { to, amount: 1_000, cash_tendered: 1_000 }],
      ['transactions.shownMember', { token: to }],
    ] as const)
      expect([name, (await clerk.refused(name, { body })).code]).toEqual([name, 'QR_ALREADY_USED'])
  })

  test('the same gift under its key is answered as it was, by the code that it spent', async () => {
    const [asked, before] = [ask({ to: await codeOf(hanako), points: 20 }), await pointsOf(hanako)]
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => clerk.call('transactions.transferPoint', asked)),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(replies.map(({ body }) => (body as { id: string }).id)).size).toBe(1)
    expect(await pointsOf(hanako)).toBe(before + 20)
  })
})

describe('a move between members', () => {
  /** As the register does it: asks, the giver answers, and the same request goes out again. */
  async function move(asked: ReturnType<typeof ask>, giver: Caller): Promise<Reply> {
    const waiting = await clerk.call('transactions.transferPoint', asked)
    if (waiting.status !== 202) return waiting
    await tap(giver)
    return clerk.call('transactions.transferPoint', asked)
  }

  test('waits for the giver, tells both sides, and names neither in full', async () => {
    await grantPoints(api.db, kyoko.user_id, 200)
    const [from, to] = [await pointsOf(kyoko), await pointsOf(hanako)]
    const byId = ask({ to: await codeOf(hanako), from: kyoko.user_id, points: 120 })
    expect((await clerk.refused('transactions.transferPoint', byId)).code).toBe('NOT_FOUND')

    const asked = ask({ to: await codeOf(hanako), from: await codeOf(kyoko), points: 120 })
    const waiting = await clerk.call('transactions.transferPoint', asked)
    expect(waiting).toMatchObject({ status: 202, body: { status: 'open', point_amount: 0 } })
    expect([await pointsOf(kyoko), await pointsOf(hanako)]).toEqual([from, to])
    const { id } = waiting.body as { id: string }
    expect(await clerk.get('transactions.registerState', { params: { id } })).toMatchObject({
      status: 'pending_confirm',
    })
    expect(await kyoko.get('transactions.confirmation')).toMatchObject({
      confirmation: { kind: 'move', receiver: '例＊＊', points: 120, total: 120, balance: 0 },
    })
    expect(await hanako.get('transactions.confirmation')).toEqual({ confirmation: null })
    const [notice] = (await kyoko.get('notifications.list')).items
    expect(notice).toMatchObject({ title: 'ポイントの移行の確認をお願いします' })
    // Asked again it goes on waiting, and sends no new question.
    expect((await clerk.call('transactions.transferPoint', asked)).status).toBe(202)
    expect((await kyoko.get('notifications.list')).items[0]?.id).toBe(notice?.id)

    await tap(kyoko)
    const moved = await clerk.get('transactions.transferPoint', asked)
    expect(moved).toMatchObject({
      type: 'transfer',
      point_amount: 120,
      message: '見＊＊さんから120ptを受け取りました',
    })
    expect([await pointsOf(kyoko), await pointsOf(hanako)]).toEqual([from - 120, to + 120])
    const again = await clerk.call('transactions.transferPoint', asked)
    expect(again).toMatchObject({ status: 200, body: { id: moved.id } })
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
    const [sent] = (await kyoko.get('transactions.list', { query: { limit: 1 } })).items
    expect(sent).toMatchObject({
      id,
      type: 'transfer',
      point_amount: -120,
      message: '例＊＊さんへ120ptを移しました',
      related_id: null,
    })
    // Neither reads the other's side.
    expect(await hanako.refused('transactions.details', { params: { id: sent!.id } })).toMatchObject({
      code: 'TXN_NOT_FOUND',
    })
    // Both codes were spent by it: each of them, and the yes, is good for one move.
    for (const body of [
      { ...asked.body, to: await codeOf(hanako) },
      { ...asked.body, from: await codeOf(kyoko) },
    ])
      expect((await clerk.refused('transactions.transferPoint', ask(body))).code).toBe('QR_ALREADY_USED')
    expect((await undo(clerk, sent!.id, 'E0003')).status).toBe(200)
    expect([await pointsOf(kyoko), await pointsOf(hanako)]).toEqual([from, to])
  })

  test('six at once with one code, at two shops and after one yes, move it once', async () => {
    await grantPoints(api.db, kyoko.user_id, 3_000)
    const [from, to] = [await codeOf(kyoko), await codeOf(hanako)]
    const before = await pointsOf(kyoko)
    const asked = ask({ from, to, points: 500 })
    expect((await clerk.call('transactions.transferPoint', asked)).status).toBe(202)
    const elsewhere = await api.as('otherClerk')
    const other = await elsewhere.refused('transactions.transferPoint', ask({ from, to, points: 500 }))
    expect(other.code).toBe('QR_CLAIMED')
    await tap(kyoko)
    const replies = await Promise.all([
      ...Array.from({ length: 4 }, () => clerk.call('transactions.transferPoint', asked)),
      clerk.call('transactions.transferPoint', ask({ from, to, points: 500 })),
      elsewhere.call('transactions.transferPoint', ask({ from, to, points: 500 })),
    ])
    expect(replies.slice(0, 4).every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(replies.slice(4).filter(({ status }) => status === 200)).toEqual([])
    expect(await pointsOf(kyoko)).toBe(before - 500)
  })

  test.each([
    [
      'says no',
      (id: string) => kyoko.get('transactions.confirm', { params: { id }, body: { decision: 'decline' } }),
    ],
    [
      'is asked no longer',
      (_: string, sale: string) => clerk.get('transactions.withdrawConfirmation', { params: { id: sale } }),
    ],
  ])('moves nothing where the giver %s, whose code is free again', async (_name, end) => {
    await grantPoints(api.db, kyoko.user_id, 10)
    const before = [await pointsOf(kyoko), await pointsOf(hanako)]
    const [from, to] = [await codeOf(kyoko), await codeOf(hanako)]
    const asked = ask({ from, to, points: 10 })
    const waiting = await clerk.call('transactions.transferPoint', asked)
    const { confirmation } = await kyoko.get('transactions.confirmation')
    await end(confirmation!.id, (waiting.body as { id: string }).id)
    const refusal = await clerk.refused('transactions.transferPoint', asked)
    expect(refusal).toMatchObject({ status: 409, code: 'MOVE_NOT_AGREED' })
    expect([await pointsOf(kyoko), await pointsOf(hanako)]).toEqual(before)
    expect((await clerk.get('transactions.shownMember', { body: { token: from } })).id).toBe(kyoko.user_id)
    // Under another key the giver is asked anew.
    expect((await move(ask({ from, to, points: 10 }), kyoko)).status).toBe(200)
  })

  test('goes to whom and in what amount the giver was shown, and with the code of whoever is served here', async () => {
    await grantPoints(api.db, kyoko.user_id, 40)
    const key = randomUUID()
    const body = { from: await codeOf(kyoko), to: await codeOf(hanako), points: 10 }
    expect((await clerk.call('transactions.transferPoint', ask(body, key))).status).toBe(202)
    await tap(kyoko)
    for (const other of [{ points: 11 }, { reason: 'お誕生日' }])
      expect((await clerk.refused('transactions.transferPoint', ask({ ...body, ...other }, key))).code).toBe(
        'IDEMPOTENCY_KEY_REUSED',
      )
    expect((await clerk.call('transactions.transferPoint', ask(body, key))).status).toBe(200)

    const token = await codeOf(kyoko)
    await clerk.get('transactions.pay', { body: { token } })
    const byId = ask({ from: kyoko.user_id, to: await codeOf(hanako), points: 10 })
    expect((await move(byId, kyoko)).status).toBe(200)
    expect((await clerk.refused('transactions.pay', { body: { token } })).code).toBe('QR_ALREADY_USED')
  })

  test.each([
    ['POINTS_SAME_MEMBER', '同じ会員どうしではポイントを移せません。', { to: 'kyoko', points: 1 }],
    ['INSUFFICIENT_POINT', '利用できるポイントが不足しています。', { to: 'hanako', points: 1_000 }],
  ] as const)('is refused with %s before anybody is asked: %s', async (code, sentence, { to, points }) => {
    const yoko = await api.as('yoko')
    const giver = to === 'kyoko' ? kyoko : yoko
    const token = await codeOf(giver)
    const target = to === 'kyoko' ? token : await codeOf(hanako)
    expect(
      await clerk.refused('transactions.transferPoint', ask({ to: target, from: token, points })),
    ).toMatchObject({ code, error: sentence })
    expect(await giver.get('transactions.confirmation')).toEqual({ confirmation: null })
  })
})

test('whatever was handed over, moved and taken back, the books balance', async () => {
  expect(await api.db.query('select * from ledger.audit()')).toEqual([])
})
