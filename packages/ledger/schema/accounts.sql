-- The schema of the ledger. The application may look into it; what it may write stands with each table, and is next
-- to nothing.
create schema ledger;
grant usage on schema ledger to shirogane_app;

-- The kinds of account, yen first and points after: the order is what keeps the two assets apart in a transfer.
-- A value that is added to the type later can be used from the next commit on: the migration after it adds the row.
create type ledger.account as enum (
  'balance_paid', 'balance_bonus', 'sales', 'drawer', 'card_clearing', 'gateway_clearing', 'bonus_cost',
  'bonus_expired', 'points_recovered', 'receivable', 'bank_clearing', 'bad_debts', 'cash_office', 'over_short',
  'buyback_goods', 'buyback_payable', 'bank', 'reward_expense', 'reward_pending', 'reward_confirmed', 'reward',
  'payout_hold', 'withholding', 'point_regular', 'point_limited', 'points_redeemed', 'points_cost',
  'points_expired', 'point_debt', 'points_converted', 'points_moved'
);

-- The kinds of account. Value moves between them by immutable transfers only, and each customer's balances are kept
-- by those transfers.
create table ledger.accounts (
  kind ledger.account primary key,
  asset text not null,
  holder text not null check (holder in ('customer', 'store')),
  meaning text not null,
  check (asset = case when kind < 'point_regular' then 'JPY' else 'POINT' end)
);
-- Keep ledger.accounts as books
grant select on ledger.accounts to shirogane_app;

insert into ledger.accounts (kind, asset, holder, meaning) values
('balance_paid', 'JPY', 'customer', 'Balance that the customer paid for: a debt of the brand in goods, never paid out'),
  ('balance_bonus', 'JPY', 'customer', 'Balance that the customer was given'),
  ('sales', 'JPY', 'store', 'What the store sold, after points'),
  ('drawer', 'JPY', 'store', 'Cash in the store''s drawers'),
  ('card_clearing', 'JPY', 'store', 'Card payments of the store''s terminal, not yet settled by the acquirer'),
  ('gateway_clearing', 'JPY', 'store', 'Card charges through the gateway, not yet paid out by it'),
  ('bonus_cost', 'JPY', 'store', 'What given balance costs the brand'),
  ('bonus_expired', 'JPY', 'store', 'Given balance that ended unused'),
  ('points_recovered', 'JPY', 'store', 'Yen kept back from refunds in place of earned points that were already spent'),
  ('receivable', 'JPY', 'customer', 'Deferred payments that the customer still owes: an account below zero'),
  ('bank_clearing', 'JPY', 'store', 'Bank transfers of customers, not yet matched with the bank''s statement'),
  ('bad_debts', 'JPY', 'store', 'Deferred payments that were given up'),
  ('cash_office', 'JPY', 'store', 'Cash outside the drawer: change, petty cash, and what is on its way to the bank'),
  ('over_short', 'JPY', 'store', 'What counts of the drawer found less, or more, than the books said'),
  ('buyback_goods', 'JPY', 'store', 'What the store paid for goods that it bought from people'),
  ('buyback_payable', 'JPY', 'store', 'What the store still owes people for goods, to be transferred to their bank'),
  ('bank', 'JPY', 'store', 'Money that went to or from the bank account of the brand'),
  ('reward_expense', 'JPY', 'store', 'What rewards for inviting cost the brand'),
  ('reward_pending', 'JPY', 'store', 'Rewards of sales that may still be returned: nobody''s yet'),
  ('reward_confirmed', 'JPY', 'customer', 'Confirmed rewards that nobody has claimed; below zero only what a return after the claim took back'),
  ('reward', 'JPY', 'customer', 'Claimed rewards that can be paid out: the only source of payouts'),
  ('payout_hold', 'JPY', 'customer', 'Rewards on their way to a bank account'),
  ('withholding', 'JPY', 'store', 'Income tax withheld from payouts, kept for the tax office'),
  ('point_regular', 'POINT', 'customer', 'Points that live on while they are used'),
  ('point_limited', 'POINT', 'customer', 'Points with a fixed end, in lots'),
  ('points_redeemed', 'POINT', 'store', 'Points that customers used at the store'),
  ('points_cost', 'POINT', 'store', 'Points that the store granted'),
  ('points_expired', 'POINT', 'store', 'Points that ended unused'),
  ('point_debt', 'POINT', 'customer', 'Earned points that a refund could not take back: a debt that later points pay off'),
  ('points_converted', 'POINT', 'store', 'Points that customers exchanged for given balance'),
  ('points_moved', 'POINT', 'store', 'Points on their way from one customer to another: nothing stays here');
