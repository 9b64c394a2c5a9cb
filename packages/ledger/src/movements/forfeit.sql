-- A member who leaves gives up their points, no matter when they end. Balance is money that was paid: it must be used
-- up before, so no yen is lost here. Answers the points that went. Does nothing, and posts nothing, when there are
-- none.
create or replace function ledger.forfeit_points(p_user uuid, p_transaction uuid) returns bigint
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_wallet ledger.wallets;
begin
  perform ledger.book_date(ledger.home_store());
  -- What has ended is gone already, and given balance with it: it does not keep a member from leaving.
  if exists (select from ledger.wallets where user_id = p_user) then
    perform ledger.expire_points(p_user, ledger.new_id(), ledger.home_store());
  end if;
  select * into v_wallet from ledger.wallets where user_id = p_user for update;
  if not found or v_wallet.point_regular + v_wallet.point_limited = 0 then return 0; end if;

  perform ledger.post_movement(jsonb_build_object('id', p_transaction, 'kind', 'expire', 'customer_id', p_user,
    'store_id', ledger.home_store(), 'message', jsonb_build_object('code', 'forfeited'), 'transfers', jsonb_build_array(
      ledger.transfer('forfeit_points', 'point_regular', 'points_expired', v_wallet.point_regular),
      ledger.transfer('forfeit_points', 'point_limited', 'points_expired', v_wallet.point_limited))));
  return v_wallet.point_regular + v_wallet.point_limited;
end $$;
grant execute on function ledger.forfeit_points to shirogane_app;
