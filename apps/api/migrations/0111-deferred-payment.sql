-- Deferred payment: a customer takes goods today and pays once, on one day within two months.

set lock_timeout = '3s';

insert into ledger.accounts (kind, asset, holder, meaning) values
  ('receivable', 'JPY', 'customer', 'Deferred payments that the customer still owes: an account below zero'),
  ('bank_clearing', 'JPY', 'store', 'Bank transfers of customers, not yet matched with the bank''s statement'),
  ('bad_debts', 'JPY', 'store', 'Deferred payments that were given up');

alter table ledger.wallets
  -- What is owed over all stores, and how much it may be. A limit may be lowered below the debt: nothing new is deferred
  -- then, and nothing that was deferred is due any earlier.
  add column receivable bigint not null default 0 check (receivable >= 0),
  add column deferred_limit bigint not null default 0 check (deferred_limit >= 0);

alter table ledger.transactions
  -- Of the deferred tender, what refunds give back: on a refund its own part, on a sale the sum over its refunds.
  add column back_later bigint check (back_later >= 0),
  -- A debt that is paid by bank transfer, and one that is given up.
  add column tender_bank bigint check (tender_bank >= 0),
  add column later_written_off bigint check (later_written_off > 0),
  -- What the customer owes after a movement of the debt.
  add column receivable_after bigint check (receivable_after >= 0),
  drop constraint transactions_refunded_as_paid,
  add constraint transactions_refunded_as_paid check (kind <> 'payment' or (
    refunded_total = coalesce(back_points, 0) + coalesce(back_paid, 0) + coalesce(back_bonus, 0)
      + coalesce(back_cash, 0) + coalesce(back_card, 0) + coalesce(back_later, 0)
    and coalesce(back_points, 0) <= tender_point_regular + tender_point_limited
    and coalesce(back_paid, 0) <= tender_balance_paid
    and coalesce(back_bonus, 0) <= tender_balance_bonus
    and coalesce(back_cash, 0) <= tender_cash
    and coalesce(back_card, 0) <= tender_card
    and coalesce(back_later, 0) <= tender_later
    -- What a debt earned when it was collected stands with the debt, and its refunds are measured there.
    and (tender_later > 0 or coalesce(points_reclaimed, 0) <= received_point_regular + received_point_limited))),
  drop constraint transactions_refund_adds_up,
  -- `tender_later` of a refund is the debt that it takes away. What was deferred and has been paid goes back the way it
  -- was paid, so balance and card may get more than their own share of the sale.
  add constraint transactions_refund_adds_up check (kind not in ('refund', 'void') or (
    related_id is not null and employee_id is not null and store_id is not null
    and (kind = 'void' or reason is not null)
    and spent_total > 0
    and spent_total = back_points + back_paid + back_bonus + back_cash + back_card + coalesce(back_later, 0)
    and back_points = received_point_regular + received_point_limited + points_lapsed
    and back_paid + back_bonus + back_cash + back_card + coalesce(back_later, 0)
      = received_paid + received_bonus + tender_cash + tender_card + tender_later + points_deducted
    and received_paid <= back_paid + coalesce(back_later, 0)
    and received_bonus <= back_bonus + coalesce(back_later, 0)
    and tender_card <= back_card + coalesce(back_later, 0)
    and points_reclaimed = tender_point_regular + tender_point_limited + points_deducted + points_owed
    and tender_balance_paid = 0 and tender_balance_bonus = 0
    and refunded_total = 0 and voided_by is null
    and approved_by is distinct from employee_id) is true),
  add constraint transactions_collection_adds_up check (kind <> 'later_payment' or (
    customer_id is not null and store_id is not null and spent_total > 0
    and spent_total = tender_balance_paid + tender_balance_bonus + tender_cash + tender_card + coalesce(tender_bank, 0)
    and tender_later = 0 and tender_point_regular = 0 and tender_point_limited = 0
    and received_paid = 0 and received_bonus = 0 and received_point_limited = 0)),
  add constraint transactions_bank_pays_debts check (kind = 'later_payment' or tender_bank is null),
  add constraint transactions_given_up check (later_written_off is null or (
    kind = 'adjustment' and customer_id is not null and store_id is not null and employee_id is not null
    and reason is not null and related_id is not null and spent_total = 0));

-- One row for each sale with a deferred part. What is owed of it moves with `ledger.deferred_moves` and in no other way.
create table ledger.deferred_sales (
  sale_id uuid primary key references ledger.transactions (id),
  customer_id uuid not null references ledger.wallets (user_id),
  store_id uuid not null references stores (id),
  amount bigint not null check (amount > 0),
  -- The rest of the sale's money and the rate that it earned by: the deferred part earns the same when it is collected.
  base bigint not null check (base >= 0),
  rate_bp integer not null check (rate_bp >= 0),
  bought_on date not null,
  due_on date not null,
  collected bigint not null default 0 check (collected >= 0),
  cancelled bigint not null default 0 check (cancelled >= 0),
  written_off bigint not null default 0 check (written_off >= 0),
  outstanding bigint not null generated always as (amount - collected - cancelled - written_off) stored,
  status text not null generated always as (case
    when amount - collected - cancelled - written_off > 0 then case when collected > 0 then 'partially_paid' else 'open' end
    when written_off > 0 then 'written_off'
    when collected > 0 then 'settled'
    else 'cancelled' end) stored,
  -- What collections brought and refunds have set against the debt, by the way in which it would go back.
  cash_left bigint not null default 0 check (cash_left >= 0),
  card_left bigint not null default 0 check (card_left >= 0),
  paid_left bigint not null default 0 check (paid_left >= 0),
  bonus_left bigint not null default 0 check (bonus_left >= 0),
  -- Points that collections have brought.
  points bigint not null default 0 check (points >= 0),
  created_at timestamptz not null,
  -- Nothing below zero, and one payment within two months: never the two months and three payments that the law on
  -- instalments begins with.
  check (collected + cancelled + written_off <= amount),
  check (due_on > bought_on and due_on < (bought_on + interval '2 months')::date)
) with (fillfactor = 80);
create index deferred_sales_of_customer on ledger.deferred_sales (customer_id, due_on, created_at, sale_id)
  where outstanding > 0;
create index deferred_sales_of_store on ledger.deferred_sales (store_id, due_on) where outstanding > 0;
create index deferred_sales_by_due on ledger.deferred_sales (due_on, customer_id) where outstanding > 0;

-- What the customer agreed to, and the member of staff who looked at them: the contract of one deferred sale.
create table ledger.deferred_agreements (
  sale_id uuid primary key references ledger.deferred_sales (sale_id),
  customer_id uuid not null,
  -- The line that the customer drew, as the path of an SVG.
  signature text not null check (length(signature) between 8 and 20000 and signature ~ '^[ML0-9 .]+$'),
  -- The version of the terms that were in force; none where the house has published none.
  terms_version text,
  confirmed_by uuid not null references employees (user_id),
  -- Somebody who let the sale pass although an earlier debt is overdue.
  override_by uuid references employees (user_id),
  override_reason text check (override_reason <> ''),
  agreed_at timestamptz not null,
  check ((override_by is null) = (override_reason is null))
);

-- How each movement changed each debt.
create table ledger.deferred_moves (
  transaction_id uuid not null,
  sale_id uuid not null references ledger.deferred_sales (sale_id),
  -- A collection, by the ways in which it came in.
  cash bigint not null default 0 check (cash >= 0),
  card bigint not null default 0 check (card >= 0),
  bank bigint not null default 0 check (bank >= 0),
  paid bigint not null default 0 check (paid >= 0),
  bonus bigint not null default 0 check (bonus >= 0),
  points bigint not null default 0 check (points >= 0),
  -- A refund: what it takes away of the debt, how much of that stands for cash and card of the sale, and what goes back
  -- of earlier collections.
  cancelled bigint not null default 0 check (cancelled >= 0),
  cancelled_cash bigint not null default 0 check (cancelled_cash >= 0),
  cancelled_card bigint not null default 0 check (cancelled_card >= 0),
  returned_cash bigint not null default 0 check (returned_cash >= 0),
  returned_card bigint not null default 0 check (returned_card >= 0),
  returned_paid bigint not null default 0 check (returned_paid >= 0),
  returned_bonus bigint not null default 0 check (returned_bonus >= 0),
  written_off bigint not null default 0 check (written_off >= 0),
  xid xid8 not null default pg_current_xact_id(),
  check (cancelled_cash + cancelled_card <= cancelled),
  check (cash + card + bank + paid + bonus + cancelled + returned_cash + returned_card + returned_paid + returned_bonus
    + written_off > 0),
  -- One movement does one thing.
  check ((cash + card + bank + paid + bonus > 0)::int + (written_off > 0)::int
    + (cancelled + returned_cash + returned_card + returned_paid + returned_bonus > 0)::int = 1),
  check (points = 0 or cash + card + bank + paid + bonus > 0),
  primary key (transaction_id, sale_id)
);
create index deferred_moves_of_sale on ledger.deferred_moves (sale_id);

-- Who let a customer owe how much, and why.
create table ledger.deferred_limits (
  id bigint generated always as identity primary key,
  customer_id uuid not null references ledger.wallets (user_id),
  amount bigint not null check (amount >= 0),
  before bigint not null check (before >= 0),
  reason text not null check (reason <> ''),
  granted_by uuid not null references employees (user_id),
  approved_by uuid references employees (user_id),
  store_id uuid references stores (id),
  granted_at timestamptz not null,
  check (approved_by is distinct from granted_by)
);
create index deferred_limits_of_customer on ledger.deferred_limits (customer_id, id desc);

-- What staff wrote about a debt: a promise, a call, an agreed day.
create table deferred_notes (
  id uuid primary key,
  customer_id uuid not null references ledger.wallets (user_id),
  store_id uuid references stores (id),
  note text not null check (length(note) between 1 and 200),
  written_by uuid not null references employees (user_id),
  written_at timestamptz not null
);
create index deferred_notes_of_customer on deferred_notes (customer_id, written_at desc);
