-- One row is one signed-in device: a family of refresh tokens, of which only the newest generation is good.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- The public half of the session: it proves that the caller can read our JSON, and opens nothing alone.
  handle text not null unique,
  audience text not null default 'api' check (audience in ('api', 'online_store')),
  device_id text not null,
  -- The secret of each generation is derived from a server key, this salt and the generation: nothing to steal here.
  salt bytea not null,
  generation integer not null default 1 check (generation > 0),
  rotated_at timestamptz not null default now(),
  -- True once an access token of the newest generation was seen: from then on the previous generation is dead.
  acknowledged boolean not null default false,
  -- When each earlier generation was superseded, newest last: [{ "generation": 3, "at": "…" }, …], at most ten.
  superseded jsonb not null default '[]',
  user_agent text,
  ip inet,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  absolute_expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text,
  -- Programs keep their own secret and get no cookie; the two forms of a session never mix.
  client text not null default 'browser' check (client in ('browser', 'api')),
  -- The session that another one was opened from, and ends with.
  parent_id uuid references sessions (id),
  -- A register that was taken over by PIN: the session it was before. No password was shown since.
  taken_over_from uuid references sessions (id),
  -- When the person last did something, as opposed to their page, which renews its tokens and asks for news by
  -- itself. It is written at most every few seconds, and only where a register can be left open.
  active_at timestamptz,
  check ((revoked_at is null) = (revoked_reason is null))
);
create index sessions_of_user on sessions (user_id) where revoked_at is null;
create index sessions_ended on sessions (revoked_at) where revoked_at is not null;
create index sessions_of_parent on sessions (parent_id) where parent_id is not null and revoked_at is null;
-- A login asks for all sessions that a person ever had, the ended ones too: whether this browser is known.
create index sessions_of_person on sessions (user_id, created_at);
-- The name of the device never changes while it is kept: a refresh of the session writes nothing here.
create index sessions_by_age on sessions (created_at) where device_id <> '';
-- Keep sessions for 3 years after its last use (the brand): address, browser and device of a login
--   over: r.device_id <> '' and r.created_at < ledger.now() - interval '3 years'
--     and r.last_used_at < ledger.now() - interval '3 years'
--   emptied: ip = null, user_agent = null, device_id = ''
grant select, insert, update on sessions to shirogane_app;

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
-- Keep handoffs for 2 days from created_at (the brand): links into the online store
grant select, insert, update, delete on handoffs to shirogane_app;

-- A proof of the store's own that was shown once.
create table store_assertions (
  jti_hash bytea primary key check (length(jti_hash) = 32),
  expires_at timestamptz not null
);
create index store_assertions_by_age on store_assertions (expires_at);
-- Keep store_assertions for 2 days from expires_at (the brand): proofs of the online store
grant select, insert, delete on store_assertions to shirogane_app;

-- A login in a browser that its owner has not used before: the password was right, and a code is still on its way.
create table login_flows (
  id uuid primary key,
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  user_id uuid not null references users (id),
  -- The browser that asked; null for programs, which have none. Asked again from there, the code that went out stays
  -- good.
  device_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The code came back, or was guessed at once too often.
  ended_at timestamptz
);
create index login_flows_of_user on login_flows (user_id, created_at desc);
create index login_flows_by_age on login_flows (created_at);
-- Keep login_flows for 2 days from created_at (the brand): logins under way
grant select, insert, update, delete on login_flows to shirogane_app;

-- After the functions

create trigger session_ended after update of revoked_at on sessions
for each row when (old.revoked_at is null and new.revoked_at is not null)
execute function end_what_hangs_on_a_session();
create trigger session_ended_with_its_children after update of revoked_at on sessions
for each row when (old.revoked_at is null and new.revoked_at is not null)
execute function end_sessions_opened_from_it();
create trigger sign_in_on_record after insert on sessions for each row execute function ledger.sign_in_is_on_record();
