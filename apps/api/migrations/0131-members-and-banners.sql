-- What head office keeps of its members (stops, notes) and shows them (banners with pictures of its own).

set lock_timeout = '3s';

-- Why an account was stopped, by whom, and how that ended. What was written is never rewritten.
create table member_stops (
  id uuid primary key,
  user_id uuid not null references users (id),
  stopped_at timestamptz not null,
  stopped_by uuid not null references employees (user_id),
  reason text not null check (length(trim(reason)) between 1 and 200),
  allowed_at timestamptz,
  allowed_by uuid references employees (user_id),
  allow_reason text check (length(trim(allow_reason)) between 1 and 200),
  check ((allowed_at is null) = (allowed_by is null) and (allowed_at is null) = (allow_reason is null)),
  check (allowed_at >= stopped_at)
);
create unique index member_stops_open on member_stops (user_id) where allowed_at is null;
create index member_stops_of_user on member_stops (user_id, stopped_at desc);

create function member_stop_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.allowed_at is not null
    or (new.id, new.user_id, new.stopped_at, new.stopped_by, new.reason)
      is distinct from (old.id, old.user_id, old.stopped_at, old.stopped_by, old.reason) then
    raise exception 'A stop is only ever ended, once.' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger member_stop_stays before update or delete on member_stops
  for each row execute function member_stop_stays();

-- What staff should know of a member. A note that is taken away stays with the name of whoever did it.
create table member_notes (
  id uuid primary key,
  user_id uuid not null references users (id),
  author_id uuid not null references employees (user_id),
  text text not null check (length(trim(text)) between 1 and 200),
  at_till boolean not null,
  created_at timestamptz not null,
  removed_at timestamptz,
  removed_by uuid references employees (user_id),
  check ((removed_at is null) = (removed_by is null))
);
create index member_notes_of_user on member_notes (user_id, created_at desc) where removed_at is null;

-- Pictures of banners, drawn anew by us.
create table banner_images (
  name text primary key check (name ~ '^[0-9a-f]{32}$'),
  uploaded_by uuid not null references users (id),
  created_at timestamptz not null
);

alter table banners
  add column image text references banner_images (name),
  add column alt text not null default '',
  add constraint banner_picture_is_told check (image is null or length(trim(alt)) > 0),
  add constraint banner_has_a_period check (published_until > published_from);
-- Two banners change places in one commit.
alter table banners drop constraint banners_position_key;
alter table banners add constraint banners_position_key unique (position) deferrable initially deferred;

-- How staff look for a member: by the beginning of a name in kana or of a user name, or by the end of a number. The
-- beginning of a name in kanji has its index already.
create index users_by_kana on users ((last_name_kana || first_name_kana) text_pattern_ops) where type = 'customer';
create index users_by_username_start on users (username text_pattern_ops) where type = 'customer';
create index users_by_phone_end on users ((right(phone_number, 4))) where type = 'customer' and phone_number is not null;
create index users_stopped on users (id) where type = 'customer' and suspended_at is not null;
