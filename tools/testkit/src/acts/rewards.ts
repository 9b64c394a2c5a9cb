import { randomUUID } from 'node:crypto'
import { listDueRewards, payReward } from '@shirogane/ledger'
import type { Ask, Caller } from '../calls/caller.ts'
import type { CastName } from '../cast.ts'
import { liftStops } from './payout-methods.ts'
import { sell } from './sale.ts'
import type { TestApi } from '../start-api.ts'

/** Makes a member one who invites, as if they had agreed to the terms long ago. */
export async function makeAffiliator(api: TestApi, caller: Caller): Promise<void> {
  await api.db.query(
    `insert into affiliators (user_id, code, terms_version, agreed_at)
     values ($1::uuid, upper(left(replace($1::text, '-', ''), 12)), '1.0', now())
     on conflict (user_id) do update set left_at = null`,
    [caller.user_id],
  )
}

/** Lets one member have come by the invitation of another. Answers the id of the invitation. */
export async function invite(api: TestApi, inviter: Caller, friend: Caller): Promise<string> {
  await makeAffiliator(api, inviter)
  const id = randomUUID()
  const [row] = await api.db.query<{ id: string }>(
    `with made as (
       insert into affiliates (id, user_id, affiliator_id, created_at) values ($1, $2, $3, ledger.now())
       on conflict (user_id) do nothing returning id
     )
     select id from made union all select id from affiliates where user_id = $2 and affiliator_id = $3`,
    [id, friend.user_id, inviter.user_id],
  )
  if (!row) throw new Error('Somebody else invited this member')
  return row.id
}

/** Confirms what is pending, as if the days of returns were over. */
export async function confirmRewards(api: TestApi): Promise<void> {
  await withReturnsOver(api, async () => {
    await payDueRewards(api)
  })
}

/** Settles what waits to be settled, as the night does it. */
export async function payDueRewards(api: TestApi): Promise<void> {
  for (const { id } of await api.db.transact((tx) => listDueRewards(tx, 1_000)))
    await api.db.transact((tx) => payReward(tx, id))
}

/** While this runs, nothing that was sold can come back any more. */
export async function withReturnsOver<T>(api: TestApi, work: () => Promise<T>): Promise<T> {
  const [before] = await api.db.query<{ value: unknown }>(
    `select value from settings where key = 'refund.window_days'`,
  )
  const set = (days: unknown) =>
    api.db.query(
      `insert into settings (key, value) values ('refund.window_days', $1) on conflict (key) do update set value = excluded.value`,
      [JSON.stringify(days)],
    )
  await set(-1)
  try {
    return await work()
  } finally {
    await set(before?.value ?? 14)
  }
}

/** As if this member had just shown in every session of theirs who they are, for this. */
export async function prove(api: TestApi, caller: Caller, purpose: string): Promise<void> {
  await api.db.query(
    `insert into step_ups (id, session_id, purpose, ref, method, created_at, expires_at)
     select gen_random_uuid(), s.id, $2, '', 'password', $3, $3::timestamptz + interval '5 minutes'
     from sessions s where s.user_id = $1 and s.revoked_at is null`,
    [caller.user_id, purpose, api.clock.now()],
  )
}

/** As if the documents of this member had been checked. */
export async function approve(api: TestApi, caller: Caller): Promise<void> {
  await api.db.query(
    `do $$ begin
       set local session_replication_role = replica;
       update users set kyc_status = 'approved' where id = '${caller.user_id}';
     end $$`,
  )
}

/** A legal request of each call about rewards, for the table of rights. */
export function rewardAsks(api: () => TestApi, nameOf: (column: string) => CastName) {
  return {
    'rewards.wallet': async (column: string): Promise<Ask> => {
      if (column === 'affiliator') await makeAffiliator(api(), await api().as(nameOf(column)))
      return {}
    },
    'rewards.changeMethod': async (column: string): Promise<Ask> => {
      const affiliator = await api().as(nameOf('affiliator'))
      if (column === 'affiliator') {
        await makeAffiliator(api(), affiliator)
        await prove(api(), affiliator, 'reward')
      }
      return { body: { method: 'bank' } }
    },
    'rewards.claim': async (column: string): Promise<Ask> => {
      const affiliator = await api().as(nameOf('affiliator'))
      const friend = await api().as('yoko')
      const id = await invite(api(), affiliator, friend)
      const caller = column === 'anonymous' ? affiliator : await api().as(nameOf(column))
      if (column === 'affiliator') {
        await sell(await api().as('clerk'), friend, { amount: 2_000, tenders: { cash: 2_000 } })
        await confirmRewards(api())
        await approve(api(), affiliator)
        await liftStops(api())
        await prove(api(), affiliator, 'reward')
      }
      return {
        // A customer asks for their own rewards, of which they have none; all others aim at another member's
        // invitation.
        params: { id: column === 'customer' ? caller.user_id : id },
        body: { method: 'wallet' },
        headers: { 'Idempotency-Key': randomUUID() },
      }
    },
  }
}
