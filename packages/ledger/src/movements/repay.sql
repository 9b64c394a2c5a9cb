-- Points that a customer owes are paid off by the points that they have: called after every movement that gives some,
-- which holds the wallet's row and has expired what had ended. Does nothing, and posts nothing, when nothing is owed.
create or replace function ledger.repay_points(p_user uuid, p_transaction uuid, p_store uuid) returns bigint
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_now timestamptz := ledger.now();
  v_wallet ledger.wallets;
  v_regular bigint;
  v_limited bigint;
  v_store stores;
  v_date date;
begin
  select * into v_wallet from ledger.wallets where user_id = p_user for update;
  v_regular := least(v_wallet.point_debt, v_wallet.point_regular);
  v_limited := least(v_wallet.point_debt - v_regular, v_wallet.point_limited);
  if v_regular + v_limited = 0 then return 0; end if;

  select * into v_store from stores where id = p_store;
  v_date := ledger.book_date(p_store);
  insert into ledger.transactions (id, number, kind, customer_id, store_id, business_date, message,
    tender_point_regular, tender_point_limited, point_debt_repaid, point_debt_after, level_before, level_after,
    balance_paid_after, balance_bonus_after, point_regular_after, point_limited_after, opened_at, completed_at)
  values (p_transaction, ledger.next_number(v_store.code, v_date), 'adjustment', p_user, p_store, v_date,
    '{"code": "points_repaid"}', v_regular, v_limited, v_regular + v_limited,
    v_wallet.point_debt - v_regular - v_limited, v_wallet.level_index, v_wallet.level_index,
    v_wallet.balance_paid, v_wallet.balance_bonus, v_wallet.point_regular - v_regular,
    v_wallet.point_limited - v_limited, v_now, v_now);
  insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
  select p_transaction, row_number() over (), 'repay_points', m.kind, p_user, 'point_debt', p_user, m.amount
  from (values ('point_regular'::ledger.account, v_regular), ('point_limited', v_limited)) m (kind, amount)
  where m.amount > 0;
  update ledger.point_lots l set remaining = l.remaining - g.taken
  from (
    select p.id, least(p.remaining, v_limited - coalesce(sum(p.remaining) over (
      order by p.expires_at, p.id rows between unbounded preceding and 1 preceding), 0)) as taken
    from ledger.point_lots p where p.user_id = p_user and p.remaining > 0
  ) g
  where l.id = g.id and g.taken > 0;
  insert into ledger.outbox (topic, transaction_id, created_at, available_at)
  values ('transaction', p_transaction, v_now, v_now);
  return v_regular + v_limited;
end $$;
