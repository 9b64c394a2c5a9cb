-- A customer pays money in and holds it as paid balance. Cash goes to the drawer, a card to the clearing account.
create or replace function ledger.charge(
  p_transaction uuid, p_customer uuid, p_store uuid, p_register uuid, p_employee uuid, p_amount bigint, p_card boolean,
  p_balance_max bigint
) returns text
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_now timestamptz := ledger.now();
  v_wallet ledger.wallets;
  v_store stores;
  v_date date;
begin
  v_date := ledger.book_date(p_store);
  select * into v_wallet from ledger.wallets where user_id = p_customer for update;
  if v_wallet.balance_paid + v_wallet.balance_bonus + ledger.pending_card_charges(p_customer) + p_amount > p_balance_max
  then
    return 'BALANCE_LIMIT';
  end if;
  select * into v_store from stores where id = p_store;
  insert into ledger.transactions (id, number, kind, customer_id, store_id, register_id, employee_id, business_date,
    received_paid, level_before, level_after, balance_paid_after, balance_bonus_after, point_regular_after,
    point_limited_after, opened_at, completed_at)
  values (p_transaction, ledger.next_number(v_store.code, v_date), 'charge', p_customer, p_store, p_register, p_employee,
    v_date, p_amount, v_wallet.level_index, v_wallet.level_index, v_wallet.balance_paid + p_amount,
    v_wallet.balance_bonus, v_wallet.point_regular, v_wallet.point_limited, v_now, v_now);
  insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
  values (p_transaction, 1, 'charge',
    case when p_card then 'card_clearing'::ledger.account else 'drawer' end, p_store, 'balance_paid', p_customer, p_amount);
  insert into ledger.outbox (topic, transaction_id, created_at, available_at)
  values ('transaction', p_transaction, v_now, v_now);
  return null;
end $$;
grant execute on function ledger.charge to shirogane_app;
