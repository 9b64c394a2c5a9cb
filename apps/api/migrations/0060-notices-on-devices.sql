-- Notices know what they are about, so that their reader chooses which may ring or be mailed; devices are told once each.

set lock_timeout = '3s';

alter table notifications
  -- `security` cannot be switched off: it is how an owner hears that somebody else is in.
  add column topic text not null default 'news'
    check (topic in ('payment', 'offer', 'news', 'affiliate', 'security')),
  add column picture text check (picture ~ '^[a-z]{2,12}$'),
  add column action_label text,
  -- A page of our own and never an address elsewhere.
  add column action_path text check (action_path ~ '^/[a-z]'),
  add constraint notifications_whole_action check ((action_label is null) = (action_path is null));

-- Whoever has no row has switched nothing off.
create table notification_choices (
  user_id uuid primary key references users (id),
  push_off text[] not null default '{}' check (push_off <@ array['payment', 'offer', 'news', 'affiliate']),
  mail_off text[] not null default '{}' check (mail_off <@ array['payment', 'offer', 'news', 'affiliate'])
);

-- One device is one session: where the session ends, the device hears nothing more of this person.
create table push_subscriptions (
  session_id uuid primary key references sessions (id) on delete cascade,
  user_id uuid not null references users (id),
  -- A keyed name of the address, because one browser belongs to whoever signed in last.
  endpoint_name text not null unique,
  -- Address and keys; whoever has them can ring this device.
  sealed bytea not null,
  shows_amounts boolean not null default false,
  created_at timestamptz not null
);
create index push_subscriptions_of_user on push_subscriptions (user_id);

-- What devices have yet to be told. A row goes once it is told, or once nobody would care any more.
create table pushes (
  notification_id uuid not null references notifications (id) on delete cascade,
  session_id uuid not null references push_subscriptions (session_id) on delete cascade,
  attempts smallint not null default 0 check (attempts >= 0),
  available_at timestamptz not null default '-infinity',
  primary key (notification_id, session_id)
);
create index pushes_due on pushes (available_at);
create index pushes_of_session on pushes (session_id);
