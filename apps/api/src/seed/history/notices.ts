import type { Transaction } from '@shirogane/contract/resources/shapes'
import type { Client } from 'pg'
import { paymentNotice } from '../../features/notifications/index.ts'

type SaleRow = {
  id: string
  store: string
  spent_total: number
  tax: Transaction['tax']
  points: number
  later: number
  due_on: string | null
}

/** What members were told of their purchases, in the words of today; the last three are still to be read. */
export async function notifyOfPayments(client: Client): Promise<void> {
  const { rows } = await client.query<SaleRow>(
    `select t.id, s.name as store, t.spent_total::float8 as spent_total, t.tax,
       (t.tender_point_regular + t.tender_point_limited)::float8 as points, t.tender_later::float8 as later,
       d.due_on::text as due_on
     from ledger.transactions t join stores s on s.id = t.store_id
     left join ledger.deferred_sales d on d.sale_id = t.id
     where t.kind = 'payment' and t.customer_id is not null`,
  )
  const notices = rows.map(({ id, store, spent_total, tax, points, later, due_on }) => ({
    id,
    ...paymentNotice({ spent_total, tax, store: { name: store }, tenders: { points, later } }, due_on),
  }))
  await client.query(
    `insert into notifications (id, user_id, topic, kind, facts, transaction_id, dedupe_key, read_at, created_at)
     select ledger.new_id(), t.customer_id, n.topic, n.kind, n.facts,
       t.id, 'transaction:' || t.id, case when t.place > 3 then t.completed_at end, t.completed_at
     from (select *, row_number() over (partition by customer_id order by completed_at desc) as place
       from ledger.transactions where kind = 'payment') t
     join jsonb_to_recordset($1) as n (id uuid, topic text, kind text, facts jsonb) on n.id = t.id`,
    [JSON.stringify(notices)],
  )
}
