-- Who acts, and who else agreed to it: facts alone. Whether they may is decided by `refuseAccess` and its like of
-- packages/domain, with rights from the table of rights.

create or replace function ledger.person_facts(p_person uuid) returns jsonb
language sql stable security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
  select jsonb_build_object('id', q.id, 'is_active', coalesce(e.active and u.suspended_at is null, false),
    'store_id', e.store_id, 'rights', public.rights_of(e.type))
  from (select p_person as id) q
  left join employees e on e.user_id = q.id
  left join users u on u.id = q.id
  where q.id is not null;
$$;

-- `p` says actor_id, session_id, approved_by and register_id, as far as the act has them. `p_store` is the shop that it
-- concerns, null where there is none; `p_owners` are the members whose accounts it is about.
create or replace function ledger.access_facts(p jsonb, p_store uuid, p_owners uuid[]) returns jsonb
language sql stable security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
  select jsonb_build_object(
    'store_id', p_store,
    'is_signed_in', exists (select from ledger.signed_in(q.actor, (p ->> 'session_id')::uuid)),
    'actor', ledger.person_facts(q.actor),
    'approver', ledger.person_facts(q.approver),
    'are_independent', ledger.independent(q.actor, q.approver),
    'is_own', exists (
      select from unnest(p_owners) o
      where ledger.is_own_account(q.actor, o) or ledger.is_own_account(q.approver, o)),
    'is_register_here', q.register is null or exists (
      select from registers r where r.id = q.register and r.store_id = p_store))
  from (
    select (p ->> 'actor_id')::uuid as actor, (p ->> 'approved_by')::uuid as approver,
      (p ->> 'register_id')::uuid as register) q;
$$;

-- The same of who takes back what `p_taker` did (`ReversalPeople` of packages/domain).
create or replace function ledger.reversal_people(p jsonb, p_store uuid, p_taker uuid, p_owners uuid[]) returns jsonb
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select ledger.access_facts(p, p_store, p_owners) || jsonb_build_object('taker_id', p_taker,
    'is_actor_independent', ledger.independent((p ->> 'actor_id')::uuid, p_taker),
    'is_approver_independent', ledger.independent((p ->> 'approved_by')::uuid, p_taker));
$$;

-- What was decided of people as they were a moment ago is not posted, nor kept as a refusal: the act begins anew.
-- `p_access` are the facts of this very moment. And no decision, however it came about, posts for a person who is not at
-- work in a session of their own, does not hold the right of the act, works in another shop or stands at a register of
-- one, or acts on an account of their own; of what members do to their own account, for who is not signed in. A repeat
-- decides nothing.
create or replace function ledger.check_access(x jsonb, p_access jsonb, p_right text, p_member uuid default null) returns void
language plpgsql stable set search_path = ledger, public, pg_temp as $$
declare
  v_actor jsonb := p_access -> 'actor';
  v_fault text;
begin
  if x ->> 'held' is null then return; end if;
  if x -> 'access' is distinct from p_access then
    raise exception 'who acts is no longer as it was decided by: the act begins anew' using errcode = 'serialization_failure';
  elsif x ->> 'code' is not null then
    return;
  end if;
  v_fault := case
    when not (p_access -> 'is_signed_in')::boolean then 'is not at work'
    when (v_actor ->> 'id')::uuid = p_member then null
    when not (v_actor -> 'is_active')::boolean then 'is not at work'
    when not v_actor -> 'rights' ? p_right then 'has no right to do this'
    when v_actor ->> 'store_id' <> p_access ->> 'store_id' or not (p_access -> 'is_register_here')::boolean
      then 'works elsewhere'
    when (p_access -> 'is_own')::boolean then 'does this to an account of their own'
  end;
  if v_fault is not null then
    raise exception '% %', v_actor ->> 'id', v_fault using errcode = 'check_violation';
  end if;
end $$;
