-- The brake on a member's rewards: a member who is notified of a bank account that is not theirs stops everything, and
-- head office lets it go on once it knows whom it deals with.

-- Whether this member's rewards stand still.
create or replace function ledger.payouts_are_stopped(p_user uuid) returns boolean
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select exists (select from payout_stops s where s.user_id = p_user and s.lifted_at is null);
$$;

-- Stops everything, and the account that was spoken of. A request, a claim or a file that is under way holds the wallet:
-- either it is done before, or it finds the stop. Answers whether anything was stopped that was not before.
create or replace function ledger.stop_payouts(p_id uuid, p_user uuid, p_method uuid, p_by_letter boolean) returns boolean
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_account boolean;
begin
  -- The account before the wallet, as a request for a payout has it.
  perform 1 from payout_methods m where m.id = p_method for update;
  perform 1 from ledger.wallets w where w.user_id = p_user for no key update;
  update payout_methods set stopped_at = ledger.now()
  where id = p_method and user_id = p_user and removed_at is null and stopped_at is null;
  v_account := found;
  insert into payout_stops (id, user_id, payout_method_id, by_letter, stopped_at)
  values (p_id, p_user, p_method, p_by_letter, ledger.now()) on conflict (user_id) where lifted_at is null do nothing;
  return found or v_account;
end $$;
grant execute on function ledger.stop_payouts to shirogane_app;

-- Locks a stop until the commit, and answers the facts that `resumePayouts` of packages/domain decides by. `p` asks: id,
-- actor_id, note.
create or replace function ledger.hold_resume_payouts(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_actor uuid := (p ->> 'actor_id')::uuid;
begin
  perform 1 from payout_stops s where s.id = (p ->> 'id')::uuid for update;
  return jsonb_build_object('held', ledger.held_by(p), 'is_entitled', ledger.pays_out(v_actor), 'stop', (
    select jsonb_build_object('is_own', ledger.is_own_account(v_actor, s.user_id), 'is_lifted', s.lifted_at is not null)
    from payout_stops s where s.id = (p ->> 'id')::uuid));
end $$;
grant execute on function ledger.hold_resume_payouts to shirogane_app;

-- Head office lets a member's rewards go on, as it was decided. `p` asks as above.
create or replace function ledger.resume_payouts(p jsonb, x jsonb) returns text
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_code text := ledger.begin_payout(p, x);
begin
  if v_code is not null then return v_code; end if;
  update payout_stops set lifted_at = ledger.now(), lifted_by = (p ->> 'actor_id')::uuid, lift_note = p ->> 'note'
  where id = (p ->> 'id')::uuid;
  return null;
end $$;
grant execute on function ledger.resume_payouts to shirogane_app;
