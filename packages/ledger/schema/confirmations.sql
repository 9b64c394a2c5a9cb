-- A large payment waits for its customer, who sees on their own phone what it is and says yes or no.
create table ledger.confirmations (
  id uuid primary key,
  -- The sale as it stands open at the register; the payment bears the same id.
  checkout_id uuid not null references ledger.checkouts (id),
  customer_id uuid not null references ledger.wallets (user_id),
  store_id uuid not null references stores (id),
  register_id uuid not null references registers (id),
  employee_id uuid not null references employees (user_id),
  -- The request that asked: sent again, it learns what became of its own question and never asks another.
  key text not null,
  -- Of lines, tenders, shop, register and employee: a sale that differs in one of them was not confirmed.
  digest bytea not null,
  total bigint not null check (total > 0),
  points bigint not null check (points >= 0),
  balance bigint not null check (balance >= 0),
  -- What could leave without a question when this one was asked.
  asked_over bigint not null check (asked_over >= 0),
  state text not null default 'pending'
    check (state in ('pending', 'approved', 'declined', 'expired', 'withdrawn', 'spent')),
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  -- Until then an approved one carries its payment.
  use_until timestamptz not null,
  decided_at timestamptz,
  -- The device that answered.
  decided_by uuid,
  ended_at timestamptz,
  -- What of the sale is paid on one later day, and on which: both are shown and agreed to.
  later bigint not null default 0,
  due_on date,
  kind text not null default 'payment' check (kind in ('payment', 'move')),
  -- Who gets what is moved.
  receiver_id uuid references ledger.wallets (user_id),
  check (expires_at > asked_at),
  check (use_until >= expires_at),
  constraint confirmations_decided check (case state when 'pending' then decided_at is null
    when 'approved' then decided_at is not null
    when 'declined' then decided_at is not null
    when 'spent' then decided_at is not null
    else true end),
  constraint confirmations_decided_as_a_whole check ((decided_at is null) = (decided_by is null)),
  constraint confirmations_ended check ((state in ('pending', 'approved')) = (ended_at is null)),
  constraint confirmations_of_a_day check ((later > 0) = (due_on is not null)),
  constraint confirmations_of_a_move check ((kind = 'move') = (receiver_id is not null)),
  constraint confirmations_of_moves_alone check (kind = 'payment' or (asked_over = 0 and later = 0)),
  -- A deferred part is always asked about; without one, what goes beyond what may go unasked.
  constraint confirmations_of_what_is_large check (
    (later > 0 or (points + balance > asked_over and (asked_over > 0 or kind = 'move')))
    and later >= 0 and points + balance + later <= total)
);
create unique index confirmations_of_checkout on ledger.confirmations (checkout_id)
where state in ('pending', 'approved');
create index confirmations_by_checkout on ledger.confirmations (checkout_id);
create index confirmations_of_customer on ledger.confirmations (customer_id, asked_at desc)
where state in ('pending', 'approved');
create index confirmations_due on ledger.confirmations (expires_at) where state in ('pending', 'approved');
-- A move that is asked for again is known by its request: its movements have no ids yet that the register could name.
create index confirmations_of_moves on ledger.confirmations (employee_id, key) where kind = 'move';
-- Keep ledger.confirmations as books
grant select on ledger.confirmations to shirogane_app;

-- After the functions

-- It begins as a question, and nowhere behind its answer.
create trigger confirmations_begin before insert on ledger.confirmations
for each row when (new.state <> 'pending') execute function ledger.refuse_change();
create trigger confirmations_move before update on ledger.confirmations
for each row execute function ledger.confirmation_moves();
create trigger confirmations_remain before truncate on ledger.confirmations
for each statement execute function ledger.refuse_change();
create trigger confirmations_stay before delete on ledger.confirmations
for each row execute function ledger.refuse_change();
