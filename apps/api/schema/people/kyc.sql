-- Ways to check a person. The law takes them away by date, so each has its days; a new way is a new row.
create table kyc_methods (
  method text primary key check (method in ('image_face', 'ic_face', 'jpki', 'in_person_ic', 'in_person_visual')),
  -- Done at home with a phone; the others need a member of staff, or a provider that reads the chip.
  is_remote boolean not null,
  -- Whether this service can carry it out today.
  is_offered boolean not null,
  valid_from date not null,
  valid_to date,
  check (valid_to >= valid_from)
);
-- Keep kyc_methods as brand
grant select on kyc_methods to shirogane_app;
-- In a shop, documents are looked at by eye until the law asks for the chip; the way by chip is offered once there is a
-- reader.
insert into kyc_methods (method, is_remote, is_offered, valid_from, valid_to) values
('in_person_visual', false, true, '2003-01-06', '2027-03-31'),
  ('jpki', true, false, '2016-01-01', null),
  ('ic_face', true, false, '2018-11-30', null),
  ('image_face', true, true, '2018-11-30', '2027-03-31'),
  ('in_person_ic', false, false, '2027-04-01', null);

-- Pictures that are encrypted, each with a key of its own, and that key with the service's: without the row the file
-- is noise, and to forget the key is to erase the file in every copy of it.
create table private_files (
  name text primary key check (name ~ '^[0-9a-f]{32}$'),
  user_id uuid not null references users (id),
  purpose text not null check (purpose = 'kyc'),
  -- The closed file in the store; a picture that was painted over lies under another name than the one before.
  object text not null unique check (object ~ '^[0-9a-f]{32}$'),
  encrypted_key bytea,
  created_at timestamptz not null,
  redacted_at timestamptz,
  erased_at timestamptz,
  check ((encrypted_key is null) = (erased_at is not null))
);
create index private_files_of_user on private_files (user_id);
create index private_files_by_age on private_files (created_at) where erased_at is null;
-- Keep private_files as identity-pictures
grant select, insert, update on private_files to shirogane_app;

-- A member asks to be checked. `kyc_status_moves` holds the one order in which the status may move.
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
  action text,
  attempt integer not null check (attempt > 0),
  submitted_at timestamptz not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  decided_at timestamptz,
  document_expires_on date,
  seen_by uuid references employees (user_id),
  seen_store_id uuid references stores (id),
  seen_expires_on date,
  unique (user_id, attempt),
  check ((status = 'pending') = (decided_at is null)),
  constraint seen_in_person check ((method in ('in_person_visual', 'in_person_ic')) = (seen_by is not null)
    and (seen_by is null) = (seen_store_id is null) and (seen_by is null) = (action is not null)
    and (seen_expires_on is null or seen_by is not null))
);
create unique index kyc_requests_one_pending on kyc_requests (user_id) where status = 'pending';
create index kyc_requests_queue on kyc_requests (status, submitted_at, id);
create index kyc_requests_of_user on kyc_requests (user_id, submitted_at desc);
-- Keep kyc_requests for the membership, and 7 years (Act on Prevention of Transfer of Criminal Proceeds): name, birthday and address as on the
--   documents
--   over: r.id in (select q.id from users u join kyc_requests q on q.user_id = u.id
--     where u.closed_at < ledger.now() - interval '7 years'
--     and not exists (select from private_files f where f.user_id = u.id and f.erased_at is null))
--     and not exists (select from kyc_images i where i.request_id = r.id)
grant select, insert, update, delete on kyc_requests to shirogane_app;

-- The pictures of a request. Reviewers alone see them.
create table kyc_images (
  request_id uuid references kyc_requests (id),
  side text check (side in ('front', 'back', 'side', 'face', 'action')),
  name text not null unique references private_files (name),
  source text not null check (source in ('camera', 'file')),
  primary key (request_id, side)
);
-- Keep kyc_images for the membership, and 7 years (Act on Prevention of Transfer of Criminal Proceeds): which picture belongs to which check
--   of documents
--   over: r.request_id in (select q.id from users u join kyc_requests q on q.user_id = u.id
--     where u.closed_at < ledger.now() - interval '7 years'
--     and not exists (select from private_files f where f.user_id = u.id and f.erased_at is null))
grant select, insert, delete on kyc_images to shirogane_app;

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
-- Keep kyc_decisions for the membership, and 7 years (Act on Prevention of Transfer of Criminal Proceeds): decisions about documents
--   over: r.request_id in (select q.id from users u join kyc_requests q on q.user_id = u.id
--     where u.closed_at < ledger.now() - interval '7 years'
--     and not exists (select from private_files f where f.user_id = u.id and f.erased_at is null))
grant select, insert, delete on kyc_decisions to shirogane_app;

-- A code on the phone of a member who wants to show their documents in a shop, with what they say of themself. It pays
-- nothing.
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
  -- A keyed name of what was on record then: changed afterwards, it was not held beside the documents.
  read_record text,
  read_at timestamptz,
  used_at timestamptz,
  check ((read_by is null) = (read_at is null) and (read_by is null) = (read_store_id is null)),
  check (used_at is null or read_at is not null)
);
create index kyc_visits_of_user on kyc_visits (user_id);
create index kyc_visits_by_age on kyc_visits (issued_at);
-- Keep kyc_visits for 2 days from issued_at (the brand): codes for showing documents at a counter
grant select, insert, update, delete on kyc_visits to shirogane_app;

-- After the functions

create trigger kyc_documents_were_seen before insert or update on kyc_requests
for each row execute function kyc_documents_were_seen();
create trigger kyc_request_is_decided before update on kyc_requests
for each row execute function kyc_request_is_decided();
create trigger kyc_request_is_taken before insert on kyc_requests for each row execute function kyc_request_is_taken();
create trigger kyc_requests_stay_for before delete on kyc_requests
for each row execute function row_stays_after_leaving('7 years', 'user_id');

create trigger kyc_images_stay before update on kyc_images for each row execute function row_stays();
create trigger kyc_images_stay_for before delete on kyc_images
for each row execute function row_stays_after_leaving('7 years', 'request_id');

create trigger kyc_decision_is_right before insert on kyc_decisions
for each row execute function kyc_decision_is_right();
create trigger kyc_decisions_stay before update on kyc_decisions for each row execute function row_stays();
create trigger kyc_decisions_stay_for before delete on kyc_decisions
for each row execute function row_stays_after_leaving('7 years', 'request_id');
create trigger kyc_seer_is_no_checker before insert on kyc_decisions
for each row execute function kyc_seer_is_no_checker();
