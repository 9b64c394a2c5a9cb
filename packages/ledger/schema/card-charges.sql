-- A charge from the moment it is asked for. It is written before the gateway hears of it, so that no answer that is
-- lost can lose the charge; its movement, once there is one, bears the same id.
create table ledger.card_charges (
  id uuid primary key,
  customer_id uuid not null references ledger.wallets (user_id),
  payment_method_id uuid not null references payment_methods (id),
  gateway text not null,
  gateway_customer text not null,
  gateway_card text not null,
  brand text not null,
  last4 text not null,
  amount bigint not null check (amount > 0),
  state text not null default 'pending' check (state in ('pending', 'completed', 'failed')),
  -- The gateway's name of the charge; null until it has answered once.
  gateway_charge text,
  -- A code of the catalogue of refusals.
  failure text,
  created_at timestamptz not null,
  settled_at timestamptz,
  -- When the gateway is asked next, and how often it was.
  check_at timestamptz not null,
  checks integer not null default 0,
  unique (gateway, gateway_charge),
  check ((state = 'pending') = (settled_at is null)),
  check ((state = 'failed') = (failure is not null))
);
create index card_charges_of_customer on ledger.card_charges (customer_id, created_at desc, id desc);
create index card_charges_due on ledger.card_charges (check_at) where state = 'pending';
create index card_charges_of_method on ledger.card_charges (payment_method_id, created_at desc);
-- Keep ledger.card_charges as books
grant select on ledger.card_charges to shirogane_app;

-- After the functions

create trigger card_charges_end_once before update on ledger.card_charges
for each row execute function ledger.card_charge_changed();
create trigger card_charges_remain before truncate on ledger.card_charges
for each statement execute function ledger.refuse_change();
create trigger card_charges_stay before delete on ledger.card_charges
for each row execute function ledger.refuse_change();
