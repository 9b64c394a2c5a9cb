import { createHash, randomInt, randomUUID } from 'node:crypto'
import { accountRef } from '@shirogane/bank/kana'
import { inviteFriend } from '../asks/affiliate-asks.ts'
import type { Ask, Caller, Output } from '../calls/caller.ts'
import type { CastName } from '../cast.ts'
import type { TestApi } from '../start-api.ts'

export type TestAccount = {
  bank_code: string
  branch_code: string
  account_type: 'ordinary' | 'current' | 'savings'
  account_number: string
  account_name_kana: string
}

/** Another end of the number for each account: a proof names an account by its last three digits and is used up once. */
let lastNumber = randomInt(10_000_000)
function nextNumber(): string {
  lastNumber = (lastNumber + 1) % 10_000_000
  return String(lastNumber).padStart(7, '0')
}

/** An account of a member at the test bank, in their own name. */
export async function accountOf(
  api: TestApi,
  caller: Caller,
  change: Partial<TestAccount> = {},
): Promise<TestAccount> {
  const [row] = await api.db.query<{ kana: string }>(
    `select concat_ws(' ', last_name_kana, first_name_kana) as kana from users where id = $1`,
    [caller.user_id],
  )
  return {
    bank_code: '9999',
    branch_code: '001',
    account_type: 'ordinary',
    account_number: nextNumber(),
    account_name_kana: row?.kana ?? '',
    ...change,
  }
}

/** As if this member had just shown in every session of theirs who they are, for this account. */
export async function proveAccount(
  api: TestApi,
  caller: Caller,
  account: Parameters<typeof accountRef>[0],
): Promise<void> {
  const at = api.clock.now()
  await api.db.query(
    `insert into step_ups (id, session_id, purpose, ref, method, created_at, expires_at)
     select gen_random_uuid(), s.id, 'payout_method', $2, 'otp', $3, $3::timestamptz + interval '5 minutes'
     from sessions s where s.user_id = $1 and s.revoked_at is null`,
    [caller.user_id, accountRef(account), at],
  )
}

/** Registers an account through the front door; nothing leaves to it before a day has passed. */
export async function addAccount(
  api: TestApi,
  caller: Caller,
  change: Partial<TestAccount> = {},
): Promise<Output<'payoutMethods.create'>> {
  const data = await accountOf(api, caller, change)
  await proveAccount(api, caller, data)
  return caller.get('payoutMethods.create', { body: { type: 'bank', data } })
}

/** The number of a letter to a new person, who has an account that they know nothing of. */
export async function letterOf(api: TestApi, owner?: { user_id: string }): Promise<string> {
  const { user_id } = owner ?? (await inviteFriend(api, (await api.as('kyoko')).user_id))
  const id = randomUUID()
  await api.db.query(
    `insert into payout_methods (id, user_id, bank_code, bank_name, branch_code, branch_name, account_type, encrypted_number,
       last3, account_key, account_name_kana, is_default, created_at, changed_at, usable_from)
     values ($1::uuid, $2, '9999', 'テスト銀行', '001', '本店', 'ordinary', ''::bytea, '001', $1::text, 'ﾚｲ', true, now(), now(), now())`,
    [id, user_id],
  )
  const code = String(randomInt(1_000_000_000)).padStart(16, '0')
  await api.db.query(
    `insert into payout_stop_codes (id, user_id, payout_method_id, code_hash, created_at, expires_at)
     values (gen_random_uuid(), $1, $2, $3, $4, $4::timestamptz + interval '72 hours')`,
    [user_id, id, createHash('sha256').update(`payout stop ${code}`).digest(), api.clock.now()],
  )
  return code
}

/** Lifts every stop, the accounts' too. */
export async function liftStops(api: TestApi): Promise<void> {
  await api.db.query(
    `update payout_stops s set lifted_at = now(), lift_note = '確認済み', lifted_by = e.user_id
     from employees e where s.lifted_at is null and e.type = 'owner'`,
  )
  await api.db.query('update payout_methods set stopped_at = null where stopped_at is not null')
}

/** A legal request of each call about bank accounts, for the table of rights. */
export function payoutMethodAsks(api: () => TestApi, nameOf: (column: string) => CastName) {
  const customers = ['customer', 'affiliator']
  /** What customers ask is about their own; everybody else aims at what is hanako's. */
  const callerOf = (column: string) =>
    api().as(customers.includes(column) ? nameOf(column) : nameOf('customer'))
  async function ownMethod(column: string): Promise<{ id: string }> {
    const caller = await callerOf(column)
    await api().db.query(
      `update payout_methods set removed_at = now(), is_default = false where user_id = $1`,
      [caller.user_id],
    )
    const { id, data } = await addAccount(api(), caller)
    await proveAccount(api(), caller, data)
    return { id }
  }
  async function proven(column: string): Promise<Ask> {
    const caller = await callerOf(column)
    const data = await accountOf(api(), caller)
    await proveAccount(api(), caller, data)
    return { body: { type: 'bank', data } }
  }
  return {
    'payoutMethods.list': (): Ask => ({}),
    'payoutMethods.show': async (column: string): Promise<Ask> => ({ params: await ownMethod(column) }),
    'payoutMethods.create': (column: string): Promise<Ask> => proven(column),
    'payoutMethods.update': async (column: string): Promise<Ask> => ({
      params: await ownMethod(column),
      ...(await proven(column)),
    }),
    'payoutMethods.makeDefault': async (column: string): Promise<Ask> => ({
      params: await ownMethod(column),
    }),
    'payoutMethods.remove': async (column: string): Promise<Ask> => ({ params: await ownMethod(column) }),
    'payoutMethods.stop': async (column: string): Promise<Ask> => ({ params: await ownMethod(column) }),
    'payoutMethods.stopByCode': async (): Promise<Ask> => ({ body: { code: await letterOf(api()) } }),
    'payoutMethods.banks': (): Ask => ({ query: { query: 'みずほ' } }),
    'payoutMethods.branches': (): Ask => ({ query: { query: '本店', bank: '9999' } }),
  }
}
