-- Messages for an open app, written by the commit that they tell of; a row goes once it is told.
create table live_events (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  event text not null check (event in ('becomeAffiliator', 'approvalChange', 'confirmationChange')),
  payload jsonb not null,
  created_at timestamptz not null
);
-- Keep live_events as moment
grant select, insert, update, delete on live_events to shirogane_app;

-- What one process tells the sockets of another goes through NOTIFY, which carries 8,000 bytes: longer messages lie
-- here for the moment in between. They need not survive a crash.
create unlogged table socket_io_attachments (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  payload bytea not null
);
create index socket_io_attachments_by_age on socket_io_attachments (created_at);
-- Keep socket_io_attachments as moment
grant select, insert, delete on socket_io_attachments to shirogane_app;
