import type pg from 'pg'

/** Lets a customer owe points, as after a refund of what they had spent. */
export async function owe(
  owner: pg.Pool,
  { customer_id, store_id, points }: { customer_id: string; store_id: string; points: number },
): Promise<void> {
  await owner.query(
    `with head as (
        insert into ledger.movements (id, number, kind, customer_id, store_id, business_date, points_owed,
          point_debt_after, balance_paid_after, balance_bonus_after, point_regular_after, point_limited_after, opened_at,
          completed_at)
        select gen_random_uuid(), gen_random_uuid()::text, 'adjustment', user_id, $2::uuid, current_date, $3::bigint,
          point_debt + $3, balance_paid, balance_bonus, point_regular, point_limited, ledger.now(), ledger.now()
        from ledger.wallets where user_id = $1::uuid
        returning id
      ), told as (
        insert into ledger.outbox (topic, transaction_id, created_at, available_at)
        select 'transaction', id, ledger.now(), ledger.now() from head
      )
      insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
      select id, 1, 'owe_points', 'point_debt', $1::uuid, 'points_cost', $2::uuid, $3::bigint from head`,
    [customer_id, store_id, points],
  )
}
