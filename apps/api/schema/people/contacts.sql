-- Numbers of questions, as they are read out on the telephone.
create sequence contact_numbers as bigint start 1001;
grant usage on sequence contact_numbers to shirogane_app;

-- What customers and visitors ask, and who of the staff saw and answered it.
create table contacts (
  id uuid primary key,
  -- What is read out on the telephone.
  number text not null default 'Q' || lpad(nextval('contact_numbers')::text, 6, '0') unique,
  -- Null for a visitor.
  user_id uuid references users (id),
  name text not null,
  email text,
  kind text not null
    check (kind in ('payment', 'charge', 'points', 'goods', 'kyc', 'affiliate', 'account', 'sale_amount', 'sale_unknown',
    'sale_points', 'other')),
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
create index contacts_answered on contacts (handled_at) where status = 'done';
create index contacts_of_user on contacts (user_id) where user_id is not null;
-- Keep contacts for 3 years after the answer (the brand): questions, with what staff did about them (`contact_acts`)
--   over: r.status = 'done' and r.handled_at < ledger.now() - interval '3 years'
grant select, insert, update, delete on contacts to shirogane_app;

-- Who looked at a question, and what they did. Rows are only ever added.
create table contact_acts (
  id bigint generated always as identity primary key,
  contact_id uuid not null references contacts (id) on delete cascade,
  employee_id uuid not null references employees (user_id),
  act text not null check (act in ('seen', 'done', 'reopened', 'noted')),
  note text,
  at timestamptz not null default now()
);
create index contact_acts_of_contact on contact_acts (contact_id, id);
-- Keep contact_acts with contacts
grant select, insert on contact_acts to shirogane_app;

-- After the functions

create trigger contact_stays before delete on contacts for each row execute function contact_stays();

create trigger act_on_record after insert on contact_acts
for each row execute function ledger.act_is_on_record('contact.*', 'employee_id', 'at', 'contact_id', '', 'note');
