-- The ledger: value moves by immutable transfers only, and each customer's balances are kept by those transfers.

create schema ledger;

-- The kinds of account, yen first and points after: the order is what keeps the two assets apart in a transfer.
create type ledger.account as enum (
  'balance_paid', 'balance_bonus', 'sales', 'drawer', 'card_clearing', 'bonus_cost',
  'point_regular', 'point_limited', 'points_redeemed', 'points_cost', 'points_expired'
);

create table ledger.accounts (
  kind ledger.account primary key,
  asset text not null check (asset = case when kind < 'point_regular' then 'JPY' else 'POINT' end),
  holder text not null check (holder in ('customer', 'store')),
  meaning text not null
);
insert into ledger.accounts (kind, asset, holder, meaning) values
  ('balance_paid', 'JPY', 'customer', 'Balance that the customer paid for: a debt of the brand in goods, never paid out'),
  ('balance_bonus', 'JPY', 'customer', 'Balance that the customer was given'),
  ('sales', 'JPY', 'store', 'What the store sold, after points'),
  ('drawer', 'JPY', 'store', 'Cash in the store''s drawers'),
  ('card_clearing', 'JPY', 'store', 'Card payments of the store''s terminal, not yet settled by the acquirer'),
  ('bonus_cost', 'JPY', 'store', 'What given balance costs the brand'),
  ('point_regular', 'POINT', 'customer', 'Points that live on while they are used'),
  ('point_limited', 'POINT', 'customer', 'Points with a fixed end, in lots'),
  ('points_redeemed', 'POINT', 'store', 'Points that customers used at the store'),
  ('points_cost', 'POINT', 'store', 'Points that the store granted'),
  ('points_expired', 'POINT', 'store', 'Points that ended unused');

-- A customer's balances and counters in one row. A store has no such row: its totals are sums, so that two payments
-- at one store never wait for each other.
create table ledger.wallets (
  user_id uuid primary key references users (id),
  balance_paid bigint not null default 0 check (balance_paid >= 0),
  balance_bonus bigint not null default 0 check (balance_bonus >= 0),
  point_regular bigint not null default 0 check (point_regular >= 0),
  point_limited bigint not null default 0 check (point_limited >= 0),
  -- Regular points live on while the wallet is used: twelve months after the last earning or spending.
  point_regular_expires_on date,
  -- Yen spent by balance on a business day, against the ceiling of a day.
  balance_spent_on date,
  balance_spent bigint not null default 0 check (balance_spent between 0 and balance_spent_ceiling),
  balance_spent_ceiling bigint not null default 200000 check (balance_spent_ceiling >= 0),
  level_index smallint not null default 0,
  level_year smallint not null,
  level_accumulation bigint not null default 0 check (level_accumulation >= 0)
) with (fillfactor = 80);

-- Limited points arrive in lots with a fixed end and are used up in the order of their ends.
create table ledger.point_lots (
  id uuid primary key,
  user_id uuid not null references ledger.wallets (user_id),
  granted bigint not null check (granted > 0),
  remaining bigint not null check (remaining between 0 and granted),
  expires_at timestamptz not null,
  transaction_id uuid not null
);
create index point_lots_open on ledger.point_lots (user_id, expires_at, id) where remaining > 0;

-- The head of every movement: who, where, when and what it came to. Amounts never change; the two columns that follow
-- a later refund or void only ever grow.
create table ledger.transactions (
  id uuid primary key,
  number text not null unique,
  kind text not null check (kind in ('payment', 'charge', 'grant', 'refund', 'void', 'convert', 'transfer',
    'reward', 'payout', 'expire', 'later_payment', 'adjustment')),
  customer_id uuid,
  store_id uuid,
  register_id uuid,
  employee_id uuid,
  pay_code_id uuid,
  related_id uuid,
  business_date date not null,
  spent_total bigint not null default 0 check (spent_total >= 0),
  tender_balance_paid bigint not null default 0 check (tender_balance_paid >= 0),
  tender_balance_bonus bigint not null default 0 check (tender_balance_bonus >= 0),
  tender_point_regular bigint not null default 0 check (tender_point_regular >= 0),
  tender_point_limited bigint not null default 0 check (tender_point_limited >= 0),
  tender_cash bigint not null default 0 check (tender_cash >= 0),
  tender_card bigint not null default 0 check (tender_card >= 0),
  tender_later bigint not null default 0 check (tender_later >= 0),
  cash_tendered bigint check (cash_tendered >= tender_cash),
  received_paid bigint not null default 0 check (received_paid >= 0),
  received_bonus bigint not null default 0 check (received_bonus >= 0),
  received_point_regular bigint not null default 0 check (received_point_regular >= 0),
  received_point_limited bigint not null default 0 check (received_point_limited >= 0),
  -- Why these points: the base that earned them and the rate of the level at that moment.
  earn_base bigint not null default 0 check (earn_base >= 0),
  rate_bp integer not null default 0 check (rate_bp >= 0),
  level_before smallint,
  level_after smallint,
  level_accumulation_after bigint,
  balance_paid_after bigint check (balance_paid_after >= 0),
  balance_bonus_after bigint check (balance_bonus_after >= 0),
  point_regular_after bigint check (point_regular_after >= 0),
  point_limited_after bigint check (point_limited_after >= 0),
  tax jsonb not null default '[]',
  message text,
  note text,
  refunded_total bigint not null default 0 check (refunded_total between 0 and spent_total),
  voided_by uuid,
  opened_at timestamptz not null,
  completed_at timestamptz not null,
  -- The database transaction that wrote the row: the sealer follows it, and transfers must share it.
  xid xid8 not null default pg_current_xact_id(),
  check (kind <> 'payment' or (
    spent_total > 0
    and spent_total = tender_balance_paid + tender_balance_bonus + tender_point_regular + tender_point_limited
      + tender_cash + tender_card + tender_later
    and employee_id is not null and store_id is not null and register_id is not null)),
  check (customer_id is not null or (tender_balance_paid = 0 and tender_balance_bonus = 0
    and tender_point_regular = 0 and tender_point_limited = 0 and tender_later = 0 and received_paid = 0
    and received_bonus = 0 and received_point_regular = 0 and received_point_limited = 0)),
  check (not (refunded_total > 0 and voided_by is not null))
);
create index transactions_of_customer on ledger.transactions (customer_id, completed_at desc, id desc);
create index transactions_of_store on ledger.transactions (store_id, completed_at desc, id desc);
create index transactions_by_xid on ledger.transactions (xid);
-- One settlement for one code, whatever else goes wrong.
create unique index transactions_pay_code on ledger.transactions (pay_code_id) where pay_code_id is not null;

-- What was sold, and which part of each tender fell on which line: a later return reads it back to the yen.
create table ledger.transaction_lines (
  transaction_id uuid not null,
  line smallint not null check (line > 0),
  sku_id uuid,
  sku text,
  name text not null,
  quantity integer not null check (quantity > 0),
  unit_price bigint not null check (unit_price > 0),
  discount bigint not null default 0 check (discount >= 0),
  subtotal bigint not null check (subtotal >= 0 and subtotal = unit_price * quantity - discount),
  tax_rate_bp integer not null check (tax_rate_bp >= 0),
  share_points bigint not null check (share_points >= 0),
  share_balance bigint not null check (share_balance >= 0),
  share_cash bigint not null check (share_cash >= 0),
  share_card bigint not null check (share_card >= 0),
  share_later bigint not null check (share_later >= 0),
  check (subtotal = share_points + share_balance + share_cash + share_card + share_later),
  primary key (transaction_id, line)
);

-- The only way value moves: from one account to another of the same asset, once, for good.
create table ledger.transfers (
  transaction_id uuid not null,
  line smallint not null check (line > 0),
  code text not null,
  debit_kind ledger.account not null,
  debit_holder uuid not null,
  credit_kind ledger.account not null,
  credit_holder uuid not null,
  amount bigint not null check (amount > 0),
  xid xid8 not null default pg_current_xact_id(),
  check ((debit_kind < 'point_regular') = (credit_kind < 'point_regular')),
  check (debit_kind <> credit_kind or debit_holder <> credit_holder),
  primary key (transaction_id, line)
);

-- A code on a customer's phone. Only keyed hashes are kept: the database alone cannot show or make one.
create table ledger.pay_codes (
  id uuid primary key,
  user_id uuid not null references ledger.wallets (user_id),
  session_id uuid not null references sessions (id),
  token_hash bytea not null unique,
  code_hash bytea not null unique,
  state text not null default 'live' check (state in ('live', 'claimed', 'spent', 'void')),
  issued_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > issued_at and expires_at <= issued_at + interval '300 seconds'),
  claimed_by uuid,
  claimed_until timestamptz,
  transaction_id uuid,
  check ((state = 'spent') = (transaction_id is not null)),
  check (state <> 'claimed' or (claimed_by is not null and claimed_until is not null))
) with (fillfactor = 80);
-- Without the state, so that spending a code touches no index.
create index pay_codes_of_user on ledger.pay_codes (user_id, expires_at);

-- A sale that a register has begun: it holds the scanned code until it is settled, parked or given up.
create table ledger.checkouts (
  id uuid primary key,
  store_id uuid not null references stores (id),
  register_id uuid not null references registers (id),
  employee_id uuid not null references employees (user_id),
  customer_id uuid not null references ledger.wallets (user_id),
  pay_code_id uuid not null references ledger.pay_codes (id),
  status text not null default 'open' check (status in ('open', 'saved', 'cancelled', 'settled')),
  items jsonb not null default '[]',
  note text,
  opened_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index checkouts_of_code on ledger.checkouts (pay_code_id) where status = 'open';
create unique index checkouts_of_register on ledger.checkouts (register_id) where status = 'open';
create index checkouts_of_store on ledger.checkouts (store_id, updated_at desc) where status in ('open', 'saved');

-- One human act, one effect: the key of a request, what it asked, and what came of it.
create table ledger.idempotency (
  actor_id uuid not null,
  route text not null,
  key text not null,
  request_hash bytea not null,
  transaction_id uuid not null,
  -- Null when the movement was posted; else the refusal that was answered.
  refusal jsonb,
  created_at timestamptz not null,
  -- The database transaction that took the key: it alone writes the answer.
  xid xid8 not null default pg_current_xact_id(),
  primary key (actor_id, route, key)
);

-- What the world is to be told, written in the commit that made it true.
create table ledger.outbox (
  id bigint generated always as identity primary key,
  topic text not null,
  transaction_id uuid not null,
  created_at timestamptz not null,
  available_at timestamptz not null,
  attempts smallint not null default 0,
  sent_at timestamptz,
  dead boolean not null default false
);
create unique index outbox_once on ledger.outbox (transaction_id, topic);
create index outbox_due on ledger.outbox (available_at, id) where sent_at is null and not dead;

-- Blocks of the hash chain over everything posted, in the order of the database's own transactions.
create table ledger.seals (
  block bigint primary key check (block > 0),
  from_xid xid8 not null,
  until_xid xid8 not null,
  transactions integer not null check (transactions >= 0),
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  sealed_at timestamptz not null
);
