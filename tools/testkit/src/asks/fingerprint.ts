import type { TestDatabase } from '../database.ts'
import { outboxIsEmpty } from '../servers/outbox.ts'

/** A summary of everything that a refused call must leave alone, once what was committed before it has been told. */
export async function fingerprint(db: TestDatabase): Promise<string> {
  await outboxIsEmpty(db)
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
