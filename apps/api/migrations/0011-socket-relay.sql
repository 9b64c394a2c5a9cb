-- What one process tells the sockets of another goes through NOTIFY, which carries 8,000 bytes: longer messages lie here
-- for the moment in between. Nothing of them need survive a crash.

set lock_timeout = '3s';

create unlogged table socket_io_attachments (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  payload bytea not null
);
create index socket_io_attachments_by_age on socket_io_attachments (created_at);
grant select, insert, delete on socket_io_attachments to shirogane_app;
