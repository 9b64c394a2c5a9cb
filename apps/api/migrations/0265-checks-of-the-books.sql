-- What each check of the books found, and the standstill of payouts that begins where it found something.

set lock_timeout = '3s';

create table book_checks (
  id uuid primary key,
  checked_at timestamptz not null,
  findings int not null check (findings >= 0)
);
create index book_checks_by_time on book_checks (checked_at desc, id desc);
create index book_checks_wrong on book_checks (checked_at desc, id desc) where findings > 0;
create trigger book_checks_stay before update or delete on book_checks for each row execute function row_stays();
create trigger book_checks_stay_whole before truncate on book_checks for each statement execute function row_stays();

-- The first of them: where everything is wrong, nobody reads to the end.
create table book_findings (
  check_id uuid not null references book_checks (id),
  line int not null check (line > 0),
  rule text not null,
  -- Whose row it is: its id, and what of it.
  subject text not null,
  expected text not null,
  found text not null,
  primary key (check_id, line)
);
create trigger book_findings_stay before update or delete on book_findings for each row execute function row_stays();
create trigger book_findings_stay_whole before truncate on book_findings for each statement execute function row_stays();

-- While one stands, nothing is asked for, approved or written into a file for the bank, whoever's it is.
create table payout_freezes (
  -- The check whose findings began it.
  check_id uuid primary key references book_checks (id),
  frozen_at timestamptz not null,
  lifted_at timestamptz,
  lifted_by uuid references employees (user_id),
  lift_note text check (lift_note <> ''),
  check (num_nonnulls(lifted_at, lifted_by, lift_note) in (0, 3))
);
create unique index payout_freezes_standing on payout_freezes ((true)) where lifted_at is null;

-- What was begun stays; a freeze is lifted once, and by the owner.
create function payout_freeze_is_lifted_once() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  follows constant text[] := '{lifted_at,lifted_by,lift_note}';
begin
  if tg_op = 'DELETE' or old.lifted_at is not null or to_jsonb(new) - follows <> to_jsonb(old) - follows then
    raise exception 'A freeze of payouts stays as it is.' using errcode = 'restrict_violation';
  end if;
  if not exists (select from employees e where e.user_id = new.lifted_by and e.active and e.type = 'owner') then
    raise exception 'A freeze of payouts is lifted by an owner.' using errcode = '23514',
      constraint = 'payout_freeze_is_lifted_by_an_owner';
  end if;
  return new;
end $$;
create trigger payout_freeze_is_lifted_once before update or delete on payout_freezes
  for each row execute function payout_freeze_is_lifted_once();
create trigger payout_freezes_stay_whole before truncate on payout_freezes
  for each statement execute function row_stays();
