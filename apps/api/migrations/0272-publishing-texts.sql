-- A new version of a text of the house is proposed by one person of head office and published by another. What was
-- proposed is kept as it was, whatever became of it.

set lock_timeout = '3s';

-- What a version changes against the one before it; empty for the first of each text.
alter table legal_documents add column changes text not null default '';

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
  -- Whoever proposed it takes it back and decides nothing.
  check (decided_by is null or (decided_by = requested_by) = (status = 'withdrawn')),
  -- Nothing comes into force on a day that has begun, and members hear of terms that matter thirty days before.
  constraint legal_change_in_time check (status in ('rejected', 'withdrawn')
    or effective_on >= (coalesce(decided_at, requested_at) at time zone 'Asia/Tokyo')::date
      + case when slug = 'tos' and is_material then 30 else 1 end)
);
-- One version of a text waits at a time.
create unique index legal_changes_waiting on legal_changes (slug) where status = 'requested';
create index legal_changes_of_text on legal_changes (slug, requested_at desc);
