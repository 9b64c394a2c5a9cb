-- The check of who somebody is: pictures that nobody but a reviewer sees, requests, decisions, and the one order in which a
-- member's status may move.

set lock_timeout = '3s';

-- Ways to check a person. The law takes them away by date, so each has its days; a new way is a new row.
create table kyc_methods (
  method text primary key check (method in ('image_face', 'ic_face', 'jpki', 'in_person_ic', 'in_person_visual')),
  -- Done at home with a phone; the others need somebody of ours, or a provider that reads the chip.
  is_remote boolean not null,
  -- Whether this service can carry it out today.
  is_offered boolean not null,
  valid_from date not null,
  valid_to date check (valid_to >= valid_from)
);
insert into kyc_methods (method, is_remote, is_offered, valid_from, valid_to) values
  ('image_face', true, true, '2018-11-30', '2027-03-31'),
  ('in_person_visual', false, false, '2003-01-06', '2027-03-31'),
  ('ic_face', true, false, '2018-11-30', null),
  ('jpki', true, false, '2016-01-01', null),
  ('in_person_ic', false, false, '2027-04-01', null);

-- Pictures that are nobody's to see. Each is closed with a key of its own, and that key with the service's: without the
-- row the file is noise, and to forget the key is to erase the file wherever a copy of it may lie.
create table private_files (
  name text primary key check (name ~ '^[0-9a-f]{32}$'),
  user_id uuid not null references users (id),
  purpose text not null check (purpose in ('kyc')),
  -- The closed file in the store; a picture that was painted over lies under another name than the one before.
  object text not null unique check (object ~ '^[0-9a-f]{32}$'),
  sealed_key bytea,
  created_at timestamptz not null,
  redacted_at timestamptz,
  erased_at timestamptz,
  check ((sealed_key is null) = (erased_at is not null))
);
create index private_files_of_user on private_files (user_id);
create index private_files_by_age on private_files (created_at) where erased_at is null;

create table kyc_requests (
  id uuid primary key,
  user_id uuid not null references users (id),
  method text not null references kyc_methods (method),
  document text not null check (document in
    ('driver_license', 'driving_history', 'my_number_card', 'residence_card', 'special_permanent_certificate', 'passport')),
  -- What the person said of themself when they asked, as it was written.
  name text not null,
  name_kana text not null,
  date_of_birth date not null,
  address text not null,
  occupation text not null,
  purposes text[] not null check (cardinality(purposes) > 0),
  -- The movement that they were asked to make.
  action text not null,
  attempt integer not null check (attempt > 0),
  submitted_at timestamptz not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  decided_at timestamptz,
  document_expires_on date,
  check ((status = 'pending') = (decided_at is null)),
  unique (user_id, attempt)
);
create unique index kyc_requests_one_pending on kyc_requests (user_id) where status = 'pending';
create index kyc_requests_queue on kyc_requests (status, submitted_at, id);
create index kyc_requests_of_user on kyc_requests (user_id, submitted_at desc);

create table kyc_images (
  request_id uuid not null references kyc_requests (id),
  side text not null check (side in ('front', 'back', 'side', 'face', 'action')),
  name text not null unique references private_files (name),
  source text not null check (source in ('camera', 'file')),
  primary key (request_id, side)
);

-- Who decided what and why. A second row on one request is the second pair of eyes.
create table kyc_decisions (
  id uuid primary key,
  request_id uuid not null references kyc_requests (id),
  decision text not null check (decision in ('approve', 'reject')),
  employee_id uuid not null references employees (user_id),
  reasons text[] not null default '{}',
  note text,
  at timestamptz not null,
  check ((decision = 'reject') = (cardinality(reasons) > 0))
);
create index kyc_decisions_of_request on kyc_decisions (request_id, at);

-- What staff saw and did of a person's papers. Rows are only ever added.
create table audit_log (
  id uuid primary key,
  at timestamptz not null,
  actor_id uuid not null references users (id),
  action text not null check (action ~ '^[a-z_.]{3,60}$'),
  subject_id uuid references users (id),
  object text not null default '',
  -- The number of the call, which leads to the lines of the log.
  request_id text not null
);
create index audit_log_of_subject on audit_log (subject_id, at desc);
create index audit_log_of_actor on audit_log (actor_id, at desc);

create function row_stays() returns trigger language plpgsql as $$
begin
  raise exception 'A row of % is never changed or removed.', tg_table_name;
end $$;
create trigger audit_log_stays before update or delete on audit_log for each row execute function row_stays();
create trigger audit_log_stays_whole before truncate on audit_log for each statement execute function row_stays();
create trigger kyc_decisions_stay before update or delete on kyc_decisions for each row execute function row_stays();
create trigger kyc_images_stay before update or delete on kyc_images for each row execute function row_stays();

-- The order in which a member's status may move, whoever writes it.
create function kyc_status_moves() returns trigger language plpgsql as $$
begin
  -- Papers were checked against another name, birthday or address: they have to be shown again.
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
create trigger kyc_status_moves before update on users
  for each row when (old.kyc_status <> new.kyc_status or old.kyc_status = 'approved')
  execute function kyc_status_moves();

-- Five requests in thirty days, each by a way that is taken on its day.
create function kyc_request_is_taken() returns trigger language plpgsql as $$
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
create trigger kyc_request_is_taken before insert on kyc_requests
  for each row execute function kyc_request_is_taken();

-- A request is decided by a decision that is there, and what it says of the person stays.
create function kyc_request_is_decided() returns trigger language plpgsql as $$
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
create trigger kyc_request_is_decided before update on kyc_requests
  for each row execute function kyc_request_is_decided();

-- Nobody decides on themself, and nobody turns their own refusal around.
create function kyc_decision_is_right() returns trigger language plpgsql as $$
begin
  if not exists (select from employees e where e.user_id = new.employee_id and e.active and e.type in ('kyc_reviewer', 'owner'))
  then
    raise check_violation using constraint = 'kyc_reviewers_decide', message = 'Only a reviewer decides.';
  end if;
  if exists (select from employees e join kyc_requests r on r.id = new.request_id
      where e.user_id = new.employee_id and (e.own_customer_id = r.user_id or e.user_id = r.user_id)) then
    raise check_violation using constraint = 'kyc_maker_is_no_checker', message = 'Nobody decides on themself.';
  end if;
  if new.decision = 'approve' and exists (
    select from kyc_decisions d where d.request_id = new.request_id and d.decision = 'reject' and d.employee_id = new.employee_id)
  then
    raise check_violation using constraint = 'kyc_two_pairs_of_eyes', message = 'Another person has to turn a refusal around.';
  end if;
  return new;
end $$;
create trigger kyc_decision_is_right before insert on kyc_decisions
  for each row execute function kyc_decision_is_right();
