-- Staff are taken on, moved, stopped and started again by others and never by themselves; the house keeps at least one
-- who can open its doors. Nobody is given somebody else's password: an invitation lets them choose their own.

set lock_timeout = '3s';

alter table employees
  add column changed_by uuid references employees (user_id),
  add column changed_at timestamptz,
  add constraint employees_changed_by_others check (changed_by <> user_id);

create function staff_are_kept_by_others() returns trigger language plpgsql as $$
declare
  v_by employees;
begin
  -- The owner of the database may mend what is broken; the application always says in whose name.
  if current_user = 'shirogane_app' then
    if tg_op = 'UPDATE' and (new.type, new.store_id, new.active, new.name) is not distinct from
      (old.type, old.store_id, old.active, old.name) then return new; end if;
    select * into v_by from employees where user_id = new.changed_by and active;
    if v_by.user_id is null or (tg_op = 'UPDATE' and new.changed_at is not distinct from old.changed_at) then
      raise exception 'Staff are changed in somebody''s name.' using errcode = 'check_violation';
    end if;
    if v_by.type <> 'owner' and not (
      v_by.type = 'manager' and new.type = 'register' and new.store_id = v_by.store_id
      and (tg_op = 'INSERT' or (old.type = 'register' and old.store_id = v_by.store_id)))
    then raise exception 'A manager keeps the till staff of their own store, head office everybody.' using errcode = 'check_violation'; end if;
  end if;
  return new;
end $$;
create trigger staff_kept_by_others before insert or update on employees
  for each row execute function staff_are_kept_by_others();

-- Two owners who stop each other at the same moment come one after the other here, and the second finds nobody left.
create function an_owner_stays() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('an owner stays'));
  if not exists (
    select from employees e join users u on u.id = e.user_id
    where e.user_id <> old.user_id and e.type = 'owner' and e.active and u.suspended_at is null)
  then raise exception 'The last owner stays.' using errcode = 'check_violation', constraint = 'an_owner_stays'; end if;
  return new;
end $$;
create trigger an_owner_stays before update of type, active on employees
  for each row when (old.type = 'owner' and old.active and (new.type <> 'owner' or not new.active))
  execute function an_owner_stays();

-- The way to a first password, or to a new one: good once and for three days. Only its hash is kept.
create table staff_invitations (
  id uuid primary key,
  user_id uuid not null references employees (user_id),
  code_hash bytea not null unique check (length(code_hash) = 32),
  issued_by uuid not null references employees (user_id),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  used_at timestamptz,
  constraint staff_invited_by_others check (issued_by <> user_id)
);
create unique index staff_invitations_open on staff_invitations (user_id) where used_at is null;

-- A till that was taken over by PIN: whose session it was before, and that nobody has shown a password since.
alter table sessions add column taken_over_from uuid references sessions (id);
