-- Unused paid balance that is paid back in money. The law on prepaid value forbids it but for few cases, so that
-- each is asked for by one member of staff, approved by an owner, and stays on record with its reason.
create table prepaid_cashouts (
  -- The movement that takes the balance has the same id.
  id uuid primary key,
  user_id uuid not null,
  amount bigint not null check (amount > 0),
  -- Within what a half-year has room for; for a reason of the holder's that cannot be helped; or because the business
  -- ends.
  reason text not null
    check (reason in ('within_quota', 'relocation', 'emigration', 'other_hardship', 'business_end')),
  -- How the money reaches its holder, outside the books of the shops.
  way text not null check (way in ('bank', 'cash')),
  note text not null check (length(trim(note)) between 1 and 200),
  status text not null default 'requested' check (status in ('requested', 'paid', 'rejected', 'withdrawn')),
  requested_by uuid not null references employees (user_id),
  requested_at timestamptz not null,
  decided_by uuid references employees (user_id),
  decided_at timestamptz,
  check ((status = 'requested') = (decided_by is null)),
  check ((decided_by is null) = (decided_at is null)),
  -- The one who asked may withdraw it, and decides nothing.
  constraint cashout_maker_is_no_checker check (decided_by is null
    or (decided_by = requested_by) = (status = 'withdrawn'))
);
-- One of a member waits at a time.
create unique index prepaid_cashouts_waiting on prepaid_cashouts (user_id) where status = 'requested';
create index prepaid_cashouts_by_time on prepaid_cashouts (requested_at desc, id desc);
create index prepaid_cashouts_of_user on prepaid_cashouts (user_id);
-- Keep prepaid_cashouts as documents
grant select on prepaid_cashouts to shirogane_app;

-- After the functions

alter table prepaid_cashouts add constraint prepaid_cashouts_user_id_fkey
  foreign key (user_id) references ledger.wallets (user_id);
create constraint trigger cashout_is_moved after insert or update on prepaid_cashouts deferrable initially deferred
for each row execute function ledger.cashout_matches();
create trigger cashout_moves_on before delete or update on prepaid_cashouts
for each row execute function cashout_moves_on();
create trigger prepaid_cashouts_stay_whole before truncate on prepaid_cashouts
for each statement execute function row_stays();
create trigger two_persons after insert or update of status, decided_by on prepaid_cashouts
for each row when (new.status = 'paid') execute function ledger.two_persons('requested_by', 'decided_by');
