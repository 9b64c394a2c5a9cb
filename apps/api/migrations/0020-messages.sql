-- Mails and SMS wait here for the messenger, written in the commit that they tell of.

create table messages (
  id uuid primary key,
  user_id uuid references users (id),
  channel text not null check (channel in ('mail', 'sms')),
  template text not null,
  -- An event that is told twice still makes one message.
  dedupe_key text not null unique,
  -- A keyed name of the address, to find and count messages by without storing it in the clear.
  recipient_name text not null,
  -- Address and contents, sealed with the service's key; gone once the message is out, for it may hold a code.
  sealed bytea,
  created_at timestamptz not null,
  available_at timestamptz not null,
  attempts smallint not null default 0 check (attempts >= 0),
  sent_at timestamptz,
  -- Why nobody will try again; null while somebody will.
  failure text,
  check (sent_at is null or failure is null)
);
create index messages_due on messages (available_at, id) where sent_at is null and failure is null;
create index messages_of_recipient on messages (recipient_name, created_at desc);
create index messages_of_user on messages (user_id) where user_id is not null;
create index messages_by_age on messages (created_at);
