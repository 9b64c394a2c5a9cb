// A person who is written to about an account that is not theirs stops everything; head office alone lets it go on.
import { randomUUID } from 'node:crypto'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { addAccount } from '@shirogane/testkit/acts/payout-methods'
import {
  giveRewards,
  letBePaid,
  meanwhile,
  passCutoff,
  provePayout,
  requestPayout,
} from '@shirogane/testkit/acts/payouts'
import { prove } from '@shirogane/testkit/acts/rewards'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestDue } from '../payouts/index.ts'

let api: TestApi
let takasaki: Caller
let accountant: Caller
let owner: Caller
beforeAll(async () => {
  api = await startApi()
  ;[takasaki, accountant, owner] = [
    await api.as('takasaki'),
    await api.as('accountant'),
    await api.as('owner'),
  ]
  await letBePaid(api, takasaki)
  await giveRewards(api, takasaki, await api.as('yoko'), 9_000)
})
afterAll(() => api.close())

const asked = (amount: number) => ({ body: { amount }, headers: { 'Idempotency-Key': randomUUID() } })
const byCode = (code: string) => api.nobody.call('payoutMethods.stopByCode', { body: { code } })
const invalid = { status: 400, body: { code: 'PAYOUT_STOP_INVALID' } }
const stopped = {
  status: 403,
  code: 'PAYOUT_STOPPED',
  error: 'お申し出により、出金と報酬の受け取りを停止しています。再開については、お問い合わせください。',
}
const stops = async () => (await accountant.get('admin.payoutMethods')).stops

/** The letters about a member's accounts, the newest first. */
async function letters(channel: 'email' | 'phone_number'): Promise<string[]> {
  const [to] = await api.db.query<{ to: string }>(`select ${channel} as to from users where id = $1`, [
    takasaki.user_id,
  ])
  const { body } = await api.nobody.send('GET', `/demo/outbox?to=${encodeURIComponent(to!.to)}`)
  return (body as { items: { text: string }[] }).items.map(({ text }) => text)
}
const numberIn = (text = ''): string => /停止番号[： ]([0-9A-Z-]{19})/.exec(text)?.[1] ?? ''

let strange: string

test('the number in the letter about an account stops everything, once, whoever has it', async () => {
  const open = await requestPayout(api, takasaki, 2_000)
  await accountant.get('admin.approvePayouts', { body: { ids: [open.id] } })
  strange = (await addAccount(api, takasaki)).id
  const [mail] = await letters('email')
  const number = numberIn(mail)
  expect(mail).toContain('停止番号の有効期限：変更から72時間')
  expect(mail).toContain('「出金を停止する」を選び、停止番号を入力してください。')
  expect(numberIn((await letters('phone_number'))[0])).toBe(number)
  const [kept] = await api.db.query<{ row: string; action_path: string }>(
    `select (select string_agg(c::text, ' ') from payout_stop_codes c) as row, action_path
     from notifications where user_id = $1 and kind = 'payout_method' and action_path is not null
     order by created_at desc limit 1`,
    [takasaki.user_id],
  )
  expect(kept?.row).not.toContain(number.replaceAll('-', ''))
  expect(kept?.action_path).toBe(`/payout-method/${strange}/id?sheet=stop`)

  for (const wrong of ['0000-0000-0000-0000', '#', 'あ'.repeat(16)])
    expect(await byCode(wrong)).toMatchObject(invalid)
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => byCode(` ${number.toLowerCase().replaceAll('-', ' ')}`)),
  )
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    204,
    ...Array.from({ length: 7 }, () => 400),
  ])
  // Nothing is told of whom it belongs to.
  expect(replies.find(({ status }) => status === 204)?.body).toBe('')

  await provePayout(api, takasaki)
  expect(await takasaki.refused('transactions.payout', asked(1_000))).toMatchObject(stopped)
  await prove(api, takasaki, 'reward')
  expect(
    await takasaki.refused('rewards.claim', {
      params: { id: takasaki.user_id },
      body: { method: 'wallet' },
      headers: { 'Idempotency-Key': randomUUID() },
    }),
  ).toMatchObject(stopped)
  expect(await takasaki.get('rewards.wallet')).toMatchObject({ stopped: true })
  expect(
    (await takasaki.get('affiliates.payoutPricing', { query: { method: 'bank' } })).refusal,
  ).toMatchObject({ code: 'PAYOUT_STOPPED' })
  expect(await takasaki.get('payoutMethods.show', { params: { id: strange } })).toMatchObject({
    trouble: 'stopped',
  })

  // What was approved before waits as well, and the round of a month passes them over.
  await passCutoff(api)
  expect(await owner.refused('admin.exportPayouts')).toMatchObject({ code: 'PAYOUT_NONE' })
  expect(await accountant.get('admin.payout', { params: { id: open.id } })).toMatchObject({ held: 'stopped' })
  await accountant.get('admin.cancelPayout', { params: { id: open.id }, body: { reason: '申し出のため' } })
  await requestDue(api.server.context, '2026-11-30', '2026-11-29', async () => undefined)
  expect(
    await api.db.query(`select 1 from payouts where user_id = $1 and status <> 'canceled'`, [
      takasaki.user_id,
    ]),
  ).toEqual([])

  // Head office is told, each of those who look after payouts; so is the member, on every channel.
  const notified = await api.db.query<{ user_id: string }>(
    `select user_id from notifications where kind = 'account_denied'`,
  )
  expect(notified.map(({ user_id }) => user_id)).toEqual(
    expect.arrayContaining([accountant.user_id, owner.user_id]),
  )
  expect((await letters('email')).join('')).toContain('お申し出により、出金と報酬の受け取りを停止しました。')
  expect((await accountant.get('admin.payouts')).waiting.stops).toBe(1)
  expect(await stops()).toMatchObject([
    { user: { id: takasaki.user_id }, by_letter: true, may_lift: true, account_number: expect.any(String) },
  ])
  expect(
    await api.db.query(
      `select 1 from audit_log where action = 'member.payouts_stopped' and subject_id = $1`,
      [takasaki.user_id],
    ),
  ).toHaveLength(1)
})

test('head office alone lets it go on, never whose it is, and the account stays stopped', async () => {
  const [stop] = await stops()
  const lift = { params: { id: stop!.id }, body: { note: '電話でご本人に確認しました' } }
  expect(await (await api.as('manager')).refused('admin.resumePayouts', lift)).toMatchObject({
    code: 'FORBIDDEN',
  })
  const isMember = (customer: string) =>
    meanwhile(api, `update employees set own_customer_id = ${customer} where user_id = '${owner.user_id}'`)
  await isMember(`'${takasaki.user_id}'`)
  expect(await owner.refused('admin.resumePayouts', lift)).toMatchObject({ status: 403, code: 'PAYOUT_SELF' })
  await expect(
    api.db.query(
      `update payout_stops set lifted_at = now(), lifted_by = $1, lift_note = 'x' where lifted_at is null`,
      [owner.user_id],
    ),
  ).rejects.toThrow('A stop of payouts is lifted by whose it is.')
  await isMember('null')
  await owner.get('admin.resumePayouts', lift)
  expect(await owner.refused('admin.resumePayouts', lift)).toMatchObject({ status: 409, code: 'CONFLICT' })
  await expect(api.db.query('delete from payout_stops')).rejects.toThrow('stays as it is')
  expect(await stops()).toEqual([])
  expect((await letters('email'))[0]).toContain('出金と報酬の受け取りを再開しました。')

  const { id } = await requestPayout(api, takasaki, 1_000)
  await takasaki.get('transactions.cancelPayout', { params: { id } })
  await meanwhile(api, `update payout_methods set usable_from = changed_at where id = '${strange}'`)
  await provePayout(api, takasaki)
  expect(
    await takasaki.refused('transactions.payout', {
      ...asked(1_000),
      body: { amount: 1_000, payout_method_id: strange },
    }),
  ).toMatchObject({ code: 'PAYOUT_METHOD_TROUBLE' })
})

test('the number lapses after three days, and a member who is signed in needs none', async () => {
  const { id } = await addAccount(api, takasaki)
  const number = numberIn((await letters('email'))[0])
  await api.db.query(
    `update payout_stop_codes set created_at = created_at - interval '72 hours', expires_at = expires_at - interval '72 hours'`,
  )
  expect(await byCode(number)).toMatchObject(invalid)
  const other = await api.as('yoko')
  expect(await other.refused('payoutMethods.stop', { params: { id } })).toMatchObject({ status: 404 })
  expect(await stops()).toEqual([])
  for (let times = 0; times < 2; times += 1) await takasaki.get('payoutMethods.stop', { params: { id } })
  expect(await stops()).toMatchObject([{ by_letter: false }])
  // Pressed again, it tells the desk nothing new.
  expect(
    await api.db.query(
      `select 1 from notifications where user_id = $1 and starts_with(dedupe_key, 'payouts-stopped:' || $2::text)`,
      [owner.user_id, id],
    ),
  ).toHaveLength(1)
  expect((await takasaki.get('payoutMethods.show', { params: { id } })).trouble).toBe('stopped')
  expect(await api.db.query('select * from ledger.audit()')).toEqual([])
})

test('whatever is under way at a stop is done before it or refused by it, and the application alone lifts none', async () => {
  const [standing] = await stops()
  await owner.get('admin.resumePayouts', { params: { id: standing!.id }, body: { note: '確認済み' } })
  const { items } = await takasaki.get('payoutMethods.list')
  const id = items.find(({ trouble }) => trouble === 'stopped')!.id
  for (let times = 0; times < 6; times += 1) await provePayout(api, takasaki)
  const [stop, ...replies] = await Promise.all([
    takasaki.call('payoutMethods.stop', { params: { id } }),
    ...Array.from({ length: 6 }, () => takasaki.call('transactions.payout', asked(1_000))),
  ])
  expect(stop.status).toBe(204)
  const accepted = replies.filter(({ status }) => status === 200)
  expect(accepted.length).toBeLessThan(2)
  for (const { status, body } of replies.filter((reply) => reply.status !== 200)) {
    expect([403, 409]).toContain(status)
    expect(['PAYOUT_STOPPED', 'PAYOUT_PENDING']).toContain((body as { code: string }).code)
  }
  expect(await takasaki.refused('transactions.payout', asked(1_000))).toMatchObject(stopped)
  for (const { body } of accepted) {
    const ids = [(body as { id: string }).id]
    expect(await accountant.refused('admin.approvePayouts', { body: { ids } })).toMatchObject({
      code: 'PAYOUT_HELD',
    })
  }
  const { db } = api.server.context
  for (const forbidden of [
    `update payout_stops set lifted_at = now()`,
    `delete from payout_stops`,
    `insert into payout_stops select * from payout_stops`,
    `select ledger.payouts_are_stopped('${takasaki.user_id}')`,
  ])
    await expect(db.run(forbidden, [])).rejects.toThrow('permission denied')
  expect(await api.db.query('select * from ledger.audit()')).toEqual([])
})
