-- Why points came stays as it was written, beside the movement that it explains.
create or replace function ledger.reasons_posted() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_wrong uuid;
begin
  select p.transaction_id into v_wrong
  from (
    select transaction_id, customer_id, sum(greatest(points, 0)) as given, sum(greatest(-points, 0)) as taken
    from posted group by 1, 2
  ) p
  left join ledger.movements t on t.id = p.transaction_id
  where t.id is null or t.xid <> pg_current_xact_id() or t.customer_id is distinct from p.customer_id
    or p.given > t.received_point_regular + t.received_point_limited
    or (p.taken > 0 and t.kind not in ('refund', 'void'))
  limit 1;
  if v_wrong is not null then
    raise exception 'reasons of % do not fit their movement', v_wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- What members were promised holds while a campaign runs: it may be paused, prolonged and given more, and nothing else.
create or replace function ledger.campaign_changed() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_open text[] := array['name', 'description', 'ends_at', 'member_max', 'budget', 'budget_used', 'paused_at'];
begin
  if old.starts_at > ledger.now() then return new; end if;
  if (to_jsonb(new) - v_open) <> (to_jsonb(old) - v_open)
    or (new.ends_at < old.ends_at and new.ends_at < ledger.now())
    or (old.ends_at <= ledger.now() and new.ends_at <> old.ends_at)
    or coalesce(new.member_max < old.member_max, old.member_max is null and new.member_max is not null)
    or (old.budget is null) <> (new.budget is null) then
    raise exception 'campaign % has begun', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
