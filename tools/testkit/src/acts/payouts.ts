import { randomUUID } from 'node:crypto'
import { claimRewards } from '@shirogane/ledger'
import type { Ask, Caller, Output } from '../calls/caller.ts'
import type { CastName } from '../cast.ts'
import { addAccount, liftStops, type TestAccount } from './payout-methods.ts'
import { payDueRewards } from './rewards.ts'
import { sell } from './sale.ts'
import type { TestApi } from '../start-api.ts'

/** As if this member had just shown in every session of theirs who they are, for a payout. */
export async function provePayout(api: TestApi, caller: Caller): Promise<void> {
  await api.db.query(
    `insert into step_ups (id, session_id, purpose, ref, method, created_at, expires_at)
     select gen_random_uuid(), s.id, 'payout', '', 'password', $2, $2::timestamptz + interval '5 minutes'
     from sessions s where s.user_id = $1 and s.revoked_at is null`,
    [caller.user_id, api.clock.now()],
  )
}

/** What no call may do, and time or another desk would have done. */
export async function meanwhile(api: TestApi, change: string): Promise<void> {
  await api.db.query(`do $$ begin set local session_replication_role = replica; ${change}; end $$`)
}

/** Rewards of a member that can be paid out: a friend bought for twenty times as much, and the articles may not come back. */
export async function giveRewards(
  api: TestApi,
  caller: Caller,
  friend: Caller,
  amount: number,
): Promise<void> {
  await api.db.query(
    `insert into affiliators (user_id, code, terms_version, agreed_at)
     values ($1::uuid, upper(left(replace($1::text, '-', ''), 12)), '1.0', now()) on conflict do nothing`,
    [caller.user_id],
  )
  await api.db.query(
    `insert into affiliates (id, user_id, affiliator_id, created_at) values (gen_random_uuid(), $1, $2, ledger.now())
     on conflict (user_id) do nothing`,
    [friend.user_id, caller.user_id],
  )
  // All of it on one day, above what a day has room for.
  await api.db.query(
    `insert into settings (key, value) values ('affiliate.day_max', '1000000000')
     on conflict (key) do update set value = excluded.value`,
  )
  await sell(await api.as('clerk'), friend, { amount: amount * 20, tenders: { cash: amount * 20 } })
  const window = (days: number) =>
    api.db.query(
      `insert into settings (key, value) values ('refund.window_days', $1) on conflict (key) do update set value = excluded.value`,
      [String(days)],
    )
  await window(-1)
  await payDueRewards(api)
  await window(14)
  await api.db.transact((tx) =>
    claimRewards(tx, {
      actor_id: caller.user_id,
      transaction_id: randomUUID(),
      route: 'reward',
      key: null,
      request_hash: null,
      affiliate_id: null,
      method: 'bank',
    }),
  )
}

/** A member of age whose documents were checked, with an account that has been theirs for a day. */
export async function letBePaid(
  api: TestApi,
  caller: Caller,
  account: Partial<TestAccount> = {},
): Promise<void> {
  await meanwhile(
    api,
    `update users set kyc_status = 'approved', date_of_birth = coalesce(date_of_birth, '1990-04-01')
     where id = '${caller.user_id}'`,
  )
  await addAccount(api, caller, account)
  await meanwhile(
    api,
    `update payout_methods set usable_from = now() - interval '1 hour', changed_at = now() - interval '25 hours'
     where user_id = '${caller.user_id}'`,
  )
}

export async function requestPayout(
  api: TestApi,
  caller: Caller,
  amount: number,
): Promise<Output<'transactions.payout'>> {
  await provePayout(api, caller)
  return caller.get('transactions.payout', {
    body: { amount },
    headers: { 'Idempotency-Key': randomUUID() },
  })
}

/** The cut-off of what was asked for has passed. */
export const passCutoff = (api: TestApi): Promise<void> =>
  meanwhile(api, `update payouts set cutoff_at = ledger.now() where status in ('requested', 'approved')`)

/** The bank's answer to a file, made of the file itself: an outcome for each line, in the order of the file. */
export function answerOf(file: Uint8Array, outcomes: readonly string[]): Buffer {
  const answer = Buffer.from(file)
  const recordBytes = 122
  for (const [index, outcome] of outcomes.entries())
    answer.write(outcome, (index + 1) * recordBytes + 113, 'latin1')
  return answer
}

const corporateAt = '2026-11-20T03:00:00.000Z'

type State = 'requested' | 'approved' | 'exported' | 'paid'

/** Nothing is paid out to a member who owes us: what they deferred is paid at the register. */
async function payDebts(api: TestApi, { user_id }: Caller): Promise<void> {
  const [row] = await api.db.query<{ receivable: number }>(
    `select receivable from ledger.wallets where user_id = $1 and receivable > 0`,
    [user_id],
  )
  if (!row) return
  await (
    await api.as('clerk')
  ).get('transactions.laterCollect', {
    body: { user_id, pay: row.receivable, tender: 'cash' },
    headers: { 'Idempotency-Key': randomUUID() },
  })
}

/** A legal request of each call about payouts, for the table of rights. */
export function payoutAsks(api: () => TestApi, nameOf: (column: string) => CastName) {
  const member = () => api().as(nameOf('affiliator'))
  /** The installation whose member may be paid by now. */
  let readyIn: TestApi | null = null

  async function clear(): Promise<void> {
    const accountant = await api().as('accountant')
    const rows = await api().db.query<{ id: string; status: string }>(
      `select id, status from payouts where status in ('requested', 'approved', 'exported')`,
    )
    for (const { id, status } of rows) {
      await (status === 'exported'
        ? accountant.get('admin.settlePayout', { params: { id }, body: { outcome: 'paid' } })
        : accountant.get('admin.cancelPayout', { params: { id }, body: { reason: '試験' } }))
    }
  }
  async function ready(): Promise<Caller> {
    const caller = await member()
    if (readyIn !== api()) {
      await letBePaid(api(), caller)
      await giveRewards(api(), caller, await api().as('yoko'), 20_000)
      readyIn = api()
    }
    await clear()
    await payDebts(api(), caller)
    await liftStops(api())
    return caller
  }
  async function payout(state: State): Promise<{ id: string; batch: string }> {
    const { id } = await requestPayout(api(), await ready(), 1_000)
    const accountant = await api().as('accountant')
    let batch = ''
    if (state !== 'requested') await accountant.get('admin.approvePayouts', { body: { ids: [id] } })
    if (state !== 'requested') await passCutoff(api())
    if (state === 'exported' || state === 'paid')
      batch = (await (await api().as('owner')).get('admin.exportPayouts')).id
    if (state === 'paid')
      await accountant.get('admin.settlePayout', { params: { id }, body: { outcome: 'paid' } })
    return { id, batch }
  }
  /** A corporation's account that waits. */
  async function corporate(): Promise<string> {
    const id = randomUUID()
    await api().db.query(
      `insert into payout_methods (id, user_id, bank_code, bank_name, branch_code, branch_name, account_type, encrypted_number,
         last3, account_key, account_name_kana, created_at, changed_at, usable_from, review)
       select $1::uuid, user_id, '9999', 'テスト銀行', '001', '本店', 'ordinary', ''::bytea, '001', $1::text, 'ｶ)ﾚｲｼﾞ', t.at, t.at, t.at, 'pending'
       from payout_methods, (values ($2::timestamptz)) t (at) where is_default and user_id = $3`,
      [id, corporateAt, (await ready()).user_id],
    )
    return id
  }
  /** What a member who knows nothing of an account has stopped. */
  async function stopped(): Promise<string> {
    const [stop] = await api().db.query<{ id: string }>(
      `insert into payout_stops (id, user_id, payout_method_id, by_letter, stopped_at)
       select gen_random_uuid(), user_id, id, false, now() from payout_methods where user_id = $1
       order by created_at, id limit 1 returning id`,
      [(await ready()).user_id],
    )
    return stop!.id
  }
  /** A player who is refused needs no payout to be refused at. */
  const forOffice =
    (state: State, ask: (made: { id: string; batch: string }) => Ask | Promise<Ask>) =>
    async (column: string): Promise<Ask> =>
      ask(column === 'admin' ? await payout(state) : { id: randomUUID(), batch: randomUUID() })
  const statement = async (column: string): Promise<Ask> => {
    const served = column === 'affiliator' || column === 'admin' || column === 'other_customer'
    return { params: { id: served ? (await payout('paid')).id : randomUUID() } }
  }
  const withRecord = async (column: string): Promise<Ask> => {
    if (column === 'affiliator') await ready()
    return {}
  }

  return {
    'affiliates.payoutPricing': withRecord,
    'affiliates.taxNumber': withRecord,
    'affiliates.changeTaxNumber': async (column: string): Promise<Ask> => ({
      ...(await withRecord(column)),
      body: { registration_no: 'T1234567890123' },
    }),
    'transactions.payout': async (column: string): Promise<Ask> => {
      if (column === 'affiliator') await provePayout(api(), await ready())
      const [foreign] = await api().db.query<{ id: string }>(
        'select id from payout_methods where user_id = $1',
        [(await member()).user_id],
      )
      return {
        headers: { 'Idempotency-Key': randomUUID() },
        body: {
          amount: 1_000,
          ...(column === 'other_customer' && { payout_method_id: foreign?.id ?? randomUUID() }),
        },
      }
    },
    'transactions.cancelPayout': async (column: string): Promise<Ask> => ({
      params: {
        id: ['affiliator', 'other_customer'].includes(column) ? (await payout('requested')).id : randomUUID(),
      },
    }),
    'transactions.payoutStatement': statement,
    'transactions.payoutStatementPdf': statement,
    'admin.payoutMethods': (): Ask => ({}),
    'admin.decidePayoutMethod': async (column: string): Promise<Ask> => ({
      params: { id: column === 'admin' ? await corporate() : randomUUID() },
      body: { decision: 'approved', changed_at: corporateAt },
    }),
    'admin.resumePayouts': async (column: string): Promise<Ask> => ({
      params: { id: column === 'admin' ? await stopped() : randomUUID() },
      body: { note: '電話でご本人に確認しました' },
    }),
    'admin.payouts': (): Ask => ({}),
    'admin.payoutsCsv': (): Ask => ({ query: { year: 2026 } }),
    'admin.payout': forOffice('requested', ({ id }) => ({ params: { id } })),
    'admin.approvePayouts': forOffice('requested', ({ id }) => ({ body: { ids: [id] } })),
    'admin.cancelPayout': forOffice('requested', ({ id }) => ({
      params: { id },
      body: { reason: '申請者の希望' },
    })),
    'admin.payoutBatches': (): Ask => ({}),
    'admin.exportPayouts': forOffice('approved', () => ({})),
    'admin.payoutFile': forOffice('exported', ({ batch }) => ({ params: { id: batch } })),
    'admin.importPayoutResult': forOffice('exported', async ({ batch }) => ({
      params: { id: batch },
      file: {
        bytes: await fileOf(api(), batch),
        name: 'kekka.txt',
        type: 'text/plain',
      },
    })),
    'admin.settlePayout': forOffice('exported', ({ id }) => ({ params: { id }, body: { outcome: 'paid' } })),
    'admin.recallPayout': forOffice('paid', ({ id }) => ({ params: { id }, body: { failure: 'closed' } })),
  }
}

/** The file of a batch, with each of its lines answered as paid; something else where there is no such batch. */
async function fileOf(api: TestApi, batch: string): Promise<Uint8Array> {
  const owner = await api.as('owner')
  const response = await fetch(`${api.url}/v1/admin/payouts/batches/${batch}/file`, {
    headers: { Authorization: `Bearer ${owner.access_token}` },
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  return response.ok
    ? answerOf(
        bytes,
        Array.from({ length: bytes.length / 122 - 3 }, () => '0'),
      )
    : Buffer.from('x')
}
