-- The memory of the demo's card gateway. It stands in for somebody else's database: nothing of ours refers to it, and
-- like a real gateway's answers it holds no card number.

create table sandbox_objects (
  id text primary key check (id ~ '^(tok|cus|car|ch|evnt)_[0-9a-z]{8,40}$'),
  data jsonb not null,
  created_at timestamptz not null default now()
);
create index sandbox_objects_of_customer on sandbox_objects ((data ->> 'customer')) where data ? 'customer';
