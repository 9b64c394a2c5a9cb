-- Papers that are looked at across a counter instead of photographed. Whoever looked is on record beside the request, and a
-- reviewer still decides.

set lock_timeout = '3s';

-- By eye until the law asks for the chip. The way by chip stands ready beside it and is offered once there is a reader.
update kyc_methods set is_offered = true where method = 'in_person_visual';

alter table kyc_requests alter column action drop not null;
alter table kyc_requests
  add column seen_by uuid references employees (user_id),
  add column seen_store_id uuid references stores (id),
  add column seen_expires_on date,
  add constraint seen_in_person check (
    (method in ('in_person_visual', 'in_person_ic')) = (seen_by is not null)
    and (seen_by is null) = (seen_store_id is null) and (seen_by is null) = (action is not null)
    and (seen_expires_on is null or seen_by is not null));

-- A code on the phone of a member who wants to show their papers in a shop, with what they say of themself. It pays nothing.
create table kyc_visits (
  id uuid primary key,
  user_id uuid not null references users (id),
  session_id uuid not null references sessions (id),
  token_hash bytea not null unique check (length(token_hash) = 32),
  code_hash bytea not null unique check (length(code_hash) = 32),
  document text not null,
  occupation text not null,
  purposes text[] not null check (cardinality(purposes) > 0),
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  read_by uuid references employees (user_id),
  read_store_id uuid references stores (id),
  -- A keyed name of what was on record then: changed afterwards, it was not held beside the papers.
  read_record text,
  read_at timestamptz,
  used_at timestamptz,
  check ((read_by is null) = (read_at is null) and (read_by is null) = (read_store_id is null)),
  check (used_at is null or read_at is not null)
);
create index kyc_visits_of_user on kyc_visits (user_id);
create index kyc_visits_by_age on kyc_visits (issued_at);

-- Who looked is a manager of that store, and never somebody who looks at their own papers. What they saw stays.
create function kyc_papers_were_seen() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.seen_by, new.seen_store_id, new.seen_expires_on)
      is distinct from (old.seen_by, old.seen_store_id, old.seen_expires_on) then
      raise check_violation using message = 'Who saw the papers is never changed.';
    end if;
    return new;
  end if;
  if new.seen_by is not null and not exists (
    select from employees e where e.user_id = new.seen_by and e.active and e.type = 'manager'
      and e.store_id = new.seen_store_id and e.own_customer_id is distinct from new.user_id) then
    raise check_violation using constraint = 'kyc_managers_see', message = 'Only a manager of that store looks at papers.';
  end if;
  return new;
end $$;
create trigger kyc_papers_were_seen before insert or update on kyc_requests
  for each row execute function kyc_papers_were_seen();

-- Nor does the same person look at the papers and decide on them.
create function kyc_seer_is_no_checker() returns trigger language plpgsql as $$
begin
  if exists (select from kyc_requests r where r.id = new.request_id and r.seen_by = new.employee_id) then
    raise check_violation using constraint = 'kyc_seer_is_no_checker', message = 'Whoever saw the papers does not decide.';
  end if;
  return new;
end $$;
create trigger kyc_seer_is_no_checker before insert on kyc_decisions
  for each row execute function kyc_seer_is_no_checker();
