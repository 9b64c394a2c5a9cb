import { createHash, randomUUID } from 'node:crypto'
import {
  approvePayouts as decideApproval,
  type ApprovePayoutsFacts,
} from '@shirogane/domain/payouts/approve-payouts'
import {
  recordPayoutResults as decideResults,
  type PayoutResultsFacts,
} from '@shirogane/domain/payouts/record-results'
import { type PayoutFacts, type PayoutPlan, requestPayout } from '@shirogane/domain/payouts/request-payout'
import type { Movement } from '@shirogane/domain/movements/movement'
import { withheldOf, withholdingMonth } from '@shirogane/domain/payouts/withholding'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { claimRewards } from '../rewards/claim-rewards.ts'
import type { Held } from '../act.ts'
import { attemptAct } from '../testing/attempt-act.ts'
import { rowsOf, within, withinPool } from '../within.ts'
import { claimFor, payDueRewards } from '../testing/rewards.ts'
import { type Clerk, createWorld, type Customer, posted, type World } from '../testing/world.ts'
import { exportPayouts, quoteWithheld, takePayouts } from '../rewards/payout-file.ts'
import { approvePayouts, cancelPayout, recallPayout, recordPayoutResults } from '../rewards/payouts.ts'
import { type PayoutRequest, postPayoutRequest } from '../rewards/request-payout.ts'

let world: World
let accountant: Clerk
let owner: Clerk
beforeAll(async () => {
  world = await createWorld()
  // More than a day has room for by itself.
  await world.owner.query(`insert into settings (key, value) values ('affiliate.day_max', '1000000000')`)
  accountant = await bookkeeper('accounting')
  owner = await bookkeeper('owner')
})
const today = '2026-11-23 12:00+09'
const afterCutoff = '2026-11-24 09:00+09'
beforeEach(() => world.setClock(today))
afterAll(() => world.close())

async function bookkeeper(type: 'accounting' | 'owner'): Promise<Clerk> {
  const somebody = await world.clerk(world.register.store_id, world.register.register_id)
  await world.owner.query('update employees set type = $2, store_id = null where user_id = $1', [
    somebody.user_id,
    type,
  ])
  return somebody
}

/** The documents behind a checked identity are no matter of the ledger's. */
const write = ({ id }: Customer, what: string) =>
  world.owner.query(
    `begin; set local session_replication_role = replica; update users set ${what} where id = '${id}'; commit`,
  )

/**
 * An inviter whose rewards can be paid out: a friend bought for twenty times as much, and the articles may not come
 * back.
 */
async function affiliator(reward: number, rateBp = 500): Promise<Customer> {
  await world.setClock('2026-10-01 12:00+09')
  const inviter = await world.customer()
  await write(inviter, `kyc_status = 'approved', date_of_birth = '1990-04-01'`)
  await world.owner.query(
    `insert into affiliators (user_id, code, terms_version, agreed_at) values ($1::uuid, upper(substr(replace($1::text, '-', ''), 1, 12)), '1', ledger.now())`,
    [inviter.id],
  )
  await earn(inviter, reward, rateBp)
  await claimFor(world.app, inviter.id, 'bank')
  return inviter
}

/** Rewards that are confirmed and not claimed yet. */
async function earn(inviter: Customer, reward: number, rateBp = 500): Promise<void> {
  await world.setClock('2026-10-01 12:00+09')
  const friend = await world.customer()
  await world.owner.query(
    `insert into affiliates (id, user_id, affiliator_id, created_at) values (gen_random_uuid(), $1, $2, ledger.now())`,
    [friend.id, inviter.id],
  )
  const rate = (bp: number) =>
    world.owner.query(
      `insert into settings (key, value) values ('affiliate.rate_bp', to_jsonb($1::int))
       on conflict (key) do update set value = excluded.value`,
      [bp],
    )
  await rate(rateBp)
  posted(await world.buy(friend, { cash: (reward * 10_000) / rateBp }))
  await rate(500)
  await world.setClock('2026-10-20 12:00+09')
  await payDueRewards(world.app)
  await world.setClock(today)
}

type Outcome = { payout: string | null; code: string | null; n: number | null; replayed: boolean }
async function ask(
  { id }: Customer,
  amount: number | null,
  {
    key = randomUUID(),
    proven = true,
    fee = 0,
    withheld = null,
    automatic = false,
    hash = '00',
  }: {
    key?: string | null
    proven?: boolean
    fee?: number
    withheld?: number | null
    automatic?: boolean
    hash?: string
  } = {},
): Promise<Outcome> {
  const asked = { ...requestOf(id), key: key as string, request_hash: Buffer.from(hash, 'hex') }
  return withinPool(world.app, (db) =>
    postPayoutRequest(db, { ...asked, amount, automatic, fee, withheld }, proven),
  )
}
function requestOf(user_id: string): PayoutRequest {
  return {
    id: randomUUID(),
    user_id,
    key: randomUUID(),
    request_hash: Buffer.alloc(1),
    amount: null,
    automatic: false,
    fee: 0,
    withheld: null,
    cutoff_at: '2026-11-23T15:00:00Z',
    value_date: '2026-11-27',
    payout_method_id: randomUUID(),
    bank_code: '9999',
    bank_name: 'テスト銀行',
    bank_kana: 'ﾃｽﾄ',
    branch_code: '001',
    branch_name: '本店',
    branch_kana: 'ﾎﾝﾃﾝ',
    account_type: 'ordinary',
    account_tail: '345',
    encrypted_account: '00',
    account_key: 'key',
    holder_kana: 'ﾐﾎﾝ ｷﾖｳｺ',
  }
}
async function requested(customer: Customer, amount: number): Promise<string> {
  const { payout, code } = await ask(customer, amount)
  if (payout === null) throw new Error(`A payout was refused: ${code}`)
  return payout
}
/** How a name reads in the letters of a transfer is no matter of the ledger's. */
const anyHolder = (): boolean => true
const approve = (ids: string[], by = accountant) =>
  withinPool(world.app, (db) => approvePayouts(db, { actor_id: by.user_id, ids }, anyHolder))
const cancel = (id: string, by: { member?: Customer; staff?: Clerk }) =>
  withinPool(world.app, (db) =>
    cancelPayout(db, {
      id,
      return_id: randomUUID(),
      member_id: by.member?.id ?? null,
      actor_id: by.staff?.user_id ?? null,
      reason: by.staff ? '口座の確認' : null,
    }),
  )
/** A file in a transaction that stays open: what it takes, what its lines leave out, and how it is written down. */
async function openFile(by: Clerk, on: string) {
  const client = await world.app.connect()
  await client.query('begin')
  const db = rowsOf(client)
  const taken = await takePayouts(db, by.user_id, anyHolder)
  const rows = taken.code === null ? taken.payouts : []
  const ids = rows.map(({ id }) => id)
  const taxes = (await quoteWithheld(db, ids, on)).map(({ withheld }) => withheld)
  const total = rows.reduce((sum, { amount, fee }, at) => sum + amount - fee - taxes[at]!, 0)
  const batch = randomUUID()
  const file = createHash('sha256').update(batch).digest()
  return {
    ids,
    taxes,
    /** Why it was refused, if it was. */
    async write(written = taxes): Promise<string | null> {
      return exportPayouts(db, {
        id: batch,
        actor_id: by.user_id,
        value_date: on,
        lines: ids.map((id, at) => ({ id, withheld: written[at]! })),
        total,
        sha256: file,
        encrypted: file,
      })
    },
    async end(how: 'commit' | 'rollback'): Promise<string> {
      await client.query(how)
      client.release()
      return batch
    },
  }
}
async function exportAll(by = owner, on = '2026-11-27'): Promise<string> {
  const file = await openFile(by, on)
  const code = file.ids.length === 0 ? null : await file.write()
  const batch = await file.end(code === null ? 'commit' : 'rollback')
  if (code !== null) throw new Error(code)
  return file.ids.length === 0 ? 'none' : batch
}
const recordResults = (batch: string, results: Record<string, string>, by = accountant) =>
  withinPool(world.app, (db) =>
    recordPayoutResults(db, {
      actor_id: by.user_id,
      batch_id: batch,
      results: Object.entries(results).map(([payout_id, outcome]) => ({
        payout_id,
        outcome,
        transaction_id: randomUUID(),
      })),
      sha256: null,
    }),
  )
const recall = (id: string) =>
  withinPool(world.app, (db) =>
    recallPayout(db, { id, return_id: randomUUID(), actor_id: accountant.user_id, failure: 'closed' }),
  )

/** What can be paid out, what is held, and what left. */
async function standing({ id }: Customer): Promise<number[]> {
  const { rows } = await world.owner.query(
    `select w.reward::int as reward, w.payout_hold::int as hold,
       (select coalesce(sum(c.bank), 0)::int from ledger.transactions t cross join lateral ledger.rewards_changed(t.id) c
         where t.customer_id = w.user_id and t.kind = 'payout') as bank
     from ledger.wallets w where w.user_id = $1`,
    [id],
  )
  const { reward, hold, bank } = rows[0]
  return [reward, hold, bank]
}
const withhold = (mode: 'none' | 'gaikoin') =>
  world.owner.query(
    `insert into settings (key, value) values ('payout.withholding_mode', to_jsonb($1::text))
     on conflict (key) do update set value = excluded.value`,
    [mode],
  )
/** The month's tax, counted anew from the law alone: what is above 120,000 yen, by 10.21 percent, cut off. */
const taxOn = (month: number): number => Math.floor((Math.max(0, month - 120_000) * 1_021) / 10_000)
async function sent(
  customer: Customer,
  amount: number,
  on = '2026-11-27',
): Promise<{ id: string; batch: string }> {
  const id = await requested(customer, amount)
  await approve([id])
  const batch = await exportAll(owner, on)
  return { id, batch }
}
const taxOf = async (id: string): Promise<number> =>
  (await world.owner.query('select withheld::int from payouts where id = $1', [id])).rows[0].withheld
const kept = async (): Promise<number> =>
  (
    await world.owner.query(
      `select coalesce(sum(case when credit_kind = 'withholding' then amount else -amount end), 0)::int as kept
       from ledger.transfers where 'withholding' in (credit_kind, debit_kind)`,
    )
  ).rows[0].kept

const statusOf = async (id: string): Promise<string> =>
  (await world.owner.query('select status from payouts where id = $1', [id])).rows[0]?.status

describe('a payout', () => {
  test('holds rewards at the request, lets them go when the bank paid, and the books balance at every step', async () => {
    const kyoko = await affiliator(15_500)
    expect(await standing(kyoko)).toEqual([15_500, 0, 0])
    const id = await requested(kyoko, 12_500)
    expect(await standing(kyoko)).toEqual([3_000, 12_500, 0])
    expect(await world.findings()).toEqual([])
    expect(await approve([id])).toMatchObject({ code: null })
    await world.setClock(afterCutoff)
    const batch = await exportAll()
    expect(await standing(kyoko)).toEqual([3_000, 12_500, 0])
    expect(await recordResults(batch, { [id]: 'paid' })).toMatchObject({ code: null, settled: [id] })
    expect(await standing(kyoko)).toEqual([3_000, 0, 12_500])
    expect(await world.findings()).toEqual([])
    // The same word again changes nothing, another word is refused.
    expect(await recordResults(batch, { [id]: 'paid' })).toMatchObject({ code: null, settled: [] })
    expect(await recordResults(batch, { [id]: 'closed' })).toMatchObject({ code: 'PAYOUT_FILE_CONFLICT' })
    // Called back, it is a reward again, once.
    expect(await recall(id)).toMatchObject({ code: null, replayed: false })
    expect(await recall(id)).toMatchObject({ code: null, replayed: true })
    expect(await standing(kyoko)).toEqual([15_500, 0, 0])
    expect(await world.findings()).toEqual([])
  })

  test('that fails comes back whole, and can be asked for anew under another number', async () => {
    const kyoko = await affiliator(5_000)
    const first = await requested(kyoko, 5_000)
    await approve([first])
    await world.setClock(afterCutoff)
    const batch = await exportAll()
    expect(await recordResults(batch, { [first]: 'name_mismatch' })).toMatchObject({ settled: [first] })
    expect(await standing(kyoko)).toEqual([5_000, 0, 0])
    expect(await statusOf(first)).toBe('failed')
    const second = await requested(kyoko, 5_000)
    expect(second).not.toBe(first)
    expect(await cancel(second, { staff: accountant })).toMatchObject({ code: null })
  })

  test('of which nobody knows yet whether it arrived is neither given back, nor asked for again, nor sent again', async () => {
    const kyoko = await affiliator(4_000)
    const id = await requested(kyoko, 2_000)
    await approve([id])
    await world.setClock(afterCutoff)
    await exportAll()
    expect(await ask(kyoko, 2_000)).toMatchObject({ code: 'PAYOUT_PENDING' })
    expect(await cancel(id, { member: kyoko })).toMatchObject({ code: 'PAYOUT_CANCEL_CLOSED' })
    expect(await cancel(id, { staff: accountant })).toMatchObject({ code: 'PAYOUT_STATE' })
    expect(await approve([id])).toMatchObject({ code: 'PAYOUT_STATE' })
    expect(await recall(id)).toMatchObject({ code: 'PAYOUT_STATE' })
    expect(await exportAll()).toBe('none')
    expect(await standing(kyoko)).toEqual([2_000, 2_000, 0])
  })

  test('is taken back by its member until the cut-off and before anybody approved it', async () => {
    const [kyoko, other] = [await affiliator(3_000), await affiliator(3_000)]
    const id = await requested(kyoko, 3_000)
    expect(await cancel(id, { member: other })).toMatchObject({ code: 'TXN_NOT_FOUND' })
    expect(await cancel(id, { member: kyoko })).toMatchObject({ code: null, replayed: false })
    expect(await cancel(id, { member: kyoko })).toMatchObject({ code: null, replayed: true })
    expect(await standing(kyoko)).toEqual([3_000, 0, 0])
    const late = await requested(kyoko, 3_000)
    await world.setClock('2026-11-24 00:00+09')
    expect(await cancel(late, { member: kyoko })).toMatchObject({ code: 'PAYOUT_CANCEL_CLOSED' })
    await world.setClock(today)
    const approved = await requested(other, 3_000)
    await approve([approved])
    expect(await cancel(approved, { member: other })).toMatchObject({ code: 'PAYOUT_CANCEL_CLOSED' })
    for (const open of [late, approved]) await cancel(open, { staff: accountant })
  })

  test('is refused where anything stands against it, and a refusal moves nothing', async () => {
    const kyoko = await affiliator(3_000)
    await world.charge(kyoko, 10_000)
    const refused = async (code: string, n: number | null, asked: Promise<Outcome>) =>
      expect({ ...(await asked), n: n === null ? null : n }).toMatchObject({ code, payout: null })
    await refused('PAYOUT_EXCEEDS', null, ask(kyoko, 3_001))
    await refused('PAYOUT_BELOW_MIN', 1_000, ask(kyoko, 999))
    await refused('PAYOUT_ABOVE_MAX', 1_000_000, ask(kyoko, 1_000_001))
    await refused('PAYOUT_QUOTE', null, ask(kyoko, 3_000, { fee: 1 }))
    await refused('STEP_UP_REQUIRED', null, ask(kyoko, 3_000, { proven: false }))
    const nobody = await world.customer({ paid: 10_000 })
    await refused('NOT_AFFILIATOR', null, ask(nobody, 1_000))
    await world.trust(kyoko, 5_000)
    posted(await world.buy(kyoko, { later: 1_000 }))
    await refused('DEBT_OPEN', null, ask(kyoko, 3_000))
    await write(kyoko, `kyc_status = 'expired'`)
    await refused('KYC_REQUIRED', null, ask(kyoko, 3_000))
    await write(kyoko, `kyc_status = 'approved', date_of_birth = '2008-11-24'`)
    await refused('PAYOUT_MINOR', null, ask(kyoko, 3_000))
    await write(kyoko, 'suspended_at = now()')
    await refused('AUTH_SUSPENDED', null, ask(kyoko, 3_000))
    expect(await standing(kyoko)).toEqual([3_000, 0, 0])
  })

  test('is one for a key, and a month asks for what is left', async () => {
    const kyoko = await affiliator(2_000)
    const key = randomUUID()
    const first = await ask(kyoko, 1_500, { key })
    expect(await ask(kyoko, 1_500, { key })).toEqual({ ...first, replayed: true })
    expect(await ask(kyoko, 1_500, { key, hash: '01' })).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    await cancel(first.payout!, { member: kyoko })
    // What was refused is the same answer under its key, and is looked at anew under another.
    const keyed = randomUUID()
    await write(kyoko, `kyc_status = 'expired'`)
    expect(await ask(kyoko, 1_100, { key: keyed })).toMatchObject({ code: 'KYC_REQUIRED', replayed: false })
    await write(kyoko, `kyc_status = 'approved'`)
    expect(await ask(kyoko, 1_100, { key: keyed })).toMatchObject({ code: 'KYC_REQUIRED', replayed: true })
    const second = await ask(kyoko, 1_100)
    expect(second).toMatchObject({ code: null, replayed: false })
    await cancel(second.payout!, { member: kyoko })
    const month = await ask(kyoko, null, { automatic: true, key: 'month:2026-11' })
    expect(await standing(kyoko)).toEqual([0, 2_000, 0])
    expect(await ask(kyoko, null, { automatic: true, key: 'month:2026-11' })).toMatchObject({
      payout: month.payout,
      replayed: true,
    })
    await cancel(month.payout!, { member: kyoko })
  })

  test('needs two people, and nobody looks after their own', async () => {
    const kyoko = await affiliator(3_000)
    const id = await requested(kyoko, 3_000)
    expect(await approve([id], world.manager)).toMatchObject({ code: 'FORBIDDEN' })
    await world.owner.query('update employees set own_customer_id = $2 where user_id = $1', [
      owner.user_id,
      kyoko.id,
    ])
    expect(await approve([id], owner)).toMatchObject({ code: 'PAYOUT_SELF' })
    await world.owner.query('update employees set own_customer_id = null where user_id = $1', [owner.user_id])
    expect(await approve([id, randomUUID()])).toMatchObject({ code: 'NOT_FOUND' })
    expect(await statusOf(id)).toBe('requested')
    await approve([id])
    await world.setClock(afterCutoff)
    expect(await exportAll(accountant)).toBe('none')
    const wrong = world.owner.query(
      `update payouts set status = 'exported', batch_id = (select id from payout_batches limit 1), line = 99,
       exported_by = approved_by where id = $1`,
      [id],
    )
    await expect(wrong).rejects.toThrow('payout_exporter_is_no_approver')
    expect(await exportAll(owner)).not.toBe('none')
  })

  test('goes into no file before its cut-off, nor for somebody who may be paid no more', async () => {
    const kyoko = await affiliator(3_000)
    const id = await requested(kyoko, 3_000)
    await approve([id])
    expect(await exportAll()).toBe('none')
    await world.setClock(afterCutoff)
    await write(kyoko, `kyc_status = 'expired'`)
    expect(await exportAll()).toBe('none')
    await cancel(id, { staff: accountant })
    expect(await standing(kyoko)).toEqual([3_000, 0, 0])
  })

  test('waits while its member owes something, at the approval and at the file', async () => {
    const [kyoko, other] = [await affiliator(3_000), await affiliator(3_000)]
    await world.trust(kyoko, 5_000)
    const ids = [await requested(kyoko, 3_000), await requested(other, 3_000)]
    const { rows } = await world.owner.query('select reference::int from payouts where id = $1', [ids[0]])
    posted(await world.buy(kyoko, { later: 1_000 }))
    expect(await approve(ids)).toMatchObject({ code: 'PAYOUT_HELD', n: rows[0].reference })
    expect(await statusOf(ids[1]!)).toBe('requested')
    expect(await world.collect({ customer: kyoko })).toMatchObject({ code: null })
    expect(await approve(ids)).toMatchObject({ code: null })
    posted(await world.buy(kyoko, { later: 500 }))
    await world.setClock(afterCutoff)
    await exportAll()
    expect([await statusOf(ids[0]!), await statusOf(ids[1]!)]).toEqual(['approved', 'exported'])
    await cancel(ids[0]!, { staff: accountant })
    expect(await standing(kyoko)).toEqual([3_000, 0, 0])
  })

  test('waits while rewards that it would pay were taken back, and what comes back is theirs less what is carried', async () => {
    const [kyoko, other] = [await affiliator(3_000), await affiliator(3_000)]
    await earn(kyoko, 2_000)
    await claimFor(world.app, kyoko.id, 'bank')
    const ids = [await requested(kyoko, 5_000), await requested(other, 3_000)]
    const { rows } = await world.owner.query('select reference::int from payouts where id = $1', [ids[0]])
    /** Head office strikes an invitation: what it brought goes back. */
    const strike = async (reward: number) => {
      await world.app.query(
        `update affiliates set standing = 'void' where user_id = (
           select customer_id from ledger.rewards where affiliator_id = $1 and amount = $2)`,
        [kyoko.id, reward],
      )
      await payDueRewards(world.app)
    }
    const carried = async () => {
      const { rows: wallets } = await world.owner.query(
        'select -reward_confirmed::int as carried from ledger.wallets where user_id = $1',
        [kyoko.id],
      )
      return wallets[0].carried
    }
    await approve([ids[1]!])
    await strike(2_000)
    expect(await carried()).toBe(2_000)
    expect(await approve([ids[0]!])).toMatchObject({ code: 'PAYOUT_HELD', n: rows[0].reference })
    await cancel(ids[0]!, { member: kyoko })
    expect(await standing(kyoko)).toEqual([5_000, 0, 0])
    expect(await ask(kyoko, 3_001)).toMatchObject({ code: 'REWARD_CARRIED', n: 2_000 })
    const again = await requested(kyoko, 3_000)
    expect(await approve([again])).toMatchObject({ code: null })
    // Struck after the approval, it goes into no file either.
    await strike(3_000)
    expect(await carried()).toBe(3_000)
    await world.setClock(afterCutoff)
    await exportAll()
    expect([await statusOf(again), await statusOf(ids[1]!)]).toEqual(['approved', 'exported'])
    await cancel(again, { staff: accountant })
    await world.setClock(today)
    expect(await standing(kyoko)).toEqual([3_000, 0, 0])
    for (const amount of [null, 1_000])
      expect(await ask(kyoko, amount)).toMatchObject({ code: 'REWARD_CARRIED', n: 3_000 })
    // What is earned afterwards makes up for it first.
    await earn(kyoko, 6_000)
    await requested(kyoko, 3_000)
  })

  test('with a fee sends what is left of it, and the fee stays where money for the bank is cleared', async () => {
    const kyoko = await affiliator(200_000, 10_000)
    await world.owner.query(`insert into settings (key, value) values ('payout.fee_yen', '330')`)
    await withhold('gaikoin')
    try {
      await world.setClock(afterCutoff)
      expect(await ask(kyoko, 150_000)).toMatchObject({ code: 'PAYOUT_QUOTE' })
      const { payout } = await ask(kyoko, 150_000, { fee: 330 })
      const id = payout!
      await approve([id])
      const file = await openFile(owner, '2026-11-27')
      const tax = taxOn(150_000)
      expect(file.taxes).toEqual([tax])
      expect(await file.write()).toBeNull()
      const batch = await file.end('commit')
      const { rows } = await world.owner.query('select total::int from payout_batches where id = $1', [batch])
      expect(rows[0].total).toBe(150_000 - 330 - tax)
      const before = await kept()
      await recordResults(batch, { [id]: 'paid' })
      // What left is the batch's total and the fee: the brand owes that one to no member.
      expect(await standing(kyoko)).toEqual([50_000, 0, rows[0].total + 330])
      expect(await kept()).toBe(before + tax)
      expect(await world.findings()).toEqual([])
      // A payment that is called back costs its member nothing.
      await recall(id)
      expect(await standing(kyoko)).toEqual([200_000, 0, 0])
      expect(await kept()).toBe(before)
      expect(await world.findings()).toEqual([])
    } finally {
      await withhold('none')
      await world.owner.query(`delete from settings where key = 'payout.fee_yen'`)
    }
  })
})

describe('tax', () => {
  test('is withheld by the month of the payment, kept apart, and comes back with what comes back', async () => {
    const kyoko = await affiliator(900_000, 10_000)
    await withhold('gaikoin')
    try {
      // Requests and files of two months; each time the month's tax is what the law says of its sum, and no yen more.
      const paid: Record<string, number> = {}
      let total = 0
      for (const [amount, on] of [
        [119_999, '2026-11-27'],
        [1_000, '2026-11-27'],
        [1_009, '2026-11-27'],
        [150_000, '2026-11-27'],
        [200_000, '2026-12-04'],
        [1_000, '2026-11-27'],
      ] as const) {
        await world.setClock(today)
        const { rows } = await world.app.query('select ledger.payments_around($1, null, $2) as payments', [
          kyoko.id,
          '2026-11-27',
        ])
        const shown = withheldOf(amount, 0, withholdingMonth(rows[0].payments))
        expect(await ask(kyoko, amount, { withheld: shown + 1 })).toMatchObject({ code: 'PAYOUT_QUOTE' })
        const id = await requested(kyoko, amount)
        expect(await taxOf(id)).toBe(shown)
        await approve([id])
        await world.setClock(afterCutoff)
        const batch = await exportAll(owner, on)
        const month = on.slice(0, 7)
        const tax = taxOn((paid[month] ?? 0) + amount) - taxOn(paid[month] ?? 0)
        expect(await taxOf(id)).toBe(tax)
        await recordResults(batch, { [id]: 'paid' })
        paid[month] = (paid[month] ?? 0) + amount
        total += tax
        expect(await kept()).toBe(total)
        expect(total).toBe(taxOn(paid['2026-11'] ?? 0) + taxOn(paid['2026-12'] ?? 0))
        const [, hold, bank] = await standing(kyoko)
        expect([hold, bank! + total]).toEqual([0, Object.values(paid).reduce((sum, one) => sum + one, 0)])
      }
      expect(await world.findings()).toEqual([])

      // What never arrives comes back whole, and so does what is called back, with its tax.
      await world.setClock(afterCutoff)
      const lost = await sent(kyoko, 100_000, '2026-12-11')
      expect(await taxOf(lost.id)).toBeGreaterThan(0)
      const before = await standing(kyoko)
      await recordResults(lost.batch, { [lost.id]: 'closed' })
      expect(await standing(kyoko)).toEqual([before[0]! + 100_000, 0, before[2]])
      expect(await kept()).toBe(total)
      const again = await sent(kyoko, 100_000, '2026-12-11')
      await recordResults(again.batch, { [again.id]: 'paid' })
      expect(await kept()).toBe(total + 10_210)
      await recall(again.id)
      expect(await standing(kyoko)).toEqual([before[0]! + 100_000, 0, before[2]])
      expect(await kept()).toBe(total)
      expect(await world.findings()).toEqual([])
      // Called back, it is no part of its month any more.
      const third = await sent(kyoko, 100_000, '2026-12-11')
      expect(await taxOf(third.id)).toBe(10_210)
      await recordResults(third.batch, { [third.id]: 'paid' })
    } finally {
      await withhold('none')
    }
  })

  test('is none of those who are below the allowance, and a yen always arrives', async () => {
    const [kyoko, other] = [await affiliator(300_000, 10_000), await affiliator(300_000, 10_000)]
    await withhold('gaikoin')
    try {
      await world.setClock(afterCutoff)
      const [first, none] = [await requested(kyoko, 129_794), await requested(other, 120_000)]
      expect([await taxOf(first), await taxOf(none)]).toEqual([999, 0])
      await approve([first, none])
      await recordResults(await exportAll(), { [first]: 'paid', [none]: 'paid' })
      // The next yen is the one that the tax reaches: it goes out all the same.
      const yen = await ask(kyoko, 1, { automatic: true })
      expect(await taxOf(yen.payout!)).toBe(0)
      await cancel(yen.payout!, { staff: accountant })
      expect(await world.findings()).toEqual([])
    } finally {
      await withhold('none')
    }
  })

  test('that is not what its payout says is taken by nobody, and found', async () => {
    const kyoko = await affiliator(200_000, 10_000)
    await withhold('gaikoin')
    await world.setClock(afterCutoff)
    const { id, batch } = await sent(kyoko, 200_000)
    await withhold('none')
    expect(await taxOf(id)).toBe(8_168)
    await expect(world.owner.query('update payouts set withheld = 8167 where id = $1', [id])).rejects.toThrow(
      'does not become',
    )
    const said = await Promise.all(
      ['paid', 'closed', 'paid'].map((outcome) => recordResults(batch, { [id]: outcome })),
    )
    expect(said.filter(({ settled: recorded }) => recorded.length > 0)).toHaveLength(1)
    if ((await statusOf(id)) === 'paid') await recall(id)
    expect(await standing(kyoko)).toEqual([200_000, 0, 0])
    expect(await world.findings()).toEqual([])
  })
})

describe('at once', () => {
  test('a claim and a file agree on what is withheld, line by line', async () => {
    const [kyoko, other] = [await affiliator(150_000, 10_000), await affiliator(140_000, 10_000)]
    await earn(kyoko, 50_000, 10_000)
    await withhold('gaikoin')
    try {
      const ids = [await requested(kyoko, 150_000), await requested(other, 140_000)]
      await approve(ids)
      await world.setClock(afterCutoff)
      const file = await openFile(owner, '2026-11-27')
      expect(file.taxes).toEqual([taxOn(150_000), taxOn(140_000)])
      // The same sum with the lines exchanged is another file.
      expect(await file.write(file.taxes.toReversed())).toBe('CONFLICT')
      const claimer = await world.app.connect()
      try {
        const { rows: own } = await claimer.query('select pg_backend_pid() as pid')
        let isDone = false
        const claim = within(claimer, (db) =>
          claimRewards(db, {
            actor_id: kyoko.id,
            transaction_id: randomUUID(),
            route: 'reward',
            key: null,
            request_hash: null,
            affiliate_id: null,
            method: 'wallet',
          }),
        ).finally(() => {
          isDone = true
        })
        const waits = async () =>
          (await world.owner.query('select cardinality(pg_blocking_pids($1)) > 0 as waits', [own[0].pid]))
            .rows[0].waits as boolean
        while (!isDone && !(await waits()));
        expect(isDone).toBe(false)
        expect(await file.write()).toBeNull()
        await file.end('commit')
        expect(await claim).toMatchObject({ code: null })
      } finally {
        claimer.release()
      }
      expect([await taxOf(ids[0]!), await taxOf(ids[1]!)]).toEqual(file.taxes)
      expect(await world.findings()).toEqual([])
    } finally {
      await withhold('none')
    }
  })

  test('of thirty requests for everything one is taken', async () => {
    const kyoko = await affiliator(9_000)
    const all = await Promise.all(Array.from({ length: 30 }, () => ask(kyoko, 9_000)))
    expect(all.filter(({ payout }) => payout !== null)).toHaveLength(1)
    expect(new Set(all.flatMap(({ code }) => code ?? []))).toEqual(new Set(['PAYOUT_PENDING']))
    expect(await standing(kyoko)).toEqual([0, 9_000, 0])
    await cancel(all.find(({ payout }) => payout !== null)!.payout!, { member: kyoko })
  })

  test('taking back and approving, and two files, leave each payout in one place', async () => {
    const people: Customer[] = []
    for (let count = 0; count < 4; count += 1) people.push(await affiliator(2_000))
    const ids: string[] = []
    for (const person of people) ids.push(await requested(person, 2_000))
    await Promise.all(ids.flatMap((id, at) => [cancel(id, { member: people[at]! }), approve([id])]))
    await world.setClock(afterCutoff)
    await Promise.all([exportAll(), exportAll()])
    for (const [at, id] of ids.entries()) {
      const status = await statusOf(id)
      expect(['canceled', 'exported']).toContain(status)
      expect(await standing(people[at]!)).toEqual(status === 'canceled' ? [2_000, 0, 0] : [0, 2_000, 0])
    }
    expect(await world.findings()).toEqual([])
  })

  test('two answers of the bank settle each payout once', async () => {
    const kyoko = await affiliator(2_000)
    const id = await requested(kyoko, 2_000)
    await approve([id])
    await world.setClock(afterCutoff)
    const batch = await exportAll()
    const said = await Promise.all(
      ['paid', 'closed', 'paid', 'closed'].map((outcome) => recordResults(batch, { [id]: outcome })),
    )
    expect(said.filter(({ settled: recorded }) => recorded.length > 0)).toHaveLength(1)
    const [reward, hold, bank] = await standing(kyoko)
    expect(hold).toBe(0)
    expect(reward! + bank!).toBe(2_000)
  })
})

describe('the door', () => {
  test.each([
    ['a payout from balance', 'balance_paid', 'payout_hold'],
    ['rewards to the bank past the hold', 'reward', 'bank_clearing'],
  ])('takes no %s', async (_, debit, credit) => {
    const kyoko = await affiliator(3_000)
    await world.charge(kyoko, 10_000)
    const moved = world.owner.query(
      `with head as (
         insert into ledger.movements (id, number, kind, customer_id, store_id, business_date, balance_paid_after,
           balance_bonus_after, point_regular_after, point_limited_after, opened_at, completed_at)
         select gen_random_uuid(), 'x' || gen_random_uuid(), 'payout', w.user_id, ledger.home_store(), '2026-11-23',
           w.balance_paid - case when $2 = 'balance_paid' then 1000 else 0 end, w.balance_bonus, 0, 0,
           ledger.now(), ledger.now()
         from ledger.wallets w where w.user_id = $1 returning id, customer_id, store_id
       ), told as (insert into ledger.outbox (topic, transaction_id, created_at, available_at)
         select 'transaction', id, now(), now() from head)
       insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
       select id, 1, 'x', $2::ledger.account, customer_id, $3::ledger.account,
         case when $3 = 'bank_clearing' then store_id else customer_id end, 1000 from head`,
      [kyoko.id, debit, credit],
    )
    await expect(moved).rejects.toThrow(/belongs to no payout|do not add up/)
    expect(await standing(kyoko)).toEqual([3_000, 0, 0])
  })

  test('puts aside what was asked for, by the decision of this very act', async () => {
    const kyoko = await affiliator(3_000)
    const request = { ...requestOf(kyoko.id), amount: 1_000 }
    const half = (plan: Held<PayoutPlan>) =>
      plan.movements.map((one) => ({ ...one, transfers: one.transfers.map((x) => ({ ...x, amount: 500 })) }))
    const cases: [(plan: Held<PayoutPlan>) => object, string | RegExp][] = [
      [(plan) => ({ ...plan, held: null }), /begins anew/],
      [(plan) => ({ ...plan, amount: 2_000 }), /not what was asked/],
      [(plan) => ({ ...plan, fee: 1 }), /not what was asked/],
      [(plan) => ({ ...plan, withheld: 1_000 }), /payout_withheld/],
      [(plan) => ({ ...plan, withheld: -1 }), /payout_withheld/],
      [(plan) => ({ ...plan, movements: half(plan) }), /not what was moved/],
      [(plan) => ({ ...plan, movements: [] }), /not what was moved/],
      [(plan) => plan, 'posted'],
    ]
    for (const [change, outcome] of cases)
      expect(
        await attemptAct(
          world.app,
          'request_payout',
          request,
          (facts: PayoutFacts) => requestPayout(facts, { ...request, is_proven: true }),
          change,
        ),
      ).toMatch(outcome)
    expect(await standing(kyoko)).toEqual([2_000, 1_000, 0])
  })

  test('takes a decision of what follows by who may look after payouts, and moves no more than it', async () => {
    const kyoko = await affiliator(3_000)
    const id = await requested(kyoko, 3_000)
    const forged = { actor_id: world.manager.user_id, ids: [id] }
    const agree = (facts: ApprovePayoutsFacts) =>
      decideApproval({ ...facts, is_entitled: true }, [id], anyHolder)
    expect(
      await attemptAct<ApprovePayoutsFacts, object>(
        world.app,
        'approve_payouts',
        forged,
        agree,
        (plan) => plan,
      ),
    ).toMatch(/may not look after/)
    await approve([id])
    await world.setClock(afterCutoff)
    const batch_id = await exportAll()
    const results = [{ payout_id: id, outcome: 'paid', transaction_id: randomUUID() }]
    const answer = { actor_id: accountant.user_id, batch_id, results, sha256: null }
    const decide = (facts: PayoutResultsFacts) => decideResults(facts, { ...answer, is_file: false })
    type Plan = Held<{ movements: Movement[] }>
    const having = (change: object) => (plan: Plan) => ({
      ...plan,
      movements: plan.movements.map((one) => ({ ...one, ...change })),
    })
    const back = [{ code: 'payout_return', debit: 'payout_hold', credit: 'reward', amount: 3_000 }]
    const cases: [(plan: Plan) => object, string | RegExp][] = [
      [(plan) => ({ ...plan, held: null }), /begins anew/],
      [having({ kind: 'adjustment' }), /posted by an act of its own/],
      [having({ id: randomUUID() }), /not what was moved|belongs to no payout/],
      [having({ transfers: back }), /not what was moved/],
      [(plan) => ({ ...plan, movements: [...plan.movements, ...plan.movements] }), /duplicate key/],
      [(plan) => plan, 'posted'],
    ]
    for (const [change, outcome] of cases)
      expect(await attemptAct(world.app, 'record_payout_results', answer, decide, change)).toMatch(outcome)
    expect(await standing(kyoko)).toEqual([0, 0, 3_000])
  })

  test('keeps what is written of a payout in step with what was moved for it', async () => {
    const kyoko = await affiliator(3_000)
    const id = await requested(kyoko, 1_000)
    await approve([id])
    const wrong = (text: string) =>
      expect(world.owner.query(text, [id])).rejects.toThrow(
        /never removed|does not become|not what was moved|payouts_open|payout_/,
      )
    await wrong('delete from payouts where id = $1')
    await wrong('update payouts set amount = 2000 where id = $1')
    await wrong(
      `update payouts set status = 'requested', approved_at = null, approved_by = null where id = $1`,
    )
    await wrong(
      `update payouts set status = 'canceled', canceled_at = now(), return_id = gen_random_uuid() where id = $1`,
    )
    await wrong(
      `insert into payouts (id, user_id, amount, fee, automatic, payout_method_id, bank_code, bank_name, bank_kana, branch_code,
         branch_name, branch_kana, account_type, account_tail, encrypted_account, account_key, holder_kana, cutoff_at, value_date,
         requested_at)
       select gen_random_uuid(), user_id, amount, fee, automatic, payout_method_id, bank_code, bank_name, bank_kana, branch_code,
         branch_name, branch_kana, account_type, account_tail, encrypted_account, account_key, holder_kana, cutoff_at, value_date,
         requested_at from payouts where id = $1`,
    )
    await expect(world.app.query(`update payouts set status = 'paid' where id = $1`, [id])).rejects.toThrow(
      'permission denied',
    )
    await cancel(id, { staff: accountant })
    expect(await standing(kyoko)).toEqual([3_000, 0, 0])
  })

  test.each([
    [`update payouts set amount = amount + 1 where id = $1`, 'payout = its movements'],
    [
      `update ledger.wallets set payout_hold = payout_hold + 1 where user_id = (select user_id from payouts where id = $1)`,
      'payout held = payouts under way',
    ],
    [`update payouts set withheld = 1 where id = $1`, 'payout file = its payouts'],
    [
      `update ledger.transfers set credit_kind = 'withholding' where transaction_id = (select id from payouts where id = $1)`,
      'withheld tax = its payouts',
    ],
  ])('is watched by the audit: %s', async (damage, rule) => {
    const kyoko = await affiliator(3_000)
    await world.setClock(afterCutoff)
    const { id } = await sent(kyoko, 3_000)
    const copy = await world.copy()
    try {
      await copy.owner.query(`set session_replication_role = replica; ${damage.replace('$1', `'${id}'`)}`)
      const { rows } = await copy.app.query<{ rule: string }>('select rule from ledger.audit()')
      expect(rows.map((row) => row.rule)).toContain(rule)
    } finally {
      await copy.drop()
    }
  })
})
