-- The word of a second person: asked for by whoever is about to do something, given by somebody else, good for exactly
-- that act, once, and for minutes.

set lock_timeout = '3s';

create table approvals (
  id uuid primary key,
  store_id uuid not null references stores (id),
  kind text not null check (kind ~ '^[a-z_]{3,30}$'),
  -- The act in its own terms, and its amount: both must be the same when it is done.
  subject jsonb not null check (jsonb_typeof(subject) = 'object'),
  amount bigint check (amount >= 0),
  reason text not null default '',
  requested_by uuid not null references employees (user_id),
  requested_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > requested_at),
  status text not null default 'waiting' check (status in ('waiting', 'approved', 'declined', 'cancelled')),
  decided_by uuid references employees (user_id),
  decided_at timestamptz,
  -- On their own device, or beside the register with what only they know.
  decided_how text check (decided_how in ('device', 'pin', 'password')),
  note text not null default '',
  used_at timestamptz,
  used_by uuid references employees (user_id),
  constraint approvals_by_somebody_else check (decided_by <> requested_by and decided_by <> used_by),
  constraint approvals_decided_as_a_whole check (
    (status in ('approved', 'declined')) = (decided_by is not null)
    and (decided_by is null) = (decided_at is null) and (decided_by is null) = (decided_how is null)),
  constraint approvals_used_once_approved check (
    (used_at is null) = (used_by is null) and (used_at is null or status = 'approved'))
);
create index approvals_of_store on approvals (store_id, requested_at desc, id desc);
create index approvals_waiting on approvals (store_id, expires_at) where status = 'waiting';
create index approvals_of_requester on approvals (requested_by, requested_at desc);

-- What was asked stays as it was asked, and each step is taken once, in its order and in its time.
create function approval_moves() returns trigger
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
          and e.type in ('manager', 'accounting', 'owner') and (e.store_id is null or e.store_id = new.store_id))
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
create trigger approvals_move before update or delete on approvals for each row execute function approval_moves();
create trigger approvals_stay before truncate on approvals for each statement execute function row_stays();
