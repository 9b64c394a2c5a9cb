-- Points that have ended leave the wallet: regular points twelve months after its last use, lots on their own day.
-- The caller holds the wallet's row. Does nothing, and posts nothing, when nothing has ended.
create or replace function ledger.expire_points(p_user uuid, p_transaction uuid, p_store uuid) returns boolean
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
  v_regular := case when v_wallet.point_regular_expires_on < (v_now at time zone 'Asia/Tokyo')::date
    then v_wallet.point_regular else 0 end;
  select coalesce(sum(remaining), 0) into v_limited from ledger.point_lots
  where user_id = p_user and remaining > 0 and expires_at <= v_now;
  if v_regular = 0 and v_limited = 0 then return false; end if;

  select * into v_store from stores where id = p_store;
  v_date := ledger.business_date(v_now, v_store.day_start);
  insert into ledger.transactions (id, number, kind, customer_id, store_id, business_date,
    tender_point_regular, tender_point_limited, level_before, level_after,
    balance_paid_after, balance_bonus_after, point_regular_after, point_limited_after, opened_at, completed_at)
  values (p_transaction, ledger.next_number(v_store.code, v_date), 'expire', p_user, p_store, v_date,
    v_regular, v_limited, v_wallet.level_index, v_wallet.level_index,
    v_wallet.balance_paid, v_wallet.balance_bonus, v_wallet.point_regular - v_regular,
    v_wallet.point_limited - v_limited, v_now, v_now);
  insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
  select p_transaction, row_number() over (), 'expire_points', m.kind, p_user, 'points_expired', p_store, m.amount
  from (values ('point_regular'::ledger.account, v_regular), ('point_limited', v_limited)) m (kind, amount)
  where m.amount > 0;
  update ledger.point_lots set remaining = 0 where user_id = p_user and remaining > 0 and expires_at <= v_now;
  insert into ledger.outbox (topic, transaction_id, created_at, available_at)
  values ('transaction', p_transaction, v_now, v_now);
  return true;
end $$;
