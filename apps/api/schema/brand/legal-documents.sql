-- Every version of every text that the brand publishes, as it was published.
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
  -- What a version changes against the one before it; empty for the first of each text.
  changes text not null default '',
  unique (slug, effective_at),
  unique (slug, version)
);
-- Keep legal_documents as brand
grant select on legal_documents to shirogane_app;

-- The versions of the terms of use that still count as agreed: those after which nothing material took effect. A
-- view, so that reading a person, which every call does, is planned as one statement.
create view agreeable_terms as
  select a.version from legal_documents a
  where a.slug = 'tos' and not exists (
    select from legal_documents d
    where d.slug = 'tos' and d.is_material and d.effective_at <= now() and d.effective_at > a.effective_at);
grant select on agreeable_terms to shirogane_app;

-- A new version of a legal document is proposed by one person of head office and published by another. What was
-- proposed is kept as it was, also when it was rejected or withdrawn.
create table legal_changes (
  id uuid primary key,
  slug text not null check (slug in ('tos', 'pp', 'funds', 'law', 'points', 'affiliator', 'later', 'secondhand')),
  -- The newest version when it was proposed, which it follows.
  follows text,
  version text not null check (version ~ '^[0-9]{1,3}\.[0-9]{1,3}$'),
  title text not null,
  changes text not null check (changes <> ''),
  summary text[] not null,
  sections jsonb not null,
  is_material boolean not null,
  -- In force from the beginning of this day in Japan.
  effective_on date not null,
  status text not null default 'requested' check (status in ('requested', 'approved', 'rejected', 'withdrawn')),
  requested_by uuid not null references employees (user_id),
  requested_at timestamptz not null,
  decided_by uuid references employees (user_id),
  decided_at timestamptz,
  document_id uuid unique references legal_documents (id),
  check ((status = 'requested') = (decided_by is null)),
  check ((decided_by is null) = (decided_at is null)),
  check ((status = 'approved') = (document_id is not null)),
  -- The one who proposed it may withdraw it, and decides nothing.
  check (decided_by is null or (decided_by = requested_by) = (status = 'withdrawn')),
  -- Nothing comes into force on a day that has begun, and members hear of terms that matter thirty days before.
  constraint legal_change_in_time check (status in ('rejected', 'withdrawn')
    or effective_on >= (coalesce(decided_at, requested_at) at time zone 'Asia/Tokyo')::date
    + case when slug = 'tos' and is_material then 30 else 1 end)
);
-- One version of a text waits at a time.
create unique index legal_changes_waiting on legal_changes (slug) where status = 'requested';
create index legal_changes_of_text on legal_changes (slug, requested_at desc);
-- Keep legal_changes as brand
grant select, insert (id, slug, follows, version, title, changes, summary, sections, is_material, effective_on,
  requested_by, requested_at), update (status, decided_by, decided_at) on legal_changes to shirogane_app;

-- Who agreed to which version, and when. Rows are only ever added.
create table consents (
  user_id uuid references users (id),
  slug text,
  version text,
  agreed_at timestamptz not null,
  primary key (user_id, slug, version)
);
-- Keep consents for the membership, and 1 year (the brand): which version of a text a person agreed
--   to
--   over: exists (select from users u where u.id = r.user_id and u.closed_at < ledger.now() - interval '1 year')
grant select, insert, delete on consents to shirogane_app;

-- Every member is told of new terms, in the order in which they joined; the row notes how far the telling came.
create table terms_announcements (
  document_id uuid primary key references legal_documents (id),
  notified_until timestamptz not null default '-infinity',
  notified_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
-- Keep terms_announcements as brand
grant select, update (notified_until, notified_id) on terms_announcements to shirogane_app;

-- After the functions

create trigger legal_document_stays before delete or update on legal_documents
for each row execute function legal_document_stays();

create trigger two_persons after insert or update on legal_changes
for each row when (new.status = 'approved') execute function ledger.two_persons('requested_by', 'decided_by');

create trigger consents_stay before update on consents for each row execute function row_stays();
create trigger consents_stay_for before delete on consents
for each row execute function row_stays_after_leaving('1 year', 'user_id');
