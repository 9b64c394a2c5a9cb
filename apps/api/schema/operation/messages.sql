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
  -- Address and contents, encrypted with the service's key; gone once the message is out, for it may hold a code.
  encrypted bytea,
  created_at timestamptz not null,
  available_at timestamptz not null,
  attempts smallint not null default 0 check (attempts >= 0),
  sent_at timestamptz,
  -- Why it is not tried again; null while it is.
  failure text,
  can_wait boolean not null default false,
  check (sent_at is null or failure is null)
);
create index messages_of_recipient on messages (recipient_name, created_at desc);
create index messages_of_user on messages (user_id) where user_id is not null;
create index messages_by_age on messages (created_at);
-- What many are told at once goes out behind what one person waits for: a code, or a payment to be agreed to.
create index messages_due on messages (can_wait, available_at, id) where sent_at is null and failure is null;
-- Keep messages for 90 days from created_at (the brand): mails and SMS that were sent; what was in
--   them goes when they are sent
grant select, insert, update, delete on messages to shirogane_app;

-- A notice to one person, shown in the app and told to their devices.
create table notifications (
  id uuid primary key,
  user_id uuid not null,
  -- What it tells, and the names and figures in it: its sentences are made of them when it is read.
  kind text not null check (kind ~ '^[a-z_]{2,40}$'),
  facts jsonb not null,
  transaction_id uuid,
  -- An event that is delivered twice still makes one notice.
  dedupe_key text not null unique,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  -- `security` cannot be switched off: it is how an owner hears that another person is in.
  topic text not null default 'news' check (topic in ('payment', 'offer', 'news', 'affiliate', 'security')),
  picture text check (picture ~ '^[a-z]{2,12}$'),
  -- A page of our own and never an address elsewhere.
  action_path text check (action_path ~ '^/[a-z]')
);
create index notifications_of_user on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
-- Keep notifications as member
grant select, insert, update, delete on notifications to shirogane_app;

-- What a person has switched off. A person without a row has switched nothing off.
create table notification_choices (
  user_id uuid primary key references users (id),
  push_off text[] not null default '{}' check (push_off <@ array['payment', 'offer', 'news', 'affiliate']),
  mail_off text[] not null default '{}' check (mail_off <@ array['payment', 'offer', 'news', 'affiliate'])
);
-- Keep notification_choices as account
grant select, insert, update on notification_choices to shirogane_app;

-- What devices have yet to be told. A row goes once it is told, or once it is too late to matter.
create table pushes (
  notification_id uuid references notifications (id) on delete cascade,
  session_id uuid,
  attempts smallint not null default 0 check (attempts >= 0),
  available_at timestamptz not null default '-infinity',
  can_wait boolean not null default false,
  primary key (notification_id, session_id)
);
create index pushes_of_session on pushes (session_id);
create index pushes_due on pushes (can_wait, available_at, notification_id);
-- Keep pushes as login
grant select, insert, update, delete on pushes to shirogane_app;

-- One device is one session: where the session ends, the device hears nothing more of this person.
create table push_subscriptions (
  session_id uuid primary key references sessions (id) on delete cascade,
  user_id uuid not null references users (id),
  -- A keyed name of the address, because one browser belongs to the person who signed in last.
  endpoint_name text not null unique,
  -- Address and keys, encrypted: they are all that it takes to ring this device.
  encrypted bytea not null,
  shows_amounts boolean not null default false,
  created_at timestamptz not null
);
create index push_subscriptions_of_user on push_subscriptions (user_id);
-- Keep push_subscriptions as login
grant select, insert, update, delete on push_subscriptions to shirogane_app;

-- Texts that are paid for and never confirmed are how a pumped range of numbers looks: what is sent there is
-- watched, and sending there pauses.
create table sms_pauses (
  -- A block of ten thousand numbers, a network that asks, or all of them: the last is told and not paused.
  scope text check (scope in ('block', 'network', 'all')),
  name text,
  asked integer not null check (asked > 0),
  confirmed integer not null,
  since timestamptz not null,
  until timestamptz not null,
  primary key (scope, name),
  check (confirmed between 0 and asked),
  check (until > since)
);
-- Keep sms_pauses for 90 days after the pause (the brand): numbers and networks not texted for an hour
--   over: r.until < ledger.now() - interval '90 days'
grant select, insert, update, delete on sms_pauses to shirogane_app;

-- After the functions

create trigger notice_keeps_its_reader before update of user_id on notifications
for each row execute function row_stays();
-- Instead of a foreign key, which takes hold of the reader's row for each notice, in every payment of theirs.
create trigger notices_have_readers after insert on notifications referencing new table as told
for each statement execute function notices_have_readers();

alter table pushes add constraint pushes_session_id_fkey
  foreign key (session_id) references push_subscriptions (session_id) on delete cascade;
