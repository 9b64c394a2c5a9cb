-- The approval of a second person: asked for by the one who is about to act, given by another, good for exactly that
-- act, once, and for minutes.
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
  expires_at timestamptz not null,
  status text not null default 'waiting' check (status in ('waiting', 'approved', 'declined', 'cancelled')),
  decided_by uuid references employees (user_id),
  decided_at timestamptz,
  -- On their own device, or beside the register with what only they know.
  decided_how text check (decided_how in ('device', 'pin', 'password')),
  note text not null default '',
  used_at timestamptz,
  used_by uuid references employees (user_id),
  check (expires_at > requested_at),
  constraint approvals_by_somebody_else check (decided_by <> requested_by and decided_by <> used_by),
  constraint approvals_decided_as_a_whole check ((status in ('approved', 'declined')) = (decided_by is not null)
    and (decided_by is null) = (decided_at is null) and (decided_by is null) = (decided_how is null)),
  constraint approvals_used_once_approved check ((used_at is null) = (used_by is null)
    and (used_at is null or status = 'approved'))
);
create index approvals_of_store on approvals (store_id, requested_at desc, id desc);
create index approvals_waiting on approvals (store_id, expires_at) where status = 'waiting';
create index approvals_of_requester on approvals (requested_by, requested_at desc);
-- Keep approvals as books
grant select, insert, update (expires_at, status, decided_by, decided_at, decided_how, note) on approvals to
  shirogane_app;

-- After the functions

create trigger approvals_move before delete or update on approvals for each row execute function approval_moves();
create trigger approvals_stay before truncate on approvals for each statement execute function row_stays();
create trigger two_persons after insert or update of status, decided_by on approvals
for each row when (new.status = 'approved') execute function ledger.two_persons('requested_by', 'decided_by');
