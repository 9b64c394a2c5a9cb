-- What was somebody's own customer account a moment ago is not a stranger's now: it is remembered who took leave of it and
-- when, by `ledger.own_account_is_left`. How long that counts is said in `ledger.is_own_account`.

set lock_timeout = '3s';

create table former_own_accounts (
  customer_id uuid not null references users (id),
  employee_id uuid not null references employees (user_id),
  ended_at timestamptz not null,
  primary key (customer_id, employee_id)
);
create index former_own_accounts_of_employees on former_own_accounts (employee_id);
