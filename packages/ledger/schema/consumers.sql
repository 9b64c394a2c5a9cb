-- How far each consumer of what was posted has come, in the order of the database's own transactions: every movement up
-- to this one is dealt with or set aside. Beside the live screens, who are told row by row of the outbox.
create table ledger.consumers (
  consumer text primary key,
  xid xid8 not null default '0',
  id uuid not null default '00000000-0000-0000-0000-000000000000',
  moved_at timestamptz not null default now()
);
-- Keep ledger.consumers as brand
grant select on ledger.consumers to shirogane_app;
insert into ledger.consumers (consumer) values ('mails'), ('gifts');

-- Movements that a consumer could not deal with: it has gone on, and tries them again by themselves.
create table ledger.set_aside (
  consumer text references ledger.consumers,
  transaction_id uuid,
  attempts smallint not null default 1,
  due_at timestamptz not null,
  -- Tried for the last time: it waits for a person.
  dead boolean not null default false,
  primary key (consumer, transaction_id)
);
-- Keep ledger.set_aside as moment
grant select on ledger.set_aside to shirogane_app;

-- After the functions

create trigger consumers_remain before truncate on ledger.consumers
for each statement execute function ledger.refuse_change();
create trigger consumers_stay before delete on ledger.consumers
for each row execute function ledger.refuse_change();
create trigger set_aside_remains before truncate on ledger.set_aside
for each statement execute function ledger.refuse_change();
