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

-- Every way in which value moves: from which account to which a movement of each kind takes it. The door knows no other.
create table ledger.ways (
  kind text,
  debit ledger.account references ledger.accounts (kind),
  credit ledger.account references ledger.accounts (kind),
  primary key (kind, debit, credit)
);
-- Keep ledger.ways as books
grant select on ledger.ways to shirogane_app;

insert into ledger.ways (kind, debit, credit) values
  ('payment', 'point_limited', 'points_redeemed'), ('payment', 'point_regular', 'points_redeemed'),
  ('payment', 'balance_bonus', 'sales'), ('payment', 'balance_paid', 'sales'), ('payment', 'drawer', 'sales'),
  ('payment', 'card_clearing', 'sales'), ('payment', 'receivable', 'sales'),
  ('payment', 'points_cost', 'point_regular'), ('payment', 'points_cost', 'point_limited'),
  ('payment', 'reward_expense', 'reward_pending'),
  ('charge', 'drawer', 'balance_paid'), ('charge', 'card_clearing', 'balance_paid'),
  ('charge', 'gateway_clearing', 'balance_paid'), ('grant', 'points_cost', 'point_regular'),
  ('grant', 'points_cost', 'point_limited'), ('grant', 'bonus_cost', 'balance_bonus'),
  ('transfer', 'point_limited', 'points_moved'), ('transfer', 'point_regular', 'points_moved'),
  ('transfer', 'points_moved', 'point_limited'), ('expire', 'point_regular', 'points_expired'),
  ('expire', 'point_limited', 'points_expired'), ('expire', 'balance_bonus', 'bonus_expired'),
  ('convert', 'point_limited', 'points_converted'), ('convert', 'point_regular', 'points_converted'),
  ('convert', 'bonus_cost', 'balance_bonus'), ('later_payment', 'balance_bonus', 'receivable'),
  ('later_payment', 'balance_paid', 'receivable'), ('later_payment', 'drawer', 'receivable'),
  ('later_payment', 'card_clearing', 'receivable'), ('later_payment', 'bank_clearing', 'receivable'),
  ('later_payment', 'points_cost', 'point_regular'), ('cash', 'drawer', 'cash_office'),
  ('cash', 'cash_office', 'drawer'), ('cash', 'drawer', 'over_short'), ('cash', 'over_short', 'drawer'),
  ('buyback', 'buyback_goods', 'drawer'), ('buyback', 'buyback_goods', 'buyback_payable'),
  ('buyback', 'buyback_goods', 'balance_paid'), ('prepaid_cashout', 'balance_paid', 'bank'),
  ('prepaid_cashout', 'balance_paid', 'cash_office'), ('reward', 'reward_expense', 'reward_pending'),
  ('reward', 'reward_pending', 'reward_confirmed'), ('reward', 'reward_pending', 'reward_expense'),
  ('reward', 'reward_confirmed', 'reward_expense'), ('reward', 'reward', 'reward_expense'),
  ('reward', 'reward_confirmed', 'balance_paid'), ('reward', 'reward_confirmed', 'reward'),
  ('payout', 'reward', 'payout_hold'), ('payout', 'payout_hold', 'reward'),
  ('payout', 'payout_hold', 'bank_clearing'), ('payout', 'payout_hold', 'withholding'),
  ('payout', 'bank_clearing', 'reward'), ('payout', 'withholding', 'reward'),
  ('adjustment', 'point_regular', 'point_debt'), ('adjustment', 'point_limited', 'point_debt'),
  ('adjustment', 'balance_bonus', 'bonus_cost'), ('adjustment', 'point_regular', 'points_cost'),
  ('adjustment', 'point_limited', 'points_cost'), ('adjustment', 'point_debt', 'points_cost'),
  ('adjustment', 'point_regular', 'points_moved'), ('adjustment', 'point_limited', 'points_moved'),
  ('adjustment', 'point_debt', 'points_moved'), ('adjustment', 'points_moved', 'point_limited'),
  ('adjustment', 'points_moved', 'point_regular'), ('adjustment', 'bad_debts', 'receivable'),
  ('adjustment', 'balance_paid', 'drawer'), ('adjustment', 'buyback_payable', 'bank'),
  ('adjustment', 'drawer', 'buyback_goods'), ('adjustment', 'buyback_payable', 'buyback_goods'),
  ('adjustment', 'balance_paid', 'buyback_goods'), ('adjustment', 'drawer', 'card_clearing'),
  ('adjustment', 'card_clearing', 'drawer'), ('refund', 'points_redeemed', 'point_regular'),
  ('refund', 'points_redeemed', 'point_limited'), ('refund', 'sales', 'balance_paid'),
  ('refund', 'sales', 'balance_bonus'), ('refund', 'sales', 'drawer'), ('refund', 'sales', 'card_clearing'),
  ('refund', 'sales', 'points_recovered'), ('refund', 'sales', 'receivable'),
  ('refund', 'point_regular', 'points_cost'), ('refund', 'point_limited', 'points_cost'),
  ('refund', 'point_debt', 'points_cost'), ('void', 'points_redeemed', 'point_regular'),
  ('void', 'points_redeemed', 'point_limited'), ('void', 'sales', 'balance_paid'),
  ('void', 'sales', 'balance_bonus'), ('void', 'sales', 'drawer'), ('void', 'sales', 'card_clearing'),
  ('void', 'sales', 'points_recovered'), ('void', 'sales', 'receivable'), ('void', 'point_regular', 'points_cost'),
  ('void', 'point_limited', 'points_cost'), ('void', 'point_debt', 'points_cost');
