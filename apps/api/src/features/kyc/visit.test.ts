// Documents that are shown in a shop: from the code on the phone to the reviewer, and who may do none of it.
import type { Caller } from '@shirogane/testkit/calls/caller'
import type { CastName } from '@shirogane/testkit/cast'
import { randomUUID } from 'node:crypto'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const wish = { document: 'driver_license', occupation: 'retired', purposes: ['shopping'], consent: true }
const seen = {
  checklist: { original: true, name: true, date_of_birth: true, address: true, face: true },
  document_expires_on: '2030-01-31',
}
/** A member of whom everything is on record and nothing has been asked, as at the start of each test. */
async function ready(name: CastName): Promise<Caller> {
  const member = await api.signIn(name)
  await api.db.query(
    `update users set last_name = '例示', first_name = '花子', last_name_kana = 'レイジ', first_name_kana = 'ハナコ',
       date_of_birth = '1990-04-01', address = '石川県金沢市片町0-0-0' where id = $1`,
    [member.user_id],
  )
  return member
}
const codeOf = (by: Caller, over = {}) => by.get('users.kycVisit', { body: { ...wish, ...over } })
const scan = async (token: string, by: CastName = 'manager') =>
  (await api.as(by)).call('admin.kycVisitScan', { body: { token } })
const record = async (id: string, by: CastName = 'manager', over = {}) =>
  (await api.as(by)).call('admin.kycVisitRecord', { params: { id }, body: { ...seen, ...over } })
const refusal = (reply: { status: number; body: unknown }) => [
  reply.status,
  (reply.body as { code?: string }).code,
]
const idOf = (reply: { body: unknown }): string => (reply.body as { id: string }).id

describe('documents shown in a shop', () => {
  test('become a request that says who saw them, and that a reviewer approves', async () => {
    const member = await ready('hanako')
    expect(await member.get('users.kyc')).toMatchObject({ is_counter_open: true })
    const { token, ttl } = await codeOf(member)
    expect(ttl).toBe(300)
    const read = await scan(token)
    expect(read.body).toEqual({
      id: expect.any(String),
      name: '例示 花子',
      name_kana: 'レイジ ハナコ',
      date_of_birth: '1990-04-01',
      address: '石川県金沢市片町0-0-0',
      document: 'driver_license',
    })
    expect(await record(idOf(read))).toMatchObject({ status: 201, body: { kyc_status: 'pending' } })
    expect((await member.get('users.me')).kyc_status).toBe('pending')
    expect((await member.get('notifications.list')).items[0]?.title).toBe('本人確認の申請を受け付けました')

    const reviewer = await api.as('reviewer')
    const { items } = await reviewer.get('admin.kycList')
    const waiting = items.find(({ username }) => username === 'hanako')
    const shown = await reviewer.get('admin.kycShow', { params: { id: waiting?.id ?? '' } })
    expect(shown).toMatchObject({
      action: null,
      images: [],
      seen: { document_expires_on: '2030-01-31', store_name: expect.any(String) },
      may: { approve: true, reject: true },
    })
    await reviewer.get('admin.kycDecide', {
      params: { id: shown.id },
      body: {
        decision: 'approve',
        checklist: { name: true, date_of_birth: true, address: true, expiry: true, face: true },
        document_expires_on: '2030-01-31',
      },
    })
    expect((await member.get('users.me')).kyc_status).toBe('approved')
    const looks = await api.db.query<{ action: string }>(
      `select distinct action from audit_log where subject_id = $1 and action like 'kyc.%' order by 1`,
      [member.user_id],
    )
    expect(looks.map(({ action }) => action)).toEqual(['kyc.decide', 'kyc.seen', 'kyc.show', 'kyc.visit'])
    await expect(
      api.db.query(`update kyc_requests set seen_expires_on = '2040-01-01' where user_id = $1`, [
        member.user_id,
      ]),
    ).rejects.toThrow('Who saw the documents is never changed.')
  })
})

describe('the code', () => {
  test('pays nothing, and a register is told what it is for', async () => {
    const { token, code } = await codeOf(await ready('kyoko'))
    for (const shown of [token, code]) {
      const reply = await (
        await api.as('clerk')
      ).call('transactions.pay', {
        body: { token: shown, amount: 100 },
        headers: { 'Idempotency-Key': randomUUID() },
      })
      expect(refusal(reply)).toEqual([409, 'KYC_VISIT'])
    }
  })

  test('is read by managers alone, and recorded by the one who read it', async () => {
    const { token } = await codeOf(await ready('kyoko'))
    for (const name of ['clerk', 'owner', 'reviewer', 'hanako'] as const)
      expect(refusal(await scan(token, name))).toEqual([403, 'FORBIDDEN'])
    const id = idOf(await scan(token))
    for (const name of ['otherManager'] as const)
      expect(refusal(await record(id, name))).toEqual([404, 'NOT_FOUND'])
    expect(refusal(await record(randomUUID()))).toEqual([404, 'NOT_FOUND'])
    expect(refusal(await scan('SG1NOTHINGATALL'))[1]).toBe('QR_INVALID')
  })

  test('ends after five minutes, with its session, and ten minutes after it was read', async () => {
    const member = await ready('kyoko')
    const late = await codeOf(member)
    const read = idOf(await scan((await codeOf(member)).token))
    const dead = await codeOf(member)
    await api.db.query(`update kyc_visits set read_at = read_at - interval '11 minutes' where id = $1`, [
      read,
    ])
    expect(refusal(await record(read))).toEqual([404, 'NOT_FOUND'])
    await api.db.query(`update kyc_visits set expires_at = now() - interval '1 second' where read_at is null`)
    expect(refusal(await scan(late.token))).toEqual([410, 'QR_EXPIRED'])
    await member.call('auth.logout', {
      body: { refresh_token: member.refresh_token },
      headers: { 'X-Client-Type': 'api' },
    })
    expect(refusal(await scan(dead.token))).toEqual([404, 'QR_INVALID'])
  })
})

describe('a reading', () => {
  test('makes one request, however often it is recorded at once', async () => {
    const member = await ready('kyoko')
    const id = idOf(await scan((await codeOf(member)).token))
    const replies = await Promise.all(Array.from({ length: 6 }, () => record(id)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(refusal(await member.call('users.kycVisit', { body: wish }))).toEqual([409, 'KYC_PENDING'])
  })
})

describe('is refused', () => {
  test('for a record that is not whole, that changed after the reading, and for documents that have ended', async () => {
    const member = await ready('takasaki')
    const id = idOf(await scan((await codeOf(member)).token))
    expect(refusal(await record(id, 'manager', { document_expires_on: '2020-01-31' }))).toEqual([
      422,
      'KYC_DOC_EXPIRED',
    ])
    expect(refusal(await record(id, 'manager', { checklist: {} }))).toEqual([400, 'VALIDATION_ERROR'])
    await api.db.query(`update users set address = '石川県金沢市片町9-9-9' where id = $1`, [member.user_id])
    expect(refusal(await record(id))).toEqual([409, 'KYC_OUTDATED'])
    await api.db.query(`update users set address = null where id = $1`, [member.user_id])
    expect(await member.refused('users.kycVisit', { body: wish })).toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: { profile: '氏名・フリガナ・生年月日・住所を登録してください。' },
    })
  })

  test('for a manager’s own documents, by the operation and by the database', async () => {
    const member = await ready('takasaki')
    const { token } = await codeOf(member)
    await api.db.query(`update employees set own_customer_id = $1 where number = 'E0002'`, [member.user_id])
    expect(refusal(await scan(token))).toEqual([403, 'SELF_DEALING'])
    const insert = (number: string) =>
      api.db.query(
        `insert into kyc_requests (id, user_id, method, document, name, name_kana, date_of_birth, address, occupation,
           purposes, attempt, submitted_at, seen_by, seen_store_id)
         select gen_random_uuid(), $1, 'in_person_visual', 'passport', 'a', 'a', '1990-04-01', 'a', 'other', '{shopping}', 90,
           '2026-11-21', user_id, coalesce(store_id, (select id from stores limit 1)) from employees where number = $2`,
        [member.user_id, number],
      )
    for (const number of ['E0002', 'E0003', 'E0001'])
      await expect(insert(number)).rejects.toThrow('Only a manager of that store looks at documents.')
    await api.db.query(`update employees set own_customer_id = null where number = 'E0002'`)
  })

  test('once the law asks for the chip, until there is a reader for it', async () => {
    const member = await ready('takasaki')
    await api.db.query(
      `update kyc_methods set valid_to = '2026-01-01' where method in ('in_person_visual', 'image_face')`,
    )
    expect(await member.get('users.kyc')).toMatchObject({ is_open: false, is_counter_open: false })
    expect(refusal(await member.call('users.kycVisit', { body: wish }))).toEqual([422, 'KYC_METHOD_CLOSED'])
    await api.db.query(
      `update kyc_methods set is_offered = true, valid_from = '2026-01-02' where method = 'in_person_ic'`,
    )
    const id = idOf(await scan((await codeOf(member)).token))
    expect((await record(id)).status).toBe(201)
    const [row] = await api.db.query<{ method: string }>(
      'select method from kyc_requests where user_id = $1 order by attempt desc limit 1',
      [member.user_id],
    )
    expect(row?.method).toBe('in_person_ic')
  })
})
