-- What customers and visitors ask us, and who of the staff saw and answered it.

set lock_timeout = '3s';

create sequence contact_numbers as bigint start 1001;

create table contacts (
  id uuid primary key,
  -- What is read out on the telephone.
  number text not null unique default 'Q' || lpad(nextval('contact_numbers')::text, 6, '0'),
  -- Null for a visitor.
  user_id uuid references users (id),
  name text not null,
  email text,
  kind text not null check (kind in ('payment', 'charge', 'points', 'goods', 'kyc', 'affiliate', 'account', 'other')),
  message text not null,
  -- The sale that it is about; what a visitor typed stays apart from what was checked to be theirs.
  transaction_id uuid,
  transaction_number text,
  status text not null default 'open' check (status in ('open', 'done')),
  note text not null default '',
  handled_by uuid references employees (user_id),
  handled_at timestamptz,
  search_text text not null,
  created_at timestamptz not null default now(),
  check ((status = 'done') = (handled_by is not null and handled_at is not null))
);
create index contacts_by_status on contacts (status, created_at desc, id desc);
create index contacts_by_time on contacts (created_at desc, id desc);

-- Who looked at whose words, and what they did. Rows are only ever added.
create table contact_acts (
  id bigint generated always as identity primary key,
  contact_id uuid not null references contacts (id),
  employee_id uuid not null references employees (user_id),
  act text not null check (act in ('seen', 'done', 'reopened', 'noted')),
  note text,
  at timestamptz not null default now()
);
create index contact_acts_of_contact on contact_acts (contact_id, id);
