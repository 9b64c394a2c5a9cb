-- Cards that customers keep with a gateway, and the charges made with them. No card number ever stands here.

insert into ledger.accounts (kind, asset, holder, meaning) values
  ('gateway_clearing', 'JPY', 'store', 'Card charges through the gateway, not yet paid out by it');

create table payment_methods (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- Who keeps the card, and the names under which it knows its owner and the card.
  gateway text not null check (gateway in ('payjp', 'sandbox')),
  gateway_customer text not null,
  gateway_card text not null,
  -- The same card again, whoever registers it; only the gateway can tell.
  fingerprint text,
  brand text not null,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  exp_month smallint not null check (exp_month between 1 and 12),
  exp_year smallint not null check (exp_year between 2000 and 2199),
  nickname text check (length(nickname) between 1 and 20),
  is_default boolean not null default false,
  created_at timestamptz not null,
  -- A removed card stays for the charges that were made with it.
  removed_at timestamptz,
  unique (gateway, gateway_card),
  check (removed_at is null or not is_default)
);
create index payment_methods_of_user on payment_methods (user_id, created_at desc, id desc) where removed_at is null;
create unique index payment_methods_default on payment_methods (user_id) where is_default;
create unique index payment_methods_same_card on payment_methods (user_id, fingerprint)
  where removed_at is null and fingerprint is not null;

-- A charge from the moment it is asked for. It is written before the gateway hears of it, so that no answer that is lost
-- can lose the charge; its movement, once there is one, bears the same id.
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
