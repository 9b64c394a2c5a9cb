import { randomUUID } from 'node:crypto'
import { sentenceOf } from '@shirogane/contract/wire/errors'
import { tokyoDate } from '@shirogane/domain/time/tokyo'
import type { Caller, Reply } from '@shirogane/testkit/calls/caller'
import { fingerprint } from '@shirogane/testkit/asks/fingerprint'
import { addAccount } from '@shirogane/testkit/acts/payout-methods'
import {
  answerOf,
  giveRewards,
  letBePaid,
  meanwhile,
  passCutoff,
  provePayout,
  requestPayout,
} from '@shirogane/testkit/acts/payouts'
import { confirmRewards, prove } from '@shirogane/testkit/acts/rewards'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '../../lib/days.ts'
import { monthEndSince, requestDue } from './automatic.ts'
import { deductibleBp, taxIn } from './statement-rules.ts'
import { readNotices } from '@shirogane/testkit/calls/notices'

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
  await letBePaid(api, takasaki, { account_number: '0012345' })
  await giveRewards(api, takasaki, await api.as('yoko'), 15_500)
})
afterAll(() => api.close())

const asked = (amount: number, more: object = {}) => ({
  body: { amount, ...more },
  headers: { 'Idempotency-Key': randomUUID() },
})
async function refused(
  caller: Caller,
  ask: object,
): Promise<{ code: string; status: number; error: string }> {
  const before = await fingerprint(api.db)
  const problem = await caller.refused('transactions.payout', ask)
  expect(await fingerprint(api.db)).toBe(before)
  return problem
}
async function purse({ user_id }: Caller): Promise<number[]> {
  const [row] = await api.db.query<{ reward: number; payout_hold: number }>(
    'select reward, payout_hold from ledger.wallets where user_id = $1',
    [user_id],
  )
  return [row!.reward, row!.payout_hold]
}
/** The last day of the month that is so many after this one: what is confirmed now was there by then. */
function endOfMonth(months: number): string {
  const [year = 0, month = 0] = tokyoDate(new Date()).split('-').map(Number)
  return new Date(Date.UTC(year, month + months, 0)).toISOString().slice(0, 10)
}
const pricing = () => takasaki.get('affiliates.payoutPricing', { query: { method: 'bank' } })
async function download(batch: string, by = owner): Promise<Buffer> {
  const response = await fetch(`${api.url}/v1/admin/payouts/batches/${batch}/file`, {
    headers: { Authorization: `Bearer ${by.access_token}` },
  })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}
const answer = (batch: string, bytes: Uint8Array): Promise<Reply> =>
  accountant.call('admin.importPayoutResult', {
    params: { id: batch },
    file: { bytes, name: 'kekka.txt', type: 'text/plain' },
  })
async function exported(...ids: string[]): Promise<string> {
  await accountant.get('admin.approvePayouts', { body: { ids } })
  await passCutoff(api)
  return (await owner.get('admin.exportPayouts')).id
}

test('a payout goes from the request to the bank account, and everybody sees how it stands', async () => {
  const terms = await takasaki.get('affiliates.payoutPricing', { query: { method: 'bank' } })
  expect(terms).toMatchObject({ method: 'bank', fee: 0, minimum: 1_000, maximum: 1_000_000 })

  const unproven = await refused(takasaki, asked(12_500))
  expect(unproven).toMatchObject({ status: 403, code: 'STEP_UP_REQUIRED' })
  await provePayout(api, takasaki)
  const ask = asked(12_500, { fee: 0 })
  const first = await takasaki.call('transactions.payout', ask)
  expect(first.body).toMatchObject({
    type: 'payout',
    status: 'pending',
    spent_total: 12_500,
    payout: {
      status: 'requested',
      amount: 12_500,
      fee: 0,
      transferred: 12_500,
      account_number: '****345',
      value_date: terms.value_date,
      cancelable: true,
    },
  })
  const again = await takasaki.call('transactions.payout', ask)
  expect(again.headers.get('Idempotency-Replayed')).toBe('true')
  expect(again.body).toEqual(first.body)
  const { id } = first.body as { id: string }
  expect(await purse(takasaki)).toEqual([3_000, 12_500])

  // Beside another member's, who has been waiting since before.
  const office = await accountant.get('admin.payouts', { query: { status: 'requested', q: 'takasaki' } })
  expect(office).toMatchObject({
    waiting: { requested: 2, approved: 0, exported: 0 },
    items: [{ id, held: null, may: { approve: true, cancel: true, settle: false, recall: false } }],
  })
  await accountant.get('admin.approvePayouts', { body: { ids: [id] } })
  expect(await takasaki.refused('transactions.cancelPayout', { params: { id } })).toMatchObject({
    code: 'PAYOUT_CANCEL_CLOSED',
    error: '締切を過ぎたため取り消せません。',
  })
  expect(await owner.refused('admin.exportPayouts')).toMatchObject({ code: 'PAYOUT_NONE' })
  await passCutoff(api)
  expect(await accountant.refused('admin.exportPayouts')).toMatchObject({
    status: 403,
    code: 'PAYOUT_SAME_PERSON',
  })
  const batch = await owner.get('admin.exportPayouts')
  expect(batch).toMatchObject({ transfers: 1, total: 12_500, open: 1 })

  const file = await download(batch.id)
  expect(file.length).toBe(4 * 122)
  const line = file.subarray(122, 244).toString('latin1')
  expect(line.slice(0, 5)).toBe('29999')
  expect(line.slice(38, 50)).toBe('000010012345')
  expect(line.slice(80, 91)).toBe('00000125001')
  expect(await download(batch.id, accountant)).toEqual(file)

  // What is wrong in one place refuses all of it.
  const paid = answerOf(file, ['0'])
  const broken = (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(paid)
    change(bytes)
    return bytes
  }
  for (const [bytes, code] of [
    [broken((one) => one.write('12501', 2 * 122 + 14, 'latin1')), 'PAYOUT_FILE_TOTAL'],
    [broken((one) => one.write('9', 122 + 89, 'latin1')), 'PAYOUT_FILE_FOREIGN'],
    [Buffer.concat([paid.subarray(0, 244), paid.subarray(122)]), 'PAYOUT_FILE_TWICE'],
    [Buffer.from('not a file'), 'PAYOUT_FILE_INVALID'],
  ] as const) {
    const before = await fingerprint(api.db)
    const { status, body } = await answer(batch.id, bytes)
    expect([status, (body as { code: string }).code]).toEqual([422, code])
    expect(await fingerprint(api.db)).toBe(before)
  }
  expect((await answer(batch.id, paid)).body).toMatchObject({ open: 0, paid: 1, failed: 0 })
  expect((await answer(batch.id, paid)).body).toMatchObject({ open: 0, paid: 1, failed: 0 })
  expect((await answer(batch.id, answerOf(file, ['3']))).body).toMatchObject({ code: 'PAYOUT_FILE_CONFLICT' })
  expect(await purse(takasaki)).toEqual([3_000, 0])

  const list = await takasaki.get('transactions.list', { query: { filter: 'payout' } })
  expect(list.items).toMatchObject([{ id, status: 'completed', payout: { status: 'paid' } }])
  expect(await takasaki.get('transactions.details', { params: { id } })).toMatchObject({
    payout: { status: 'paid', value_date: batch.value_date },
  })

  // Registered after it was paid: this statement has no number, and the payer may deduct a part.
  await takasaki.get('affiliates.changeTaxNumber', { body: { registration_no: 'T1234567890123' } })
  const statement = await takasaki.get('transactions.payoutStatement', { params: { id } })
  expect(statement).toMatchObject({
    amount: 12_500,
    tax: { rate: 1_000, taxable: 12_500, tax: 1_136 },
    deductible_bp: deductibleBp(statement.paid_on),
    withholding: 0,
    transferred: 12_500,
    payee: { registration_no: null },
  })
  const pdf = await takasaki.call('transactions.payoutStatementPdf', { params: { id } })
  expect(String(pdf.body).slice(0, 5)).toBe('%PDF-')
  expect(
    await (await api.as('kyoko')).refused('transactions.payoutStatement', { params: { id } }),
  ).toMatchObject({ status: 404 })

  const told = await readNotices(api.db, `user_id = $1 and transaction_id = $2 order by created_at`, [
    takasaki.user_id,
    id,
  ])
  expect(told.map(({ title }) => title)).toEqual(['振込申請を受け付けました', '振込が完了しました'])
  expect(told[1]?.message).toContain('12,500円')
  const csv = await accountant.call('admin.payoutsCsv', {
    query: { year: Number(batch.value_date.slice(0, 4)) },
  })
  expect(String(csv.body)).toContain(
    `,銀行振込,12500,1136,${deductibleBp(batch.value_date) / 100},0,0,12500,12500`,
  )
})

test('a transfer that fails or is called back is a reward again, and its account is looked at first', async () => {
  const { id } = await requestPayout(api, takasaki, 3_000)
  const batch = await exported(id)
  expect((await answer(batch, answerOf(await download(batch), ['2']))).body).toMatchObject({ failed: 1 })
  expect(await purse(takasaki)).toEqual([3_000, 0])
  expect(await takasaki.get('transactions.details', { params: { id } })).toMatchObject({
    status: 'failed',
    payout: { status: 'failed', failure: 'name_mismatch' },
  })
  const [told] = await readNotices(api.db, `dedupe_key = $1`, [`payout:failed:${id}`])
  expect(told?.message).toBe(
    '理由：口座名義の相違。3,000円を報酬残高に戻しました。口座情報をご確認ください。',
  )
  await provePayout(api, takasaki)
  expect(await refused(takasaki, asked(3_000))).toMatchObject({
    code: 'PAYOUT_METHOD_TROUBLE',
    error: sentenceOf('PAYOUT_METHOD_TROUBLE'),
  })

  await meanwhile(api, 'update payout_methods set flagged_reason = null, flagged_at = null')
  const second = await requestPayout(api, takasaki, 3_000)
  await exported(second.id)
  await accountant.get('admin.settlePayout', { params: { id: second.id }, body: { outcome: 'paid' } })
  expect(await purse(takasaki)).toEqual([0, 0])
  const statement = await takasaki.get('transactions.payoutStatement', { params: { id: second.id } })
  expect(statement).toMatchObject({ deductible_bp: null, payee: { registration_no: 'T1234567890123' } })
  const back = await accountant.get('admin.recallPayout', {
    params: { id: second.id },
    body: { failure: 'closed' },
  })
  expect(back).toMatchObject({ status: 'failed', failure: 'closed' })
  expect(await purse(takasaki)).toEqual([3_000, 0])
  expect(await takasaki.refused('transactions.payoutStatement', { params: { id: second.id } })).toMatchObject(
    { status: 404 },
  )
  await meanwhile(api, 'update payout_methods set flagged_reason = null, flagged_at = null')
})

test('nothing is paid out beyond the rewards, to nobody unknown, and in no hurry', async () => {
  await provePayout(api, takasaki)
  expect(await refused(takasaki, asked(3_001))).toMatchObject({
    status: 422,
    code: 'PAYOUT_EXCEEDS',
    error: '申請額が報酬残高を超えています。',
  })
  expect(await refused(takasaki, asked(999))).toMatchObject({
    status: 422,
    error: '振込申請は1,000円以上から行えます。',
  })
  await api.db.query(`insert into settings (key, value) values ('payout.min', '2000')
    on conflict (key) do update set value = excluded.value`)
  expect(await refused(takasaki, asked(1_999))).toMatchObject({
    error: '振込申請は2,000円以上から行えます。',
  })
  await api.db.query(`update settings set value = '1000' where key = 'payout.min'`)
  expect(await refused(takasaki, asked(1_000_001))).toMatchObject({ code: 'PAYOUT_ABOVE_MAX' })
  expect(await refused(takasaki, asked(3_000, { fee: 330 }))).toMatchObject({
    status: 409,
    code: 'PAYOUT_QUOTE',
  })
  expect(await refused(takasaki, asked(3_000, { payout_method_id: randomUUID() }))).toMatchObject({
    status: 404,
  })
  expect(await refused(await api.as('hanako'), asked(1_000))).toMatchObject({
    status: 403,
    code: 'NOT_AFFILIATOR',
    error: 'アフィリエーターの登録が必要です。',
  })
  const write = (what: string) => meanwhile(api, `update users set ${what} where id = '${takasaki.user_id}'`)
  await write(`kyc_status = 'expired'`)
  expect(await refused(takasaki, asked(3_000))).toMatchObject({
    status: 403,
    error: 'ご利用には本人確認が必要です。',
  })
  await write(`kyc_status = 'approved'`)

  const fresh = await addAccount(api, takasaki)
  expect(await refused(takasaki, asked(3_000, { payout_method_id: fresh.id }))).toMatchObject({
    status: 403,
    code: 'COOLING_OFF',
  })
  expect((await pricing()).refusal).toBeNull()
  // A day from the change, not from the question.
  const changedAt = new Date(api.clock.now().getTime() - 3_600_000)
  const clock = new Date(changedAt.getTime() + 33 * 3_600_000).toISOString()
  const [day, time] = [clock.slice(5, 10).split('-').map(Number).join('/'), clock.slice(11, 16)]
  for (const kind of ['email', 'phone', 'password']) {
    await api.db.query(
      `insert into account_changes (id, user_id, kind, at) values (gen_random_uuid(), $1, $2, $3)`,
      [takasaki.user_id, kind, changedAt],
    )
    const held = {
      code: 'COOLING_OFF',
      error: `安全のため、登録情報の変更から24時間は報酬の受け取り・出金ができません。（${day} ${time.replace(/^0/, '')}から）`,
    }
    expect(await refused(takasaki, asked(3_000))).toMatchObject({ status: 403, ...held })
    expect((await pricing()).refusal).toEqual(held)
    expect((await takasaki.get('rewards.wallet')).cooling_until).toBe(
      new Date(changedAt.getTime() + 86_400_000).toISOString(),
    )
    await meanwhile(api, `delete from account_changes where user_id = '${takasaki.user_id}'`)
  }
  await meanwhile(api, `update ledger.wallets set receivable = 1 where user_id = '${takasaki.user_id}'`)
  expect((await pricing()).refusal).toEqual({ code: 'DEBT_OPEN', error: sentenceOf('DEBT_OPEN') })
  await meanwhile(api, `update ledger.wallets set receivable = 0 where user_id = '${takasaki.user_id}'`)
})

test('of many requests at once one is taken, and its member takes it back', async () => {
  for (let count = 0; count < 12; count += 1) await provePayout(api, takasaki)
  const all = await Promise.all(
    Array.from({ length: 12 }, () => takasaki.call('transactions.payout', asked(3_000))),
  )
  const taken = all.filter(({ status }) => status === 200)
  expect(taken).toHaveLength(1)
  expect(
    all.filter(({ status }) => status !== 200).map(({ body }) => (body as { code: string }).code),
  ).toEqual(Array.from({ length: 11 }, () => 'PAYOUT_PENDING'))
  expect((await pricing()).refusal).toEqual({ code: 'PAYOUT_PENDING', error: sentenceOf('PAYOUT_PENDING') })
  const { id } = taken[0]!.body as { id: string }
  const canceled = await takasaki.get('transactions.cancelPayout', { params: { id } })
  expect(canceled).toMatchObject({ status: 'cancelled', payout: { status: 'canceled', cancelable: false } })
  expect(await takasaki.get('transactions.cancelPayout', { params: { id } })).toEqual(canceled)
  expect(await purse(takasaki)).toEqual([3_000, 0])
})

test('accounting can take a request back with its reason, and what cannot be paid is approved by nobody', async () => {
  const { id } = await requestPayout(api, takasaki, 2_000)
  await meanwhile(api, `update users set kyc_status = 'required' where id = '${takasaki.user_id}'`)
  expect(await accountant.get('admin.payout', { params: { id } })).toMatchObject({
    held: 'kyc',
    may: { approve: false },
  })
  expect(await accountant.refused('admin.approvePayouts', { body: { ids: [id] } })).toMatchObject({
    status: 422,
    code: 'PAYOUT_HELD',
  })
  await meanwhile(api, `update users set kyc_status = 'approved' where id = '${takasaki.user_id}'`)
  await accountant.get('admin.cancelPayout', { params: { id }, body: { reason: '申請者の希望' } })
  const [told] = await readNotices(api.db, `dedupe_key = $1`, [`payout:canceled:${id}`])
  expect(told?.message).toBe('2,000円を報酬残高に戻しました。理由：申請者の希望')
  expect(await purse(takasaki)).toEqual([3_000, 0])
})

test('a file needs to know who sends it', async () => {
  const [before] = await api.db.query<{ value: unknown }>(
    `select value from settings where key = 'payout.consignor_name'`,
  )
  const write = (value: unknown) =>
    api.db.query(`update settings set value = $1 where key = 'payout.consignor_name'`, [
      JSON.stringify(value),
    ])
  expect(before?.value).toBeTruthy()
  await write('')
  expect(await owner.refused('admin.exportPayouts')).toMatchObject({
    status: 422,
    code: 'PAYOUT_CONSIGNOR',
    message: '設定の「出金」で、振込依頼人の情報を登録してください。',
  })
  await write(before?.value)
})

test('an account in another name than its member has by now is sent nothing, whoever calls', async () => {
  const { id } = await requestPayout(api, takasaki, 2_000)
  const { reference } = await accountant.get('admin.payout', { params: { id } })
  const [before] = await api.db.query<{ last_name_kana: string }>(
    'select last_name_kana from users where id = $1',
    [takasaki.user_id],
  )
  const name = (kana: string) =>
    meanwhile(api, `update users set last_name_kana = '${kana}' where id = '${takasaki.user_id}'`)
  await name('カワッタ')
  expect(await accountant.get('admin.payout', { params: { id } })).toMatchObject({
    held: 'holder',
    may: { approve: false },
  })
  expect(await accountant.refused('admin.approvePayouts', { body: { ids: [id] } })).toMatchObject({
    status: 422,
    code: 'PAYOUT_HELD',
    error: `本人確認または利用状況により、振り込みできない会員が含まれています。（申請${reference}）`,
  })
  expect(await accountant.get('admin.payout', { params: { id } })).toMatchObject({ status: 'requested' })
  await name(before!.last_name_kana)
  await accountant.get('admin.approvePayouts', { body: { ids: [id] } })
  await passCutoff(api)
  await name('カワッタ')
  expect(await owner.refused('admin.exportPayouts')).toMatchObject({ code: 'PAYOUT_NONE' })
  await name(before!.last_name_kana)
  await accountant.get('admin.cancelPayout', { params: { id }, body: { reason: '申請者の希望' } })
  expect(await purse(takasaki)).toEqual([3_000, 0])
})

test('whoever owes us is shown as such, and one’s own payout is offered to nobody for approval', async () => {
  const { id } = await requestPayout(api, takasaki, 2_000)
  const shown = async () => (await accountant.get('admin.payouts', { query: { q: 'takasaki' } })).items[0]
  await meanwhile(api, `update ledger.wallets set receivable = 500 where user_id = '${takasaki.user_id}'`)
  expect(await shown()).toMatchObject({ id, held: 'debt', may: { approve: false } })
  expect(await accountant.refused('admin.approvePayouts', { body: { ids: [id] } })).toMatchObject({
    code: 'PAYOUT_HELD',
  })
  await meanwhile(api, `update ledger.wallets set receivable = 0 where user_id = '${takasaki.user_id}'`)
  const isMember = (customer: string) =>
    meanwhile(
      api,
      `update employees set own_customer_id = ${customer} where user_id = '${accountant.user_id}'`,
    )
  await isMember(`'${takasaki.user_id}'`)
  expect(await shown()).toMatchObject({ id, held: null, may: { approve: false, cancel: true } })
  expect(await accountant.refused('admin.approvePayouts', { body: { ids: [id] } })).toMatchObject({
    code: 'PAYOUT_SELF',
  })
  expect((await owner.get('admin.payout', { params: { id } })).may.approve).toBe(true)
  await isMember('null')
  expect((await shown())?.may.approve).toBe(true)
  await accountant.get('admin.cancelPayout', { params: { id }, body: { reason: '申請者の希望' } })
})

test('whoever looks after payouts says nothing of what the bank made of their own: neither failed nor called back', async () => {
  const isMember = (customer: string) =>
    meanwhile(
      api,
      `update employees set own_customer_id = ${customer} where user_id = '${accountant.user_id}'`,
    )
  const { id } = await requestPayout(api, takasaki, 2_000)
  const batch = await exported(id)
  await isMember(`'${takasaki.user_id}'`)
  const self = { status: 403, code: 'PAYOUT_SELF' }
  for (const outcome of ['closed', 'paid'] as const) {
    expect(
      await accountant.refused('admin.settlePayout', { params: { id }, body: { outcome } }),
    ).toMatchObject(self)
  }
  expect(await accountant.get('admin.payout', { params: { id } })).toMatchObject({ may: { settle: false } })
  const file = await download(batch)
  expect((await answer(batch, answerOf(file, ['3']))).body).toMatchObject({ code: 'PAYOUT_SELF' })
  await owner.get('admin.settlePayout', { params: { id }, body: { outcome: 'paid' } })
  const recall = { params: { id }, body: { failure: 'closed' as const } }
  expect(await accountant.refused('admin.recallPayout', recall)).toMatchObject(self)
  expect(await accountant.get('admin.payout', { params: { id } })).toMatchObject({
    status: 'paid',
    may: { recall: false },
  })
  expect(await owner.get('admin.recallPayout', recall)).toMatchObject({ status: 'failed' })
  await isMember('null')
  await meanwhile(
    api,
    `update payout_methods set flagged_reason = null, flagged_at = null where user_id = '${takasaki.user_id}'`,
  )
  expect(await purse(takasaki)).toEqual([3_000, 0])
})

test('money that comes back says nothing against another account in the place of the one it was sent to', async () => {
  const flags = () =>
    api.db.query<{ account_key: string; flagged_reason: string | null }>(
      `select account_key, flagged_reason from payout_methods where user_id = $1 and is_default`,
      [takasaki.user_id],
    )
  const { id } = await requestPayout(api, takasaki, 2_000)
  await exported(id)
  await accountant.get('admin.settlePayout', { params: { id }, body: { outcome: 'paid' } })
  const [sent] = await flags()
  await meanwhile(
    api,
    `update payout_methods set account_key = 'another' where user_id = '${takasaki.user_id}' and is_default`,
  )
  await accountant.get('admin.recallPayout', { params: { id }, body: { failure: 'closed' } })
  expect(await flags()).toEqual([{ account_key: 'another', flagged_reason: null }])
  await meanwhile(
    api,
    `update payout_methods set account_key = '${sent!.account_key}' where user_id = '${takasaki.user_id}' and is_default`,
  )
  expect(await purse(takasaki)).toEqual([3_000, 0])
})

test('a fee is left out of the line for the bank, and told wherever the payout is shown', async () => {
  const fee = (yen: number) =>
    api.db.query(
      `insert into settings (key, value) values ('payout.fee_yen', $1) on conflict (key) do update set value = excluded.value`,
      [String(yen)],
    )
  await fee(330)
  const { id, payout } = await requestPayout(api, takasaki, 2_000)
  expect(payout).toMatchObject({ amount: 2_000, fee: 330, transferred: 1_670 })
  const batch = await exported(id)
  const file = await download(batch)
  expect(file.subarray(122, 244).toString('latin1').slice(80, 90)).toBe('0000001670')
  expect((await accountant.get('admin.payoutBatches')).items[0]).toMatchObject({ id: batch, total: 1_670 })
  await answer(batch, answerOf(file, ['0']))
  expect(await takasaki.get('transactions.payoutStatement', { params: { id } })).toMatchObject({
    amount: 2_000,
    fee: 330,
    withholding: 0,
    transferred: 1_670,
  })
  expect(await purse(takasaki)).toEqual([1_000, 0])
  const [told] = await readNotices(api.db, `dedupe_key = $1`, [`payout:paid:${id}`])
  expect(told?.message).toContain('1,670円')
  await accountant.get('admin.recallPayout', { params: { id }, body: { failure: 'other' } })
  await meanwhile(api, 'update payout_methods set flagged_reason = null, flagged_at = null')
  await fee(0)
  expect(await purse(takasaki)).toEqual([3_000, 0])
})

test('what was claimed as balance is in the documents of the year beside what went to the bank', async () => {
  const yoko = await api.as('yoko')
  await sell(await api.as('clerk'), yoko, { amount: 12_000, tenders: { cash: 12_000 } })
  await confirmRewards(api)
  await prove(api, takasaki, 'reward')
  const { id, number, completed_at } = await takasaki.get('rewards.claim', {
    params: { id: takasaki.user_id },
    body: { method: 'wallet' },
    headers: { 'Idempotency-Key': randomUUID() },
  })
  const on = new Date(Date.parse(completed_at!) + 9 * 3_600_000).toISOString().slice(0, 10)
  const file = async (year: number) =>
    String((await accountant.call('admin.payoutsCsv', { query: { year } })).body)
  const year = Number(on.slice(0, 4))
  const [bank] = await api.db.query<{ on: string }>(
    `select value_date::text as on from payouts where user_id = $1 and status = 'paid' and amount = 12500`,
    [takasaki.user_id],
  )
  // At the end of December a bank pays in the next year, and each year has a sum of its own.
  const bankYear = Number(bank!.on.slice(0, 4))
  const [sum, bankSum] = bankYear === year ? [13_100, 13_100] : [600, 12_500]
  expect(await file(year)).toContain(
    `T1234567890123,${number},${on.replaceAll('-', '/')},残高,600,54,100,0,0,600,${sum},0`,
  )
  expect(await file(bankYear)).toContain(
    `,${bank!.on.replaceAll('-', '/')},銀行振込,12500,1136,${deductibleBp(bank!.on) / 100},0,0,12500,${bankSum},0`,
  )
  expect(await file(year + 1)).not.toContain(number)
  const paper = { params: { id } }
  expect(await takasaki.get('transactions.payoutStatement', paper)).toMatchObject({
    number,
    paid_on: on,
    amount: 600,
    tax: { rate: 1_000, taxable: 600, tax: 54 },
    deductible_bp: null,
    withholding: 0,
    fee: 0,
    transferred: 600,
    payee: { registration_no: 'T1234567890123' },
    account: null,
  })
  const pdf = await takasaki.call('transactions.payoutStatementPdf', paper)
  expect(String(pdf.body).slice(0, 5)).toBe('%PDF-')
  expect((await accountant.get('transactions.payoutStatement', paper)).number).toBe(number)
  expect((await yoko.refused('transactions.payoutStatement', paper)).status).toBe(404)
})

test('the end of a month asks for everything once, and tells who cannot be paid what is missing', async () => {
  const kyoko = await api.as('kyoko')
  await giveRewards(api, kyoko, await api.as('hanako'), 700)
  await meanwhile(
    api,
    `update payout_methods set removed_at = now(), is_default = false where user_id = '${kyoko.user_id}'`,
  )
  const hold = async () => undefined
  const run = (date: string) => requestDue(api.server.context, date, addDays(date, -1), hold)
  const end = endOfMonth(0)
  expect(await run(addDays(end, -1))).toBe(0)
  const count = await run(end)
  expect(count).toBeGreaterThan(0)
  expect(await purse(takasaki)).toEqual([0, 3_000])
  expect(await run(end)).toBe(0)
  const [due] = await api.db.query<{ automatic: boolean; amount: number }>(
    `select automatic, amount from payouts where user_id = $1 and status = 'requested'`,
    [takasaki.user_id],
  )
  expect(due).toEqual({ automatic: true, amount: 3_000 })
  const [waits] = await readNotices(api.db, `dedupe_key = $1`, [
    `payout:waits:${kyoko.user_id}:${end.slice(0, 7)}:PAYOUT_METHOD_REQUIRED`,
  ])
  expect(waits?.message).toBe('振込先口座の登録と本人確認をお願いします')
  // After everything that happened here the books balance.
  expect(await api.db.query('select * from ledger.audit()')).toEqual([])
})

test('what the demo’s inviter may claim stays theirs to claim until the month ends', async () => {
  const own = await startApi()
  const kyoko = await own.as('kyoko')
  const before = await kyoko.get('rewards.wallet')
  expect(before.confirmed).toBe(15_500)
  // The day on which the brand opens, and the next day of the month.
  expect(
    await own.db.query(
      `select (finished_at at time zone 'Asia/Tokyo')::date - on_date as ago from daily_runs
       where job = 'monthly_payouts' and finished_at is not null order by 1`,
    ),
  ).toEqual([{ ago: 0 }, { ago: 1 }])
  const run = (date: string) => requestDue(own.server.context, date, addDays(date, -1), async () => undefined)
  expect(await run(`${endOfMonth(0).slice(0, 7)}-02`)).toBe(0)
  expect(await kyoko.get('rewards.wallet')).toEqual(before)
  expect(await run(endOfMonth(0))).toBe(1)
  expect((await kyoko.get('rewards.wallet')).held).toBe(15_500)
  await own.close()
})

test('whoever could not be paid at the end of a month is told why, and asked for on the first day on which they can', async () => {
  const { items } = await accountant.get('admin.payouts', { query: { status: 'requested', q: 'takasaki' } })
  for (const { id } of items)
    await accountant.get('admin.cancelPayout', { params: { id }, body: { reason: '申請者の希望' } })
  expect(await purse(takasaki)).toEqual([3_000, 0])
  const run = (date: string) => requestDue(api.server.context, date, addDays(date, -1), async () => undefined)
  const end = endOfMonth(1)
  const notified = async (code: string) =>
    (
      await readNotices(api.db, `dedupe_key = $1`, [
        `payout:waits:${takasaki.user_id}:${end.slice(0, 7)}:${code}`,
      ])
    ).map(({ message }) => message)
  const account = (change: string) =>
    meanwhile(api, `update payout_methods set ${change} where user_id = '${takasaki.user_id}'`)
  const wallet = (owed: number) =>
    meanwhile(api, `update ledger.wallets set receivable = ${owed} where user_id = '${takasaki.user_id}'`)

  // What came after the end of a month cannot be asked for before the next end.
  expect(await run(`${endOfMonth(0).slice(0, 7)}-05`)).toBe(0)
  await wallet(1)
  await run(end)
  expect(await notified('DEBT_OPEN')).toEqual(['後払いのお支払いが残っています。お支払い後に出金できます'])
  await wallet(0)
  await api.db.query(
    `insert into account_changes (id, user_id, kind, at) values (gen_random_uuid(), $1, 'phone', $2)`,
    [takasaki.user_id, api.clock.now()],
  )
  await run(addDays(end, 1))
  await run(addDays(end, 2))
  expect(await notified('COOLING_OFF')).toEqual([
    '安全のため、登録情報の変更から24時間は出金できません。そのあと自動で申請します',
  ])
  await meanwhile(api, `delete from account_changes where user_id = '${takasaki.user_id}'`)
  await account(`review = 'pending'`)
  await run(addDays(end, 3))
  expect(await notified('PAYOUT_METHOD_REVIEW')).toEqual([
    '受取口座の確認中です。確認が終わると、自動で申請します',
  ])
  expect(await purse(takasaki)).toEqual([3_000, 0])
  await account('review = null')
  expect(await run(addDays(end, 4))).toBe(1)
  expect(await purse(takasaki)).toEqual([0, 3_000])
  expect(await run(addDays(end, 5))).toBe(0)
})

test('the end of a month that nobody was there for is not forgotten', () => {
  expect(monthEndSince('2026-11-30', '2026-11-29')).toBe('2026-11-30')
  expect(monthEndSince('2026-12-02', '2026-11-28')).toBe('2026-11-30')
  expect(monthEndSince('2026-12-02', '2026-11-30')).toBeNull()
  expect(monthEndSince('2026-12-02', null)).toBeNull()
  expect(monthEndSince('2028-02-29', null)).toBe('2028-02-29')
})

test('a statement has the tax in its amount, and the share that the payer may deduct on that day', () => {
  expect([taxIn(9_999), taxIn(10_000), taxIn(1)]).toEqual([909, 909, 0])
  expect(['2026-09-30', '2026-10-01', '2028-10-01', '2030-10-01', '2031-10-01'].map(deductibleBp)).toEqual([
    8_000, 7_000, 5_000, 3_000, 0,
  ])
})

test('the payouts to one account are listed page by page, and nothing of what another in its place received', async () => {
  const { items: accounts } = await takasaki.get('payoutMethods.list')
  const id = accounts.find((one) => one.default)!.id
  const page = (number: number, by = takasaki) =>
    by.get('transactions.list', {
      query: { filter: 'payout', payout_method_id: id, page: number, limit: 2 },
    })
  const [first, second] = [await page(1), await page(2)]
  expect(first.total).toBeGreaterThan(4)
  expect(first.next_page).toBe(2)
  expect(new Set([...first.items, ...second.items].map((one) => one.id)).size).toBe(4)
  expect((await page(1, await api.as('kyoko'))).items).toEqual([])
  const branch = (code: string) =>
    meanwhile(api, `update payout_methods set branch_code = '${code}' where id = '${id}'`)
  await branch('002')
  expect((await page(1)).items).toEqual([])
  await branch('001')
  expect((await page(1)).total).toBe(first.total)
})

test('whoever wants balance receives it at the end of a month, within what a balance may be, and is asked for a proof of the choice', async () => {
  const yoko = await api.as('yoko')
  const { items } = await accountant.get('admin.payouts', { query: { status: 'requested', q: 'takasaki' } })
  for (const { id } of items)
    await accountant.get('admin.cancelPayout', { params: { id }, body: { reason: '申請者の希望' } })
  const payable = (await purse(takasaki))[0]!
  expect(await takasaki.get('rewards.wallet')).toMatchObject({ method: 'bank', method_since: null })
  const choose = { body: { method: 'wallet' as const } }
  expect(await takasaki.refused('rewards.changeMethod', choose)).toMatchObject({
    status: 403,
    code: 'STEP_UP_REQUIRED',
  })
  await prove(api, takasaki, 'reward')
  const chosen = await takasaki.get('rewards.changeMethod', choose)
  expect(chosen).toEqual({ method: 'wallet', method_since: expect.any(String) })
  // Choosing it once more changes nothing, and asks for nothing.
  expect(await takasaki.get('rewards.changeMethod', choose)).toEqual(chosen)
  expect(await takasaki.get('rewards.wallet')).toMatchObject(chosen)
  expect(await (await api.as('hanako')).refused('rewards.changeMethod', choose)).toMatchObject({
    code: 'NOT_AFFILIATOR',
  })

  await sell(await api.as('clerk'), yoko, { amount: 16_000, tenders: { cash: 16_000 } })
  await confirmRewards(api)
  const before = await takasaki.get('users.wallet')
  const limit = (yen: number) =>
    api.db.query(`update settings set value = value || $1 where key = 'limits'`, [
      JSON.stringify({ balance_max: yen }),
    ])
  const run = (date: string) => requestDue(api.server.context, date, addDays(date, -1), async () => undefined)
  const [first, second] = [endOfMonth(3), endOfMonth(4)]
  await limit(before.balance + 799)
  await run(first)
  expect((await takasaki.get('users.wallet')).balance).toBe(before.balance)
  const told = await readNotices(api.db, `dedupe_key = $1`, [
    `payout:waits:${takasaki.user_id}:${first.slice(0, 7)}:balance:REWARD_BALANCE_LIMIT`,
  ])
  expect(told).toMatchObject([{ title: '報酬を残高に加えられません' }])
  await limit(100_000)
  // What was claimed for the bank before goes there all the same.
  await run(second)
  expect((await takasaki.get('users.wallet')).balance_paid).toBe(before.balance_paid + 800)
  expect(await purse(takasaki)).toEqual([0, payable])
  expect(
    await readNotices(api.db, `user_id = $1 and kind = 'reward_to_balance'`, [takasaki.user_id]),
  ).toEqual([{ title: '報酬を残高で受け取りました', message: '800円を残高に加えました' }])
  await run(second)
  expect((await takasaki.get('users.wallet')).balance_paid).toBe(before.balance_paid + 800)
  expect(await api.db.query('select * from ledger.audit()')).toEqual([])
})
