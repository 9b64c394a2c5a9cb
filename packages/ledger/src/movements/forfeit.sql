-- Locks what a member's leaving touches until the commit, and answers the facts that `forfeitPoints` of packages/domain
-- decides by. `p` asks: actor_id, the member who leaves, and transaction_id. What has ended is gone already, and given
-- balance with it: it does not keep a member from leaving.
create or replace function ledger.hold_forfeit_points(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_user uuid := (p ->> 'actor_id')::uuid;
  v_home uuid := ledger.home_store();
begin
  perform ledger.book_date(v_home);
  if exists (select from ledger.wallets where user_id = v_user) then
    perform ledger.expire_points(v_user, ledger.new_id(), v_home);
  end if;
  return jsonb_build_object('held', ledger.held_by(p), 'home_store', v_home, 'wallet', ledger.point_wallet(v_user));
end $$;
grant execute on function ledger.hold_forfeit_points to shirogane_app;
