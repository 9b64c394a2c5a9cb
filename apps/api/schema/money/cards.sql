-- Cards that customers keep with a gateway. No card number ever stands here.
create table payment_methods (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- Who keeps the card, and the names under which it knows its owner and the card.
  gateway text not null check (gateway in ('payjp', 'sandbox')),
  gateway_customer text not null,
  gateway_card text not null,
  -- The same card again, also under another member; only the gateway can tell.
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
-- What an inviter and the invited share is looked for among all their cards, also those that they have removed since.
create index payment_methods_of_person on payment_methods (user_id);
-- Keep payment_methods as member
grant select, insert, update (fingerprint, exp_month, exp_year, nickname, is_default, removed_at) on payment_methods
  to shirogane_app;

-- Who is registering a card at the gateway at this moment: a card that the gateway has and `payment_methods` does
-- not have yet is theirs.
create table card_keepings (
  id uuid primary key,
  user_id uuid not null references users (id),
  started_at timestamptz not null
);
create index card_keepings_of_user on card_keepings (user_id);
-- Keep card_keepings for 2 days from started_at (the brand): cards that are being registered
grant select, insert, delete on card_keepings to shirogane_app;
