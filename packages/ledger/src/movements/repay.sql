-- Points that a customer owes are paid off by those that a sale brings, as `repayDebt` of packages/domain has it for every
-- other act. The sale, which decides in SQL, holds the wallet's row. Does nothing, and posts nothing, when nothing is owed.
create or replace function ledger.repay_points(p_user uuid, p_transaction uuid, p_store uuid) returns bigint
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_wallet ledger.wallets;
  v_regular bigint;
  v_limited bigint;
begin
  select * into v_wallet from ledger.wallets where user_id = p_user for update;
  v_regular := least(v_wallet.point_debt, v_wallet.point_regular);
  v_limited := least(v_wallet.point_debt - v_regular, v_wallet.point_limited);
  if v_regular + v_limited = 0 then return 0; end if;

  perform ledger.post_movement(jsonb_build_object('id', p_transaction, 'kind', 'adjustment', 'customer_id', p_user,
    'store_id', p_store, 'message', jsonb_build_object('code', 'points_repaid'), 'transfers', jsonb_build_array(
      ledger.transfer('repay_points', 'point_regular', 'point_debt', v_regular),
      ledger.transfer('repay_points', 'point_limited', 'point_debt', v_limited))));
  return v_regular + v_limited;
end $$;
