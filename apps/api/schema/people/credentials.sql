-- A key that a device keeps. Only its public half is here.
create table passkeys (
  id uuid primary key,
  credential_id text not null unique
    check (credential_id ~ '^[A-Za-z0-9_-]+$' and length(credential_id) between 8 and 1400),
  user_id uuid not null references users (id),
  public_key bytea not null,
  -- Grows with each use where the device counts; one that falls back is a copy.
  counter bigint not null default 0 check (counter >= 0),
  transports text[] not null default '{}',
  name text not null,
  synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id);
-- Keep passkeys as login
grant select, insert, update, delete on passkeys to shirogane_app;

-- What a device is asked to sign: good once and for minutes.
create table passkey_challenges (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  -- Whose new key it is for; null where a key shall say who is signing in.
  user_id uuid references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index passkey_challenges_by_age on passkey_challenges (expires_at);
-- Keep passkey_challenges for 2 days from expires_at (the brand): questions to passkeys
grant select, insert, delete on passkey_challenges to shirogane_app;

-- A person who is signed in has shown again who they are, for one purpose and once.
create table step_ups (
  id uuid primary key,
  session_id uuid not null references sessions (id),
  purpose text not null check (purpose ~ '^[a-z_]{2,30}$'),
  -- The thing that the proof is about, such as one bank account; empty where the purpose says it all.
  ref text not null default '',
  method text not null check (method in ('passkey', 'otp', 'password')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index step_ups_open on step_ups (session_id, purpose, ref) where used_at is null;
create index step_ups_by_age on step_ups (created_at);
-- Keep step_ups for 2 days from created_at (the brand): second proofs
grant select, insert, update, delete on step_ups to shirogane_app;

-- A code that was sent to prove a phone or a mailbox. Its hash binds it to what it is for, to whom and to the
-- address it went to.
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
  voided_at timestamptz,
  -- Null for what went by mail, and for what was not sent at all.
  sms_block text,
  sms_network text,
  -- What the code was asked for by: an address that a visitor named, or one that is known. Each has its own share of
  -- codes.
  share text not null default 'named' check (share ~ '^[a-z_]{2,20}$'),
  -- Sent to a number that its member has proved: no pumped number.
  to_proved boolean not null default false,
  -- The block of ten thousand numbers and the network that a text went to are known together.
  constraint texted_whole check ((sms_block is null) = (sms_network is null))
);
create index pins_of_owner on pins (purpose, owner, created_at desc);
create index pins_of_target on pins (target_name, created_at desc);
create index pins_by_age on pins (created_at);
-- How many codes were sent to each block of numbers, and how many came back: `sms_pauses` follows from it.
create index pins_texted on pins (created_at) where sms_block is not null;
-- Keep pins for 90 days from created_at (the brand): codes by SMS and mail, as keyed hashes
grant select, insert, update, delete on pins to shirogane_app;

-- One run of the way back after a forgotten password; a browser holds its secret in a cookie.
create table reset_flows (
  id uuid primary key,
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  -- A keyed name of what was typed, known to us or not.
  credential_name text not null,
  -- Null when there is no such account: the run looks the same from outside and leads nowhere.
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
-- Keep reset_flows for 2 days from created_at (the brand): new passwords under way
grant select, insert, update, delete on reset_flows to shirogane_app;

-- The way back for the owner who learns from a mail to the old address that the account has moved to another one.
create table email_undos (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- What the mail to the old address said; only its hash is kept.
  code_hash bytea not null unique check (length(code_hash) = 32),
  -- The proved address that comes back.
  email text not null check (email = lower(email)),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- An undoing of an earlier change takes all later ones with it.
  voided_at timestamptz,
  check (expires_at <= (created_at + interval '72 hours')),
  check (used_at is null or voided_at is null)
);
create index email_undos_of_user on email_undos (user_id, created_at);
-- Until it is over, no other account may take the address and stand in the way.
create index email_undos_of_email on email_undos (email) where used_at is null and voided_at is null;
create index email_undos_by_age on email_undos (created_at);
-- Keep email_undos for 2 days from expires_at (the brand): ways back to an earlier mail address
grant select, insert, update, delete on email_undos to shirogane_app;

-- A new mail address or number that its owner has not shown to reach them yet.
create table pending_contacts (
  user_id uuid references users (id),
  kind text check (kind in ('email', 'phone')),
  value text not null,
  created_at timestamptz not null,
  primary key (user_id, kind)
);
-- Keep pending_contacts for 2 days from created_at (the brand): new addresses and numbers that wait for their code
grant select, insert, update, delete on pending_contacts to shirogane_app;

-- How and when a person became a verified member: by the code from an SMS, or by documents shown to staff.
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
create index verifications_of_number on verifications (phone_number) where phone_number is not null;
-- Keep verifications as member
grant select, insert, update on verifications to shirogane_app;

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
-- Keep counter_codes for 2 days from issued_at (the brand): codes that were shown at a counter
grant select, insert, update, delete on counter_codes to shirogane_app;

-- After the functions

create trigger act_on_record after insert on verifications
for each row when (new.employee_id is not null)
execute function ledger.act_is_on_record('member.verified', 'employee_id', 'verified_at', 'user_id', 'user_id',
  'document');
create trigger verification_proves_a_phone after insert or update of method on verifications
for each row when (new.method = 'pin') execute function keep_phone_verified();
