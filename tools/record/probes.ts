// What is looked at beside the answers, straight from the tables. A table that is renamed is changed here.
import type { World } from './world.ts'
import { noticeText } from '../../apps/api/src/notices/notices.ts'

type Rows = Record<string, unknown>[]

/** What an act led to: notices, mails, SMS, and the wallets that are no longer as they were. */
export type Effects = { notices: Rows; messages: Rows; wallets: Rows; heard: World['received'] }

export function openProbes(world: World) {
  const { db } = world
  let wallets = new Map<string, string>()
  const seenMessages = new Set<string>()
  const seenNotices = new Set<string>()
  const at = async () => world.clock.now().toISOString()

  async function unseen(seen: Set<string>, rows: Rows): Promise<Rows> {
    const fresh = rows.filter(({ id }) => !seen.has(String(id)))
    for (const { id } of fresh) seen.add(String(id))
    return fresh.map(({ id: _, ...row }) => row)
  }
  async function changedWallets(): Promise<Rows> {
    const rows = await db.query<{ user_id: string }>('select * from ledger.wallets order by user_id')
    const now = new Map(rows.map((row) => [row.user_id, JSON.stringify(row)]))
    const changed = rows.filter((row) => wallets.get(row.user_id) !== now.get(row.user_id))
    wallets = now
    return changed
  }

  return {
    async effects(): Promise<Effects> {
      const since = await at()
      const rows = await db.query<{
        id: string
        user_id: string
        kind: string
        facts: unknown
        transaction_id: string | null
      }>(
        `select id, user_id, kind, facts, transaction_id from notifications where created_at >= $1::timestamptz - interval '1 hour'
         order by created_at, id`,
        [since],
      )
      const notices = rows.map(({ id, user_id, transaction_id, ...notice }) => {
        const { title, message } = noticeText(notice)
        return { id, user_id, title, message, transaction_id }
      })
      const response = await fetch(`${world.url}/demo/outbox`)
      const { items } = (await response.json()) as { items: Rows }
      return {
        notices: await unseen(seenNotices, notices),
        messages: await unseen(seenMessages, items.toReversed()),
        wallets: await changedWallets(),
        heard: world.received.splice(0),
      }
    },

    /** The books, the shelves, the days and the prepaid book as they stand. */
    async whole(): Promise<Record<string, unknown>> {
      return {
        audit: await db.query('select * from ledger.audit()'),
        wallets: await db.query('select * from ledger.wallets order by user_id'),
        accounts: await db.query(
          `select kind::text, sum(amount)::bigint as amount from (
             select debit_kind as kind, -amount as amount from ledger.transfers
             union all select credit_kind, amount from ledger.transfers) m group by 1 order by 1`,
        ),
        lots: await db.query(
          `select user_id, expires_at, sum(remaining)::bigint as remaining from ledger.point_lots
           where remaining > 0 group by 1, 2 order by 1, 2`,
        ),
        shelves: await db.query(
          `select s.code, k.sku, l.shelf, l.hold, l.damaged, l.transit, l.reserved, l.moves from ledger.stock_levels l
           join stores s on s.id = l.store_id join skus k on k.id = l.sku_id order by s.code, k.sku`,
        ),
        days: await db.query(
          `select s.code, c.business_date::text, c.z_number, c.revision, c.seq, c.counts from ledger.day_closes c
           join stores s on s.id = c.store_id order by s.code, c.seq`,
        ),
        prepaid: await db.query(
          `select to_jsonb(d) as day from ledger.prepaid_days d order by d.on_date, d.bucket`,
        ),
        movements: await db.query(
          'select kind::text, count(*) as count, sum(spent_total)::bigint as spent from ledger.transactions group by 1 order by 1',
        ),
      }
    },
  }
}
