-- Pictures that people uploaded and we drew anew; the drawing itself lies in the store of objects.

set lock_timeout = '3s';

create table avatars (
  name text primary key check (name ~ '^[0-9a-f]{32}$'),
  user_id uuid not null references users (id),
  created_at timestamptz not null default now()
);
create index avatars_of_user on avatars (user_id);
create index avatars_by_age on avatars (created_at);
