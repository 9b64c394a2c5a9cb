-- Points that staff give, or move from one member to another: who, for whom, when and with whose agreement.

set lock_timeout = '3s';

insert into ledger.accounts (kind, asset, holder, meaning) values
  ('points_moved', 'POINT', 'store', 'Points on their way from one customer to another: nothing stays here');

create table ledger.handed_points (
  -- The movement of whoever received them.
  transaction_id uuid primary key,
  customer_id uuid not null,
  -- Whoever gave them away, and their movement; null where the shop gave them.
  giver_transaction_id uuid unique,
  giver_id uuid,
  store_id uuid not null,
  employee_id uuid not null,
  approved_by uuid,
  points bigint not null check (points between 1 and 999999999),
  business_date date not null,
  handed_at timestamptz not null,
  check ((giver_id is null) = (giver_transaction_id is null)),
  check (giver_id <> customer_id),
  check (approved_by <> employee_id)
);
-- What somebody has given on a day, against their ceiling.
create index handed_points_of_day on ledger.handed_points (employee_id, business_date) include (points, transaction_id);

-- A gift is taken back once. A debt may be written off in parts.
create unique index transactions_taken_back_once on ledger.transactions (related_id)
  where kind = 'adjustment' and related_id is not null and later_written_off is null;
