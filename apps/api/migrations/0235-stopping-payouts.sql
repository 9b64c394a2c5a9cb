-- The brake for whoever hears of an account that is not theirs: by the number in the letter about it, or signed in.

set lock_timeout = '3s';

create table payout_stop_codes (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- The account that the letter spoke of.
  payout_method_id uuid not null references payout_methods (id),
  -- What the letter said; only its hash is kept.
  code_hash bytea not null unique check (length(code_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at <= created_at + interval '72 hours'),
  used_at timestamptz
);
create index payout_stop_codes_by_age on payout_stop_codes (expires_at);

-- While one stands, nothing of this member's rewards moves to a bank or into balance.
create table payout_stops (
  id uuid primary key,
  user_id uuid not null references users (id),
  payout_method_id uuid not null references payout_methods (id),
  -- By the number of a letter, by whoever had it; otherwise by the member, signed in.
  by_letter boolean not null,
  stopped_at timestamptz not null,
  lifted_at timestamptz,
  lifted_by uuid references employees (user_id),
  lift_note text check (lift_note <> ''),
  check (num_nonnulls(lifted_at, lifted_by, lift_note) in (0, 3))
);
create unique index payout_stops_standing on payout_stops (user_id) where lifted_at is null;
create index payout_stops_of_user on payout_stops (user_id, stopped_at desc);

-- What was said stays; a stop is lifted once, and not by whose it is.
create function payout_stop_is_lifted_once() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  follows constant text[] := '{lifted_at,lifted_by,lift_note}';
begin
  if tg_op = 'DELETE' or old.lifted_at is not null or to_jsonb(new) - follows <> to_jsonb(old) - follows then
    raise exception 'A stop of payouts stays as it is.' using errcode = 'restrict_violation';
  end if;
  if exists (select from employees e where e.user_id = new.lifted_by and e.own_customer_id = new.user_id) then
    raise exception 'A stop of payouts is lifted by whose it is.' using errcode = '23514',
      constraint = 'payout_stop_is_lifted_by_another';
  end if;
  return new;
end $$;
create trigger payout_stop_is_lifted_once before update or delete on payout_stops
  for each row execute function payout_stop_is_lifted_once();
create trigger payout_stops_stay_whole before truncate on payout_stops for each statement execute function row_stays();

-- Its owner says that they know nothing of it; until it is named anew nothing goes there, whoever lifts the stop.
alter table payout_methods add column stopped_at timestamptz;
