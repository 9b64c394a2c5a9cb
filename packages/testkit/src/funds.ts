import type { TestDatabase } from './database.ts'

/** Gives a member balance, through the ledger's own door. */
export async function charge(db: TestDatabase, userId: string, amount: number): Promise<void> {
  await db.query(
    `select ledger.charge(gen_random_uuid(), $1, s.id, r.id, e.user_id, $2, false, 999999999)
     from stores s join registers r on r.store_id = s.id and r.number = 1
     join employees e on e.store_id = s.id and e.type = 'register' where s.code = 'KNZ1'`,
    [userId, amount],
  )
}

/** Gives a member points. */
export async function grantPoints(db: TestDatabase, userId: string, points: number): Promise<void> {
  await db.query(
    `select ledger.grant(gen_random_uuid(), $1, s.id, $2, null, 0, null) from stores s where s.code = 'KNZ1'`,
    [userId, points],
  )
}

/** A summary of everything that a refused call must leave alone. */
export async function fingerprint(db: TestDatabase): Promise<string> {
  const [row] = await db.query<{ all: string }>(
    `select concat_ws(' ', (select count(*) from ledger.transactions), (select count(*) from ledger.transfers),
       (select count(*) from ledger.outbox), (select count(*) from ledger.pay_codes),
       (select count(*) from ledger.checkouts), (select count(*) from ledger.day_closes where reopened_at is null),
       (select count(*) from ledger.day_floats), (select count(*) from users),
       (select count(*) from payment_methods), (select md5(string_agg(p::text, '' order by p.id)) from payout_methods p), (select md5(string_agg(c.id::text || c.state, '' order by c.id)) from ledger.card_charges c),
       (select md5(string_agg(w::text, '' order by user_id)) from ledger.wallets w),
       (select md5(string_agg(n.id::text || coalesce(n.read_at::text, ''), '' order by n.id)) from notifications n),
       (select md5(string_agg(c.id::text || c.state, '' order by c.id)) from ledger.pay_codes c)) as "all"`,
  )
  return row?.all ?? ''
}
