-- What staff should know of a member. A note that is taken away stays with the name of the one who did it.
create table member_notes (
  id uuid primary key,
  user_id uuid not null references users (id),
  author_id uuid not null references employees (user_id),
  text text not null check (length(trim(text)) between 1 and 200),
  at_till boolean not null,
  created_at timestamptz not null,
  removed_at timestamptz,
  removed_by uuid references employees (user_id),
  check ((removed_at is null) = (removed_by is null))
);
create index member_notes_of_user on member_notes (user_id, created_at desc) where removed_at is null;
-- Keep member_notes as member
grant select, insert, update (removed_at, removed_by), delete on member_notes to shirogane_app;

-- Why an account was stopped, by whom, and how that ended. What was written is never rewritten.
create table member_stops (
  id uuid primary key,
  user_id uuid not null references users (id),
  stopped_at timestamptz not null,
  stopped_by uuid not null references employees (user_id),
  reason text not null check (length(trim(reason)) between 1 and 200),
  allowed_at timestamptz,
  allowed_by uuid references employees (user_id),
  allow_reason text check (length(trim(allow_reason)) between 1 and 200),
  check ((allowed_at is null) = (allowed_by is null) and (allowed_at is null) = (allow_reason is null)),
  check (allowed_at >= stopped_at)
);
create unique index member_stops_open on member_stops (user_id) where allowed_at is null;
create index member_stops_of_user on member_stops (user_id, stopped_at desc);
-- Keep member_stops as member
grant select, insert, update (allowed_at, allowed_by, allow_reason), delete on member_stops to shirogane_app;

-- A member who showed their code at a desk: for an hour the store may buy from them.
create table desk_readings (
  id uuid primary key,
  user_id uuid not null references users (id),
  store_id uuid not null references stores (id),
  employee_id uuid not null references employees (user_id),
  at timestamptz not null,
  -- The code that was read, once. Codes go after a day, and what was read stays longer: nothing refers to them here.
  pay_code_id uuid
);
create index desk_readings_of_user on desk_readings (user_id, store_id, at desc);
create index desk_readings_by_age on desk_readings (at);
-- A code that was shown at a desk says that its owner stands there: at one desk, and at no other.
create unique index desk_readings_of_code on desk_readings (pay_code_id) where pay_code_id is not null;
-- Keep desk_readings for 2 days from at (the brand): whose code was read at a desk
grant select, insert, delete on desk_readings to shirogane_app;

-- After the functions

create trigger member_notes_stay before delete on member_notes
for each row execute function note_stays_with_person('user_id');

create trigger member_stop_stays before delete or update on member_stops
for each row execute function member_stop_stays();
