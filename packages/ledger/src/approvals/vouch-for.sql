-- A colleague whom another one let in stands for themself once a third has vouched for them.

-- What `mayVouch` of packages/domain decides by whether this person vouches for that colleague.
create or replace function ledger.vouch_facts(p_by uuid, p_employee uuid) returns jsonb
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select jsonb_build_object(
    'by', ledger.person_facts(p_by),
    'colleague', jsonb_build_object('id', e.user_id, 'is_active', e.active, 'type', e.type, 'store_id', e.store_id,
      'let_in_at', e.let_in_at),
    'are_independent', ledger.independent(p_by, e.user_id))
  from employees e where e.user_id = p_employee;
$$;
grant execute on function ledger.vouch_facts to shirogane_app;

-- Locks both until the commit, and answers the facts that `vouchFor` decides by. Of two who vouch for each other at once,
-- the second sees what the first has done. `p` asks: user_id, by, seen.
create or replace function ledger.hold_vouch_for(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_employee uuid := (p ->> 'user_id')::uuid;
  v_by uuid := (p ->> 'by')::uuid;
begin
  perform 1 from employees e where e.user_id in (v_employee, v_by) order by e.user_id for no key update;
  return ledger.vouch_facts(v_by, v_employee) || jsonb_build_object('held', ledger.held_by(p));
end $$;
grant execute on function ledger.hold_vouch_for to shirogane_app;

-- Vouches as `vouchFor` decided. Answers why it is refused, or null. `p` asks as above.
create or replace function ledger.vouch_for(p jsonb, x jsonb) returns text
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_employee uuid := (p ->> 'user_id')::uuid;
  v_by uuid := (p ->> 'by')::uuid;
begin
  perform ledger.check_held(p, x);
  if x ->> 'code' is not null then return x ->> 'code'; end if;
  -- What no decision may do, however it came about.
  if not (ledger.person_facts(v_by) -> 'is_active')::boolean or not ledger.independent(v_by, v_employee) then
    raise exception '% does not vouch for %', v_by, v_employee using errcode = 'check_violation';
  end if;
  update employees set way_in_by = null, role_by = null, let_in_at = null where user_id = v_employee;
  return null;
end $$;
grant execute on function ledger.vouch_for to shirogane_app;
