-- One human act, one effect: the key of a request, what it asked, and what came of it.
create table ledger.idempotency (
  actor_id uuid,
  route text,
  key text,
  request_hash bytea not null,
  transaction_id uuid not null,
  -- Null when the movement was posted; else the refusal that was answered.
  refusal jsonb,
  created_at timestamptz not null,
  -- The database transaction that took the key: it alone writes the answer.
  xid xid8 not null default pg_current_xact_id(),
  primary key (actor_id, route, key)
);
-- Keep ledger.idempotency for 25 hours by ledger.tidy (the brand): keys that answer a repeat for 24 hours
grant select on ledger.idempotency to shirogane_app;

-- What the world is to be told, written in the commit that made it true.
create table ledger.outbox (
  id bigint generated always as identity primary key,
  topic text not null,
  transaction_id uuid not null,
  created_at timestamptz not null,
  available_at timestamptz not null,
  attempts smallint not null default 0,
  sent_at timestamptz,
  dead boolean not null default false,
  -- While a process has it in hand, this is when it is due instead.
  leased_until timestamptz
-- A row that is taken in hand is changed on its own page, which keeps room for that: no index hears of it.
) with (fillfactor = 40);
create unique index outbox_once on ledger.outbox (transaction_id, topic);
create index outbox_due on ledger.outbox (available_at, id) where sent_at is null and not dead;
-- Keep ledger.outbox for 31 days by ledger.tidy (the brand): announcements that were sent
grant select, update (available_at, attempts, sent_at, dead, leased_until) on ledger.outbox to shirogane_app;

-- After the functions

create trigger idempotency_answers_are_final before update on ledger.idempotency
for each row execute function ledger.answer_given();
create trigger idempotency_remains before truncate on ledger.idempotency
for each statement execute function ledger.refuse_change();

create trigger outbox_remains before truncate on ledger.outbox
for each statement execute function ledger.refuse_change();
