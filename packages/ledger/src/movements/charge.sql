-- A customer pays money in and holds it as paid balance. Cash goes to the drawer, a card to the clearing account.
create or replace function ledger.charge(
  p_transaction uuid, p_customer uuid, p_store uuid, p_register uuid, p_employee uuid, p_amount bigint, p_card boolean,
  p_balance_max bigint
) returns text
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_wallet ledger.wallets;
begin
  perform ledger.book_date(p_store);
  select * into v_wallet from ledger.wallets where user_id = p_customer for update;
  if v_wallet.balance_paid + v_wallet.balance_bonus + ledger.pending_card_charges(p_customer) + p_amount > p_balance_max
  then
    return 'BALANCE_LIMIT';
  end if;
  perform ledger.post_movement(jsonb_build_object('id', p_transaction, 'kind', 'charge', 'customer_id', p_customer,
    'store_id', p_store, 'register_id', p_register, 'employee_id', p_employee, 'transfers', jsonb_build_array(
      ledger.transfer('charge', case when p_card then 'card_clearing'::ledger.account else 'drawer' end, 'balance_paid', p_amount))));
  return null;
end $$;
grant execute on function ledger.charge to shirogane_app;
