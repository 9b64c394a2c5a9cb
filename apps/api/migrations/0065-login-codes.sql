-- A login in a browser that its owner has not used before: the password was right, and a code is still on its way.

set lock_timeout = '3s';

create table login_flows (
  id uuid primary key,
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  user_id uuid not null references users (id),
  -- The browser that asked; null for programs, which have none. Asked again from there, the code that went out stays good.
  device_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The code came back, or was guessed at once too often.
  ended_at timestamptz
);
create index login_flows_of_user on login_flows (user_id, created_at desc);
create index login_flows_by_age on login_flows (created_at);
