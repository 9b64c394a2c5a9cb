-- What guards an account beyond its password: proofs asked for a second time, passkeys, changes that wait for a code.

set lock_timeout = '3s';

-- Somebody who is signed in has shown again who they are, for one purpose and once.
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

-- A key that a device keeps. Only its public half is here.
create table passkeys (
  id uuid primary key,
  credential_id text not null unique check (credential_id ~ '^[A-Za-z0-9_-]+$' and length(credential_id) between 8 and 1400),
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

-- What a device is asked to sign: good once and for minutes.
create table passkey_challenges (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  -- Whose new key it is for; null where a key shall say who somebody is.
  user_id uuid references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index passkey_challenges_by_age on passkey_challenges (expires_at);

-- A new mail address or number that its owner has not shown to reach them yet.
create table pending_contacts (
  user_id uuid not null references users (id),
  kind text not null check (kind in ('email', 'phone')),
  value text not null,
  created_at timestamptz not null,
  primary key (user_id, kind)
);

-- What was changed of an account's security and when: the rules of money ask, and the owner's export tells.
create table account_changes (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null check (kind in ('email', 'phone', 'password', 'passkey_added', 'passkey_removed', 'exported', 'closed')),
  session_id uuid references sessions (id),
  at timestamptz not null
);
create index account_changes_of_user on account_changes (user_id, at desc);

-- The way into the online store: a value that is good once, for a minute, for the store alone.
create table handoffs (
  id uuid primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  session_id uuid not null references sessions (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The session that it opened, which ends when the value is shown a second time.
  store_session_id uuid references sessions (id)
);
create index handoffs_by_age on handoffs (created_at);

-- A proof of the store's own that was shown once.
create table store_assertions (
  jti_hash bytea primary key check (length(jti_hash) = 32),
  expires_at timestamptz not null
);
create index store_assertions_by_age on store_assertions (expires_at);

-- The session that another one was opened from, and ends with.
alter table sessions add column parent_id uuid references sessions (id);
create index sessions_of_parent on sessions (parent_id) where parent_id is not null and revoked_at is null;

create or replace function end_what_hangs_on_a_session() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform ledger.void_pay_codes(new.id);
  update sessions set revoked_at = new.revoked_at, revoked_reason = 'parent'
  where parent_id = new.id and revoked_at is null;
  perform pg_notify('session_revoked', new.id::text);
  return null;
end $$;

-- An account that its owner has closed. What the law keeps stays with a name in place of the person.
alter table users
  add column closed_at timestamptz,
  add column closed_reason text,
  -- When the last traces of the person were taken out.
  add column erased_at timestamptz,
  add constraint closed_is_suspended check (closed_at is null or suspended_at is not null);
create index users_closed on users (closed_at) where closed_at is not null and erased_at is null;
