import type { Column } from '@shirogane/contract/wire/reach'
import { randomUUID } from 'node:crypto'
import type { Ask, Caller } from '../calls/caller.ts'
import type { TestApi } from '../start-api.ts'

/** Makes a member an affiliator without asking them; their age is what it needs to be. */
export async function makeAffiliator(api: TestApi, { user_id }: Pick<Caller, 'user_id'>): Promise<string> {
  const code = randomUUID().replaceAll('-', '').slice(0, 12).toUpperCase()
  await api.db.query(
    `insert into affiliators (user_id, code, terms_version, agreed_at) values ($1, $2, '1.0', now())
     on conflict do nothing`,
    [user_id, code],
  )
  return code
}

/** A new member whom this one invited. */
export async function inviteFriend(
  api: TestApi,
  affiliatorId: string,
): Promise<{ id: string; user_id: string }> {
  const user_id = randomUUID()
  await api.db.query(
    `insert into users (id, username, password_hash, type, verified, date_of_birth)
     values ($1::uuid, 'f' || left(replace($1::text, '-', ''), 18), '-', 'customer', true, '1990-04-01')`,
    [user_id],
  )
  await api.db.query('select ledger.open_wallet($1)', [user_id])
  const id = randomUUID()
  await api.db.query(
    `insert into affiliates (id, user_id, affiliator_id, created_at) values ($1, $2, $3, now())`,
    [id, user_id, affiliatorId],
  )
  return { id, user_id }
}

/** One legal request for each call of invitations. */
export function affiliateAsks(apiOf: () => TestApi, playerOf: (column: Column) => Promise<Caller>) {
  /** The player in the column of affiliators is one. */
  const withRecord = async (column: Column): Promise<Ask> => {
    if (column === 'affiliator') await makeAffiliator(apiOf(), await playerOf(column))
    return {}
  }
  /** A member of their own: one who is stopped here earns nothing in what is tried next. */
  const anAffiliator = async () => {
    const one = await inviteFriend(apiOf(), (await apiOf().as('kyoko')).user_id)
    await makeAffiliator(apiOf(), one)
    return one.user_id
  }
  const friendOf = async (column: Column) => {
    await withRecord(column)
    const owner = column === 'affiliator' ? await playerOf(column) : await apiOf().as('takasaki')
    await makeAffiliator(apiOf(), owner)
    return (await inviteFriend(apiOf(), owner.user_id)).id
  }

  /** Whom the caller may make an affiliator: themself, or at a register whose code it has just read. */
  async function candidate(column: Column): Promise<string> {
    if (column === 'affiliator') {
      await withRecord(column)
      return (await playerOf(column)).user_id
    }
    if (column === 'customer') {
      const { user_id } = await playerOf(column)
      await apiOf().db.query(
        `update users set date_of_birth = coalesce(date_of_birth, '1990-04-01') where id = $1`,
        [user_id],
      )
      return user_id
    }
    const { user_id } = await apiOf().as('yoko')
    if (column === 'other_customer' || column === 'anonymous' || column === 'unverified') return user_id
    await apiOf().db.query('delete from affiliators where user_id = $1', [user_id])
    if (column !== 'admin') await openCheckoutOf()
    return user_id
  }
  async function openCheckoutOf(): Promise<void> {
    const { token } = await (await apiOf().as('yoko')).get('users.token')
    await (
      await apiOf().as('clerk')
    ).get('transactions.pay', {
      body: { token, amount: 1_100 },
      headers: { 'Idempotency-Key': randomUUID() },
    })
  }

  return {
    'affiliates.become': async (column: Column) => ({ body: { user_id: await candidate(column) } }),
    'affiliates.leave': withRecord,
    'affiliates.terms': () => ({}),
    'affiliates.show': withRecord,
    'affiliates.stats': withRecord,
    'affiliates.count': withRecord,
    'affiliates.list': withRecord,
    'affiliates.affiliateStats': async (column: Column) => ({ params: { id: await friendOf(column) } }),
    'affiliates.card': () => ({ params: { username: 'TSUKI01' } }),
    'admin.affiliators': () => ({}),
    'admin.affiliator': async () => ({ params: { id: await anAffiliator() } }),
    'admin.stopAffiliator': async () => {
      const id = await anAffiliator()
      await apiOf().db.query(
        'update affiliators set stopped_at = null, stopped_by = null, stop_reason = null where user_id = $1',
        [id],
      )
      return { params: { id }, body: { note: '規約違反の投稿' } }
    },
    'admin.allowAffiliator': async () => {
      const id = await anAffiliator()
      await apiOf().db.query(
        `update affiliators set stopped_at = now(), stop_reason = '確認', stopped_by =
           (select user_id from employees where type = 'owner' order by number limit 1) where user_id = $1`,
        [id],
      )
      return { params: { id }, body: { note: '是正を確認' } }
    },
    'admin.decideAffiliate': async (column: Column) => ({
      params: { id: await friendOf(column) },
      body: { decision: 'held', note: '同じ端末からの登録' },
    }),
  }
}
