-- Codes that prove a phone or a mailbox, the way back after a forgotten password, and how members came to us.

-- A code that was sent. Its hash binds it to what it is for, to whom and to the address it went to.
create table pins (
  id uuid primary key,
  purpose text not null check (purpose ~ '^[a-z_]{2,40}$'),
  -- Whose it is within the purpose: a person, or one run of the way back after a forgotten password.
  owner text not null,
  -- A keyed name of the phone or mailbox: how often it was written to is counted by it.
  target_name text not null,
  pin_hash bytea not null check (length(pin_hash) = 32),
  tries smallint not null default 0 check (tries between 0 and 5),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- A newer code, a changed address or a finished errand ends it.
  voided_at timestamptz
);
create index pins_of_owner on pins (purpose, owner, created_at desc);
create index pins_of_target on pins (target_name, created_at desc);
create index pins_by_age on pins (created_at);

-- One run of the way back after a forgotten password; a browser holds its secret in a cookie.
create table reset_flows (
  id uuid primary key,
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  -- A keyed name of what was typed, known to us or not.
  credential_name text not null,
  -- Null when nobody is behind it: the run looks the same from outside and leads nowhere.
  user_id uuid references users (id),
  target_name text not null,
  state text not null default 'pin_sent' check (state in ('pin_sent', 'pin_ok', 'used')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  pin_ok_at timestamptz,
  check ((state = 'pin_sent') = (pin_ok_at is null))
);
create index reset_flows_of_user on reset_flows (user_id) where user_id is not null;
create index reset_flows_by_age on reset_flows (created_at);

-- Codes on the phones of people who are not verified yet. They stand apart from pay codes, so that none can ever pay.
create table counter_codes (
  id uuid primary key,
  user_id uuid not null references users (id),
  session_id uuid not null references sessions (id),
  token_hash bytea not null unique check (length(token_hash) = 32),
  code_hash bytea not null unique check (length(code_hash) = 32),
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  -- The store that read it may finish the check for a while.
  read_by uuid references employees (user_id),
  read_store_id uuid references stores (id),
  read_at timestamptz,
  check ((read_by is null) = (read_at is null) and (read_by is null) = (read_store_id is null))
);
create index counter_codes_of_user on counter_codes (user_id);
create index counter_codes_by_age on counter_codes (issued_at);

-- How and when a person became a verified member: by the code from an SMS, or by papers shown to staff.
create table verifications (
  user_id uuid primary key references users (id),
  method text not null check (method in ('pin', 'counter')),
  phone_number text,
  employee_id uuid references employees (user_id),
  store_id uuid references stores (id),
  document text check (document in ('driver_license', 'my_number_card', 'residence_card', 'passport', 'other')),
  verified_at timestamptz not null,
  check ((method = 'counter') = (employee_id is not null and store_id is not null and document is not null))
);

-- Members who invite others, by the code of their link.
create table affiliators (
  user_id uuid primary key references users (id),
  code text not null unique check (code ~ '^[A-Z0-9_-]{4,32}$'),
  created_at timestamptz not null default now()
);

-- Members who came by an invitation. Whoever invited them stays the same for good.
create table affiliates (
  id uuid primary key,
  user_id uuid not null unique references users (id),
  affiliator_id uuid not null references affiliators (user_id),
  created_at timestamptz not null,
  check (user_id <> affiliator_id)
);
create index affiliates_of_affiliator on affiliates (affiliator_id, created_at desc);

-- The shop whose link or poster brought somebody here.
alter table users add column referred_by_store uuid references stores (id);
alter table users add column password_changed_at timestamptz;
