-- A member who leaves gives up their points, no matter when they end. Balance is money that was paid: it must be used
-- up before, so no yen is lost here. Answers the points that went. Does nothing, and posts nothing, when there are
-- none.
create or replace function ledger.forfeit_points(p_user uuid, p_transaction uuid) returns bigint
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_now timestamptz := ledger.now();
  v_wallet ledger.wallets;
  v_store stores;
  v_date date;
begin
  v_date := ledger.book_date(ledger.home_store());
  -- What has ended is gone already, and given balance with it: it does not keep a member from leaving.
  if exists (select from ledger.wallets where user_id = p_user) then
    perform ledger.expire_points(p_user, ledger.new_id(), ledger.home_store());
  end if;
  select * into v_wallet from ledger.wallets where user_id = p_user for update;
  if not found or v_wallet.point_regular + v_wallet.point_limited = 0 then return 0; end if;

  select * into v_store from stores where id = ledger.home_store();
  insert into ledger.transactions (id, number, kind, customer_id, store_id, business_date, message,
    tender_point_regular, tender_point_limited, level_before, level_after,
    balance_paid_after, balance_bonus_after, point_regular_after, point_limited_after, opened_at, completed_at)
  values (p_transaction, ledger.next_number(v_store.code, v_date), 'expire', p_user, v_store.id, v_date, '{"code": "forfeited"}',
    v_wallet.point_regular, v_wallet.point_limited, v_wallet.level_index, v_wallet.level_index,
    v_wallet.balance_paid, v_wallet.balance_bonus, 0, 0, v_now, v_now);
  insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
  select p_transaction, row_number() over (), 'forfeit_points', m.kind, p_user, 'points_expired', v_store.id, m.amount
  from (values ('point_regular'::ledger.account, v_wallet.point_regular), ('point_limited', v_wallet.point_limited)) m (kind, amount)
  where m.amount > 0;
  update ledger.point_lots set remaining = 0 where user_id = p_user and remaining > 0;
  insert into ledger.outbox (topic, transaction_id, created_at, available_at)
  values ('transaction', p_transaction, v_now, v_now);
  return v_wallet.point_regular + v_wallet.point_limited;
end $$;
grant execute on function ledger.forfeit_points to shirogane_app;
