-- A large payment waits for its customer, who sees on their own phone what it is and says yes or no.

set lock_timeout = '3s';

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
  -- Of lines, tenders, shop, register and employee: whatever differs in one of them was not confirmed.
  digest bytea not null,
  total bigint not null check (total > 0),
  points bigint not null check (points >= 0),
  balance bigint not null check (balance >= 0),
  -- What could leave without a question when this one was asked.
  asked_over bigint not null check (asked_over > 0),
  state text not null default 'pending'
    check (state in ('pending', 'approved', 'declined', 'expired', 'withdrawn', 'spent')),
  asked_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > asked_at),
  -- Until then an approved one carries its payment.
  use_until timestamptz not null check (use_until >= expires_at),
  decided_at timestamptz,
  -- The device that answered.
  decided_by uuid,
  ended_at timestamptz,
  constraint confirmations_of_what_is_large check (points + balance > asked_over and points + balance <= total),
  constraint confirmations_decided_as_a_whole check ((decided_at is null) = (decided_by is null)),
  constraint confirmations_decided check (
    case state when 'pending' then decided_at is null
      when 'approved' then decided_at is not null
      when 'declined' then decided_at is not null
      when 'spent' then decided_at is not null
      else true end),
  constraint confirmations_ended check ((state in ('pending', 'approved')) = (ended_at is null))
);
create unique index confirmations_of_checkout on ledger.confirmations (checkout_id) where state in ('pending', 'approved');
create index confirmations_by_checkout on ledger.confirmations (checkout_id);
create index confirmations_of_customer on ledger.confirmations (customer_id, asked_at desc)
  where state in ('pending', 'approved');
create index confirmations_due on ledger.confirmations (expires_at) where state in ('pending', 'approved');

-- The last question that was asked about this sale. Null for nearly all, and nothing is looked at for those.
alter table ledger.checkouts add column confirmation_id uuid references ledger.confirmations (id);

alter table live_events
  drop constraint live_events_event_check,
  add constraint live_events_event_check check (event in ('becomeAffiliator', 'approvalChange', 'confirmationChange'));
