-- The way back for whoever finds at an old mail address that the account has moved away from it.

set lock_timeout = '3s';

create table email_undos (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- What the mail to the old address said; only its hash is kept.
  code_hash bytea not null unique check (length(code_hash) = 32),
  -- The proved address that comes back.
  email text not null check (email = lower(email)),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at <= created_at + interval '72 hours'),
  used_at timestamptz,
  -- An undoing of an earlier change takes all later ones with it.
  voided_at timestamptz,
  check (used_at is null or voided_at is null)
);
create index email_undos_of_user on email_undos (user_id, created_at);
-- Until it is over, nobody else may take the address and stand in the way.
create index email_undos_of_email on email_undos (email) where used_at is null and voided_at is null;
create index email_undos_by_age on email_undos (created_at);
