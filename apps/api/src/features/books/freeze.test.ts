// A finding of the check of the books freezes payouts for everybody; an owner alone lets them go on, and payments never stop.
import { randomUUID } from 'node:crypto'
import { approvePayouts, liftFreeze } from '@shirogane/ledger'
import type { Caller, Reply } from '@shirogane/testkit/calls/caller'
import { castPassword } from '@shirogane/testkit/database'
import {
  giveRewards,
  letBePaid,
  passCutoff,
  provePayout,
  requestPayout,
} from '@shirogane/testkit/acts/payouts'
import { confirmRewards, prove } from '@shirogane/testkit/acts/rewards'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestDue } from '../payouts/index.ts'
import { checkBooks } from './check-books.ts'
import { recordCheck } from './store.ts'

let api: TestApi
let takasaki: Caller
let accountant: Caller
let owner: Caller
/** Asked for, approved by accounting, and in a file, when the books go wrong. */
let [requested, approved, batch] = ['', '', '']
beforeAll(async () => {
  api = await startApi()
  ;[takasaki, accountant, owner] = [
    await api.as('takasaki'),
    await api.as('accountant'),
    await api.as('owner'),
  ]
  const [hanako, kyoko, yoko] = [await api.as('hanako'), await api.as('kyoko'), await api.as('yoko')]
  for (const [member, friend] of [
    [takasaki, yoko],
    [yoko, hanako],
    [hanako, kyoko],
  ] as const) {
    await letBePaid(api, member)
    await giveRewards(api, member, friend, 3_000)
  }
  batch = await exported(yoko)
  ;({ id: requested } = await requestPayout(api, takasaki, 1_000))
  ;({ id: approved } = await requestPayout(api, hanako, 1_000))
  await accountant.get('admin.approvePayouts', { body: { ids: [approved] } })
  await passCutoff(api)
})
afterAll(() => api.close())

async function exported(member: Caller): Promise<string> {
  const { id } = await requestPayout(api, member, 1_000)
  await accountant.get('admin.approvePayouts', { body: { ids: [id] } })
  await passCutoff(api)
  return (await owner.get('admin.exportPayouts')).id
}

const check = () => checkBooks(api.server.context, '2026-11-21', () => Promise.resolve())
const frozen = {
  status: 409,
  code: 'PAYOUT_FROZEN',
  error: '確認のため、現在は出金の手続きを停止しています。再開までお待ちください。',
}
/** A wallet that no entry explains, and how to have it whole again. */
async function damage(by: number): Promise<void> {
  await api.db.query('alter table ledger.wallets disable trigger user')
  await api.db.query('update ledger.wallets set balance_paid = balance_paid + $2 where user_id = $1', [
    takasaki.user_id,
    by,
  ])
  await api.db.query('alter table ledger.wallets enable trigger user')
}
const proven = () =>
  owner.get('auth.stepUp', {
    body: { method: 'password', purpose: 'payout_freeze', password: castPassword },
  })
const lifting = async (note = '原因の取引を訂正しました') => ({
  params: { id: (await owner.get('admin.books')).wrong!.id },
  body: { note },
})
const asked = { body: { amount: 1_000 }, headers: { 'Idempotency-Key': randomUUID() } }

test('a check that finds nothing stops nothing, and is on record', async () => {
  expect(await check()).toBe(0)
  const { last, wrong, frozen_since, may_lift } = await owner.get('admin.books')
  expect([last?.findings, wrong, frozen_since, may_lift]).toEqual([0, null, null, false])
  expect((await accountant.get('admin.payouts')).frozen).toBe(false)
})

test('a check that finds something freezes every way to a bank, and says what it found', async () => {
  await damage(1)
  expect(await check()).toBeGreaterThan(0)
  const { wrong, frozen_since, may_lift } = await accountant.get('admin.books')
  const audited = await api.db.query('select rule, subject, expected, found from ledger.audit()')
  expect(wrong).toMatchObject({ findings: audited.length, items: audited })
  expect(wrong?.items.map(({ subject }) => subject).join()).toContain(takasaki.user_id)
  expect([typeof frozen_since, may_lift]).toEqual(['string', false])
  const [notice] = await api.db.query(
    `select action_path, kind from notifications where user_id = $1 and dedupe_key like 'books:%'`,
    [owner.user_id],
  )
  expect(notice).toEqual({ action_path: '/admin?tab=books', kind: 'books_unbalanced' })

  expect(await accountant.refused('admin.approvePayouts', { body: { ids: [requested] } })).toMatchObject(
    frozen,
  )
  expect(await owner.refused('admin.exportPayouts')).toMatchObject(frozen)
  expect(await owner.refused('admin.payoutFile', { params: { id: batch } })).toMatchObject(frozen)
  expect((await accountant.get('admin.payouts')).frozen).toBe(true)
  expect((await takasaki.get('affiliates.payoutPricing')).refusal).toMatchObject({
    code: 'PAYOUT_FROZEN',
    error: frozen.error,
  })
  expect(
    await api.db.query(`select status from payouts where id = any ($1) order by status`, [
      [requested, approved],
    ]),
  ).toEqual([{ status: 'approved' }, { status: 'requested' }])
})

test('nobody can ask for a payout or claim for one; as balance a reward stays with the brand', async () => {
  await accountant.get('admin.cancelPayout', { params: { id: requested }, body: { reason: '会員の希望' } })
  await provePayout(api, takasaki)
  expect(await takasaki.refused('transactions.payout', asked)).toMatchObject(frozen)
  await sell(await api.as('clerk'), await api.as('yoko'), { amount: 20_000, tenders: { cash: 20_000 } })
  await confirmRewards(api)
  const claim = async (method: 'bank' | 'wallet') => {
    await prove(api, takasaki, 'reward')
    return takasaki.call('rewards.claim', {
      params: { id: takasaki.user_id },
      body: { method },
      headers: { 'Idempotency-Key': randomUUID() },
    })
  }
  expect(await claim('bank')).toMatchObject({ status: 409, body: { code: 'PAYOUT_FROZEN' } })
  expect(await claim('wallet')).toMatchObject({ status: 200 })
  // The end of a month asks for it again on each day that follows, and sends no notice meanwhile.
  expect(await requestDue(api.server.context, '2026-11-30', null, () => Promise.resolve())).toBe(0)
  expect(
    await api.db.query(
      `select 1 from notifications where user_id = $1 and dedupe_key like 'payout:waits:%'`,
      [takasaki.user_id],
    ),
  ).toEqual([])
})

test('payments go on, and so does what the bank says of a file that it has', async () => {
  const { transaction } = await sell(await api.as('clerk'), await api.as('yoko'), {
    amount: 1_100,
    tenders: { cash: 1_100 },
  })
  expect(transaction.spent_total).toBe(1_100)
  const [sent] = await api.db.query<{ id: string }>('select id from payouts where batch_id = $1', [batch])
  await accountant.get('admin.settlePayout', { params: { id: sent!.id }, body: { outcome: 'paid' } })
  // Answered whole, the file is history.
  expect((await owner.call('admin.payoutFile', { params: { id: batch } })).status).toBe(200)
})

test('books that balance again lift nothing by themselves', async () => {
  await damage(-1)
  expect(await check()).toBe(0)
  const { last, wrong, frozen_since, may_lift } = await owner.get('admin.books')
  expect([last?.findings, (wrong?.findings ?? 0) > 0, typeof frozen_since, may_lift]).toEqual([
    0,
    true,
    'string',
    true,
  ])
  expect(await owner.refused('admin.exportPayouts')).toMatchObject(frozen)
})

test('nobody but an owner lifts it, after a proof, with a reason, and of what was found last', async () => {
  const old = await lifting()
  for (const name of ['clerk', 'manager', 'accountant', 'hanako', 'takasaki'] as const)
    expect(await (await api.as(name)).refused('admin.liftFreeze', old)).toMatchObject({ code: 'FORBIDDEN' })
  expect(await owner.refused('admin.liftFreeze', { ...old, body: { note: ' ' } })).toMatchObject({
    code: 'VALIDATION_ERROR',
  })
  expect(await owner.refused('admin.liftFreeze', old)).toMatchObject({ code: 'STEP_UP_REQUIRED' })
  expect((await owner.get('admin.books')).frozen_since).not.toBeNull()

  // Found since, and not seen by the person who lifts.
  await damage(2)
  await check()
  await damage(-2)
  await proven()
  expect(await owner.refused('admin.liftFreeze', old)).toMatchObject({ status: 409, code: 'CONFLICT' })
  expect(await owner.refused('admin.liftFreeze', { ...old, params: { id: randomUUID() } })).toMatchObject({
    status: 404,
  })
  const seen = await lifting()
  await owner.get('admin.liftFreeze', seen)
  expect(await owner.refused('admin.liftFreeze', seen)).toMatchObject({ code: 'CONFLICT' })

  const { frozen_since, lifted } = await accountant.get('admin.books')
  expect(frozen_since).toBeNull()
  expect(lifted).toMatchObject([{ note: '原因の取引を訂正しました' }])
  expect(await api.db.query(`select actor_id, note from audit_log where action = 'books.lift'`)).toEqual([
    { actor_id: owner.user_id, note: '原因の取引を訂正しました' },
  ])
  await owner.get('admin.exportPayouts')
  expect(await api.db.query('select * from ledger.audit()')).toEqual([])
})

/** Answers whether the work is still blocked after a while. */
const waits = async (work: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    work.then(
      () => false,
      () => false,
    ),
    new Promise<boolean>((answer) => setTimeout(() => answer(true), 400)),
  ])

test('what is under way at a freeze is done before it', async () => {
  const { id } = await requestPayout(api, takasaki, 1_000)
  await damage(1)
  let checking: Promise<number> | undefined
  await api.server.context.transact(async (tx) => {
    await approvePayouts(tx, { actor_id: accountant.user_id, ids: [id] }, () => true)
    checking = check()
    expect(await waits(checking)).toBe(true)
    expect((await owner.get('admin.books')).frozen_since).toBeNull()
  })
  await checking
  expect((await owner.get('admin.books')).frozen_since).not.toBeNull()
  expect(await api.db.query('select status from payouts where id = $1', [id])).toEqual([
    { status: 'approved' },
  ])
  await accountant.get('admin.cancelPayout', { params: { id }, body: { reason: '会員の希望' } })
  await damage(-1)
  await proven()
  await owner.get('admin.liftFreeze', await lifting())
})

test('what begins during a freeze waits for it and is refused', async () => {
  const { id } = await requestPayout(api, takasaki, 1_000)
  await damage(1)
  let approving: Promise<Reply> | undefined
  await api.server.context.transact(async (tx) => {
    await recordCheck(tx, randomUUID())
    approving = accountant.call('admin.approvePayouts', { body: { ids: [id] } })
    expect(await waits(approving)).toBe(true)
  })
  expect(await approving).toMatchObject({ status: 409, body: { code: 'PAYOUT_FROZEN' } })
  await damage(-1)
  await proven()
  await owner.get('admin.liftFreeze', await lifting())
})

test('many checks at once begin one freeze, and many liftings end it once', async () => {
  await damage(3)
  await Promise.allSettled(Array.from({ length: 4 }, check))
  expect(await api.db.query('select 1 from payout_freezes where lifted_at is null')).toHaveLength(1)
  await damage(-3)
  for (let times = 0; times < 4; times += 1) await proven()
  const seen = await lifting('もう一度確認しました')
  const replies = await Promise.all(Array.from({ length: 4 }, () => owner.call('admin.liftFreeze', seen)))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409, 409, 409])
})

test('what was found and who lifted what stays, for the application and for whoever owns the tables', async () => {
  const { db } = api.server.context
  for (const forbidden of [
    `insert into payout_freezes (check_id, frozen_at) select id, now() from book_checks`,
    `update payout_freezes set lifted_at = null`,
    `delete from payout_freezes`,
    `delete from book_findings`,
    `insert into book_checks (id, checked_at, findings) values (gen_random_uuid(), now(), 0)`,
    `select ledger.payouts_are_frozen()`,
  ])
    await expect(db.run(forbidden, [])).rejects.toThrow('permission denied')
  for (const kept of [
    `delete from payout_freezes`,
    `update payout_freezes set lift_note = 'x'`,
    `update book_findings set found = 'x'`,
    `delete from book_checks`,
  ])
    await expect(api.db.query(kept)).rejects.toThrow(/stays as it is|is never changed/)

  await damage(1)
  await check()
  await damage(-1)
  await expect(
    api.db.query(
      `update payout_freezes set lifted_at = now(), lifted_by = $1, lift_note = 'x' where lifted_at is null`,
      [accountant.user_id],
    ),
  ).rejects.toThrow('A freeze of payouts is lifted by an owner.')
  const check_id = (await lifting()).params.id
  for (const { user_id } of [accountant, await api.as('clerk'), takasaki])
    expect(
      await api.server.context.transact((tx) => liftFreeze(tx, { check_id, actor_id: user_id, note: 'x' })),
    ).toBe('FORBIDDEN')
})
