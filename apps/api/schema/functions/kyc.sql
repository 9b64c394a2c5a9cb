-- The check of who a person is: which requests are taken, who decides, and how the status moves.

-- The order in which a member's status may move, also for the owner of the database.
create or replace function kyc_status_moves() returns trigger language plpgsql as $$
begin
  -- Documents were checked against another name, birthday or address: they have to be shown again.
  if old.kyc_status = 'approved' and new.kyc_status = 'approved'
    and (old.last_name, old.first_name, old.last_name_kana, old.first_name_kana, old.date_of_birth, old.address)
      is distinct from (new.last_name, new.first_name, new.last_name_kana, new.first_name_kana, new.date_of_birth, new.address)
  then
    new.kyc_status := 'required';
  end if;
  if new.kyc_status = old.kyc_status then return new; end if;
  if not (old.kyc_status, new.kyc_status) in (
    ('none', 'required'), ('none', 'pending'), ('required', 'pending'), ('expired', 'pending'), ('rejected', 'pending'),
    ('pending', 'approved'), ('pending', 'rejected'), ('rejected', 'approved'),
    ('approved', 'required'), ('approved', 'expired'),
    ('none', 'blocked'), ('required', 'blocked'), ('pending', 'blocked'), ('approved', 'blocked'), ('rejected', 'blocked'),
    ('expired', 'blocked'), ('blocked', 'required')
  ) then
    raise check_violation using message = format('A kyc_status of %s cannot become %s.', old.kyc_status, new.kyc_status);
  end if;
  -- The decision stands on a request of this person that has been decided so.
  if new.kyc_status in ('pending', 'approved', 'rejected') and not exists (
    select from kyc_requests r where r.user_id = new.id and r.status = new.kyc_status
      and r.attempt = (select max(n.attempt) from kyc_requests n where n.user_id = new.id)
  ) then
    raise check_violation using message = format('No request stands behind a kyc_status of %s.', new.kyc_status);
  end if;
  return new;
end $$;

-- Five requests in thirty days, each by a way that is taken on its day.
create or replace function kyc_request_is_taken() returns trigger language plpgsql as $$
begin
  if new.status <> 'pending' then
    raise check_violation using message = 'A request begins as pending.';
  end if;
  if (select count(*) from kyc_requests r
      where r.user_id = new.user_id and r.submitted_at > new.submitted_at - interval '30 days') >= 5 then
    raise check_violation using constraint = 'kyc_five_in_thirty_days', message = 'Five requests in thirty days are enough.';
  end if;
  if not exists (select from kyc_methods m where m.method = new.method and m.is_offered
      and (new.submitted_at at time zone 'Asia/Tokyo')::date between m.valid_from and coalesce(m.valid_to, 'infinity')) then
    raise check_violation using constraint = 'kyc_method_of_the_day', message = 'This way is not taken on this day.';
  end if;
  return new;
end $$;

-- The one who looked is a manager of that store, and never the person whose documents they are. What they saw stays.
create or replace function kyc_documents_were_seen() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.seen_by, new.seen_store_id, new.seen_expires_on)
      is distinct from (old.seen_by, old.seen_store_id, old.seen_expires_on) then
      raise check_violation using message = 'Who saw the documents is never changed.';
    end if;
    return new;
  end if;
  if new.seen_by is not null and not exists (
    select from employees e where e.user_id = new.seen_by and e.active and public.holds(e.type, 'kyc.visit')
      and e.store_id = new.seen_store_id and e.own_customer_id is distinct from new.user_id) then
    raise check_violation using constraint = 'kyc_managers_see', message = 'Only a manager of that store looks at documents.';
  end if;
  return new;
end $$;

-- A request is decided by a decision that is there, and what it says of the person stays.
create or replace function kyc_request_is_decided() returns trigger language plpgsql as $$
declare
  last record;
begin
  if (new.id, new.user_id, new.method, new.document, new.name, new.name_kana, new.date_of_birth, new.address, new.occupation,
      new.purposes, new.action, new.attempt, new.submitted_at)
    is distinct from (old.id, old.user_id, old.method, old.document, old.name, old.name_kana, old.date_of_birth, old.address,
      old.occupation, old.purposes, old.action, old.attempt, old.submitted_at) then
    raise check_violation using message = 'What was asked for is never changed.';
  end if;
  if (old.status, new.status) not in (('pending', 'approved'), ('pending', 'rejected'), ('rejected', 'approved')) then
    raise check_violation using message = format('A request that is %s cannot become %s.', old.status, new.status);
  end if;
  select d.* into last from kyc_decisions d where d.request_id = new.id order by d.at desc, d.id desc limit 1;
  if last is null or last.decision <> (case new.status when 'approved' then 'approve' else 'reject' end) then
    raise check_violation using message = 'No decision stands behind this status.';
  end if;
  return new;
end $$;

-- Staff do not decide on themselves, and a refusal is turned around by another person than the one who gave it.
create or replace function kyc_decision_is_right() returns trigger language plpgsql as $$
begin
  if not exists (select from employees e where e.user_id = new.employee_id and e.active and public.holds(e.type, 'kyc.review'))
  then
    raise check_violation using constraint = 'kyc_reviewers_decide', message = 'Only a reviewer decides.';
  end if;
  if exists (select from employees e join kyc_requests r on r.id = new.request_id
      where e.user_id = new.employee_id and (e.own_customer_id = r.user_id or e.user_id = r.user_id)) then
    raise check_violation using constraint = 'kyc_maker_is_no_checker', message = 'Nobody decides on themself.';
  end if;
  if new.decision = 'approve' and exists (
    select from kyc_decisions d where d.request_id = new.request_id and d.decision = 'reject'
      and not ledger.independent(d.employee_id, new.employee_id))
  then
    raise check_violation using constraint = 'kyc_two_pairs_of_eyes', message = 'Another person has to turn a refusal around.';
  end if;
  return new;
end $$;

-- Nor does the same person look at the documents and approve them.
create or replace function kyc_seer_is_no_checker() returns trigger language plpgsql as $$
begin
  if exists (select from kyc_requests r where r.id = new.request_id and (r.seen_by = new.employee_id
      or (new.decision = 'approve' and r.seen_by is not null and not ledger.independent(r.seen_by, new.employee_id)))) then
    raise check_violation using constraint = 'kyc_seer_is_no_checker', message = 'Who saw the documents does not decide.';
  end if;
  return new;
end $$;

-- The one who checks works at that store and does not check themselves; the paper is looked at in a way that the law
-- takes on that day.
create or replace function cash_check_is_right() returns trigger language plpgsql as $$
begin
  if not exists (select from employees e where e.user_id = new.employee_id and e.active
      and public.holds(e.type, 'cash.move') and e.store_id = new.store_id
      and (new.customer_id is null or e.own_customer_id is distinct from new.customer_id)) then
    raise check_violation using constraint = 'cash_check_by_staff', message = 'Only staff of that store check, and nobody themself.';
  end if;
  if not exists (select from kyc_methods m where m.method = new.method and not m.is_remote and m.is_offered
      and (new.at at time zone 'Asia/Tokyo')::date between m.valid_from and coalesce(m.valid_to, 'infinity')) then
    raise check_violation using constraint = 'cash_check_method', message = 'This way is not taken on this day.';
  end if;
  return new;
end $$;
