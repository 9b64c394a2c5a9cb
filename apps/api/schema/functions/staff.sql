-- Who may change staff, what becomes of an approval, and which shop an act belongs to.

-- Staff are changed in the name of another: a manager keeps the register staff of their own store, head office all
-- others.
create or replace function staff_are_kept_by_others() returns trigger language plpgsql as $$
declare
  v_by employees;
begin
  -- The owner of the database may mend what is broken; the application always says in whose name.
  if current_user = 'shirogane_app' then
    if tg_op = 'UPDATE' and (new.type, new.store_id, new.active, new.name, new.own_customer_id) is not distinct from
      (old.type, old.store_id, old.active, old.name, old.own_customer_id) then return new; end if;
    select * into v_by from employees where user_id = new.changed_by and active;
    if v_by.user_id is null or (tg_op = 'UPDATE' and new.changed_at is not distinct from old.changed_at) then
      raise exception 'Staff are changed in somebody''s name.' using errcode = 'check_violation';
    end if;
    if not public.holds(v_by.type, 'shops.act') and not (
      public.holds(v_by.type, 'staff') and new.type = 'register' and new.store_id = v_by.store_id
      and (tg_op = 'INSERT' or (old.type = 'register' and old.store_id = v_by.store_id)))
    then raise exception 'A manager keeps the register staff of their own store, head office everybody.' using errcode = 'check_violation'; end if;
    if new.own_customer_id is not null
      and not exists (select from users u where u.id = new.own_customer_id and u.type = 'customer')
    then raise exception 'The own account is one of a customer.' using errcode = 'check_violation'; end if;
  end if;
  return new;
end $$;

-- Two owners who stop each other at the same moment come one after the other here, and the second is refused.
create or replace function an_owner_stays() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('an owner stays'));
  if not exists (
    select from employees e join users u on u.id = e.user_id
    where e.user_id <> old.user_id and e.type = 'owner' and e.active and u.suspended_at is null)
  then raise exception 'The last owner stays.' using errcode = 'check_violation', constraint = 'an_owner_stays'; end if;
  return new;
end $$;

-- What was asked stays as it was asked, and each step is taken once, in its order and in its time.
create or replace function approval_moves() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_now timestamptz := ledger.now();
begin
  if tg_op = 'DELETE' then raise exception 'An approval is never removed.'; end if;
  if (new.id, new.store_id, new.kind, new.subject, new.amount, new.reason, new.requested_by, new.requested_at)
    is distinct from
    (old.id, old.store_id, old.kind, old.subject, old.amount, old.reason, old.requested_by, old.requested_at)
  then raise exception 'What was asked for approval never changes.'; end if;
  if new.status <> old.status then
    if old.status <> 'waiting' then raise exception 'An approval is decided once.'; end if;
    if new.status in ('approved', 'declined') then
      if old.expires_at <= v_now then raise exception 'An approval that has expired is not decided.'; end if;
      if not exists (
        select from employees e join users u on u.id = e.user_id
        where e.user_id = new.decided_by and e.active and u.suspended_at is null
          and public.holds(e.type, 'approve') and (e.store_id is null or e.store_id = new.store_id))
      then raise exception 'Only a manager of the store or head office decides.'; end if;
    end if;
  elsif (new.decided_by, new.decided_at, new.decided_how) is distinct from (old.decided_by, old.decided_at, old.decided_how)
    or (new.expires_at is distinct from old.expires_at)
  then raise exception 'A decision never changes.';
  end if;
  if old.used_at is not null and (new.used_at, new.used_by) is distinct from (old.used_at, old.used_by)
  then raise exception 'An approval is used once.'; end if;
  if old.used_at is null and new.used_at is not null and (old.status <> 'approved' or old.expires_at <= v_now)
  then raise exception 'Only an approval that stands is used.'; end if;
  return new;
end $$;

-- An act for a shop bears that shop, also where the code that wrote the line did not say it.
create or replace function act_belongs_to_its_store() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.store_id is null then
    new.store_id := (select e.store_id from employees e where e.user_id = new.actor_id);
  end if;
  return new;
end $$;
