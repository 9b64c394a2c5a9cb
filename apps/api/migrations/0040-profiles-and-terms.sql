-- What people tell about themselves, and which texts of the house they have agreed to.

set lock_timeout = '3s';

alter table users
  -- The name as it is searched for: old and rare forms of a character as the common one. The name itself is never changed.
  add column search_name text not null default '',
  add column guardian_name text,
  add column guardian_consented_at timestamptz,
  add column username_changed_at timestamptz,
  add constraint guardian_consented check ((guardian_name is null) = (guardian_consented_at is null));
create index users_by_search_name on users (search_name text_pattern_ops) where search_name <> '';

-- A name that somebody gave up is never given to anybody else, who would be taken for them.
create table former_usernames (
  username text primary key check (username = lower(username)),
  user_id uuid not null references users (id),
  given_up_at timestamptz not null default now()
);
create function keep_former_username() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from former_usernames f where f.username = new.username and f.user_id <> new.id) then
    raise unique_violation using constraint = 'users_username_key', message = 'This username belonged to somebody else.';
  end if;
  if tg_op = 'UPDATE' then
    insert into former_usernames (username, user_id) values (old.username, old.id) on conflict do nothing;
  end if;
  return new;
end $$;
create trigger username_given before insert on users for each row execute function keep_former_username();
create trigger username_changed before update of username on users
  for each row when (old.username <> new.username) execute function keep_former_username();

-- Every version of every text that the house publishes, as it was published.
create table legal_documents (
  id uuid primary key,
  slug text not null check (slug in ('tos', 'pp', 'funds', 'law', 'points', 'affiliator', 'later', 'secondhand')),
  version text not null check (version ~ '^[0-9]{1,3}\.[0-9]{1,3}$'),
  title text not null,
  -- What changed or matters most, in a few lines.
  summary text[] not null default '{}',
  -- [{ "heading": …, "blocks": [{ "kind": "text" | "list" | "steps" | "table" | "facts", … }] }]
  sections jsonb not null,
  -- A change that people must agree to again.
  is_material boolean not null,
  effective_at timestamptz not null,
  published_at timestamptz not null default now(),
  unique (slug, version),
  unique (slug, effective_at)
);
create function legal_document_stays() returns trigger language plpgsql as $$
begin
  raise exception 'A published text is never changed: publish a new version.';
end $$;
create trigger legal_document_stays before update or delete on legal_documents
  for each row execute function legal_document_stays();

-- Who agreed to which version, and when. Rows are only ever added.
create table consents (
  user_id uuid not null references users (id),
  slug text not null,
  version text not null,
  agreed_at timestamptz not null,
  primary key (user_id, slug, version)
);

-- Whether the version that somebody accepted still covers what is in force.
create function has_agreed_to_terms(accepted text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select accepted is not null and not exists (
    select from legal_documents d
    where d.slug = 'tos' and d.is_material and d.effective_at <= now()
      and d.effective_at > coalesce(
        (select a.effective_at from legal_documents a where a.slug = 'tos' and a.version = accepted), '-infinity'));
$$;
