-- A person who can sign in: a customer or a member of staff. An account that is closed loses what it says of the
-- person, and never its row, since movements name it.
create table users (
  id uuid primary key,
  -- Lower case always, so that the unique index sees what people mean.
  username text not null unique check (username = lower(username)),
  email text check (email = lower(email)),
  email_verified boolean not null default false,
  -- E.164
  phone_number text check (phone_number ~ '^\+[1-9][0-9]{7,14}$'),
  password_hash text not null,
  type text not null check (type in ('customer', 'employee')),
  verified boolean not null default false,
  suspended_at timestamptz,
  kyc_status text not null default 'none'
    check (kyc_status in ('none', 'required', 'pending', 'approved', 'rejected', 'expired', 'blocked')),
  avatar text,
  -- The version of the terms that the person has accepted; null before the first consent.
  terms_version text,
  last_name text,
  first_name text,
  last_name_kana text,
  first_name_kana text,
  date_of_birth date check (date_of_birth >= '1900-01-01'),
  gender text,
  address text,
  created_at timestamptz not null default now(),
  -- The shop whose link or poster brought the person here.
  referred_by_store uuid references stores (id),
  password_changed_at timestamptz,
  -- An account that its owner has closed. What the law keeps stays with a name in place of the person.
  closed_at timestamptz,
  closed_reason text,
  -- When the last traces of the person were taken out.
  erased_at timestamptz,
  -- The name as it is searched for: old and rare forms of a character as the common one. The name itself is never
  -- changed.
  search_name text not null default '',
  guardian_name text,
  guardian_consented_at timestamptz,
  username_changed_at timestamptz,
  -- Mail addresses have `email_verified` for it.
  phone_verified boolean not null default false,
  constraint closed_is_suspended check (closed_at is null or suspended_at is not null),
  constraint guardian_consented check ((guardian_name is null) = (guardian_consented_at is null))
);
-- What the rounds look for: accounts to empty, and those whose emptying is noted outside the database.
create index users_closed on users (closed_at) where closed_at is not null and erased_at is null;
create index users_by_search_name on users (search_name text_pattern_ops) where search_name <> '';
-- How staff look for a member: by the beginning of a name in kana or of a user name, or by the end of a number. The
-- beginning of a name in kanji has its index already.
create index users_by_kana on users ((last_name_kana || first_name_kana) text_pattern_ops) where type = 'customer';
create index users_by_username_start on users (username text_pattern_ops) where type = 'customer';
create index users_by_phone_end on users (right(phone_number, 4)) where type = 'customer' and phone_number is not null;
create index users_stopped on users (id) where type = 'customer' and suspended_at is not null;
create index users_by_joining on users (created_at, id) where type = 'customer' and closed_at is null;
create index users_left on users (closed_at) where closed_at is not null;
create index users_erased on users (erased_at) where erased_at is not null;
-- A number or an address belongs to the one who has shown that they read there. What was only typed keeps no other
-- person from it, and may stand in any number of accounts.
create unique index users_proved_phone on users (phone_number) where phone_verified;
create unique index users_proved_email on users (email) where email_verified;
create index users_by_phone on users (phone_number) where phone_number is not null;
create index users_by_email on users (email) where email is not null;
-- Keep users as member
grant select, insert, update (username, email, email_verified, phone_number, password_hash, verified, suspended_at,
  kyc_status, avatar, terms_version, last_name, first_name, last_name_kana, first_name_kana, date_of_birth, gender,
  address, password_changed_at, closed_at, closed_reason, erased_at, search_name, guardian_name,
  guardian_consented_at, username_changed_at, phone_verified) on users to shirogane_app;

-- A name that its owner gave up is never given to another person, who would be taken for the one before.
create table former_usernames (
  username text primary key check (username = lower(username)),
  user_id uuid not null references users (id),
  given_up_at timestamptz not null default now()
);
-- Keep former_usernames as member
grant select, delete on former_usernames to shirogane_app;

-- The customer account that a member of staff had as their own until a moment ago. `ledger.own_account_is_left`
-- writes it; `ledger.is_own_account` says for how long it still counts as theirs.
create table former_own_accounts (
  customer_id uuid references users (id),
  employee_id uuid,
  ended_at timestamptz not null,
  primary key (customer_id, employee_id)
);
create index former_own_accounts_of_employees on former_own_accounts (employee_id);
-- Keep former_own_accounts as account
grant select on former_own_accounts to shirogane_app;

-- What was changed of an account's security and when: the rules of money ask, and the owner's export tells.
create table account_changes (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null
    check (kind in ('email', 'phone', 'password', 'passkey_added', 'passkey_removed', 'exported', 'closed')),
  session_id uuid,
  at timestamptz not null
);
create index account_changes_of_user on account_changes (user_id, at desc);
-- Keep account_changes as account
grant select, insert on account_changes to shirogane_app;

-- Pictures that people uploaded and that were drawn anew; the drawing itself lies in the store of objects.
create table avatars (
  name text primary key check (name ~ '^[0-9a-f]{32}$'),
  user_id uuid not null references users (id),
  created_at timestamptz not null default now()
);
create index avatars_of_user on avatars (user_id);
create index avatars_by_age on avatars (created_at);
-- Keep avatars as member
grant select, insert, update, delete on avatars to shirogane_app;

-- Where people live, in the parts that a form has. The characters stay as they were typed: none is replaced by
-- another.
create table addresses (
  user_id uuid primary key references users (id),
  postcode text not null check (postcode ~ '^[0-9]{7}$'),
  prefecture text not null,
  city text not null,
  town text not null,
  street text not null,
  building text,
  updated_at timestamptz not null
);
-- Keep addresses as member
grant select, insert, update, delete on addresses to shirogane_app;

-- After the functions

create trigger customer_agreed before insert on users
for each row when (current_user = 'shirogane_app' and new.type = 'customer' and new.terms_version is null)
execute function ledger.customer_agreed();
-- Documents were checked against a name, a birthday and an address, so that an approved status ends where one of them
-- changes.
create trigger kyc_status_moves before update on users
for each row when (old.kyc_status <> new.kyc_status or old.kyc_status = 'approved')
execute function kyc_status_moves();
create trigger name_becomes_no_staff_number before update of username, type on users
for each row when (new.type = 'customer' and normalize(new.username, NFKC) ~* '^e[0-9]{4}$'
  and (new.username is distinct from old.username or new.type is distinct from old.type))
execute function name_is_no_staff_number();
-- Numbers of staff stand among the names that people log in with: no customer takes a name of their form, in any
-- width or case, or the next member of staff could not be given that number. A customer who has such a name already
-- keeps it.
create trigger name_is_no_staff_number before insert on users
for each row when (new.type = 'customer' and normalize(new.username, NFKC) ~* '^e[0-9]{4}$')
execute function name_is_no_staff_number();
create trigger user_changed after update of suspended_at, verified, type on users
for each row when (old.suspended_at is distinct from new.suspended_at or old.verified <> new.verified
  or old.type <> new.type)
execute function notify_of_a_changed_person();
create trigger user_suspended after update of suspended_at on users
for each row when (new.suspended_at is not null and old.suspended_at is null)
execute function ledger.suspension_waits();
create trigger username_changed before update of username on users
for each row when (old.username <> new.username) execute function keep_former_username();
create trigger username_given before insert on users for each row execute function keep_former_username();
-- A row that movements name never goes.
create trigger users_stay before delete or update of id on users for each row execute function row_stays();

alter table former_own_accounts add constraint former_own_accounts_employee_id_fkey
  foreign key (employee_id) references employees (user_id);

alter table account_changes add constraint account_changes_session_id_fkey
  foreign key (session_id) references sessions (id);
create trigger change_proves_a_phone after insert on account_changes
for each row when (new.kind = 'phone') execute function keep_phone_verified();
