-- Rewards for inviting. A sale to an invited member books its reward at the shop, in the commit of the sale; it may yet go
-- back with the goods. Once no refund can take it away it is confirmed: from then on the house owes it to whoever invited.
-- Claimed, it becomes paid balance or waits to be paid out; while a payout is under way it is held.

set lock_timeout = '3s';

insert into ledger.accounts (kind, asset, holder, meaning) values
  ('reward_expense', 'JPY', 'store', 'What rewards for inviting cost the brand'),
  ('reward_pending', 'JPY', 'store', 'Rewards of sales that may still be returned: nobody''s yet'),
  ('reward_confirmed', 'JPY', 'customer', 'Confirmed rewards that nobody has claimed; below zero only what a return after the claim took back'),
  ('reward', 'JPY', 'customer', 'Claimed rewards that can be paid out: the only source of payouts'),
  ('payout_hold', 'JPY', 'customer', 'Rewards on their way to a bank account');

alter table ledger.wallets
  -- Who invited this member, beside the row that every payment reads anyway: a sale to anybody else costs nothing.
  add column inviter_id uuid,
  -- May fall below zero, by a reversal alone: that is what is carried forward. The door watches over it.
  add column reward_confirmed bigint not null default 0,
  add column reward bigint not null default 0 check (reward >= 0),
  add column payout_hold bigint not null default 0 check (payout_hold >= 0);

update ledger.wallets w set inviter_id = a.affiliator_id from affiliates a where a.user_id = w.user_id;

alter table ledger.transactions
  -- By how much a movement changes each of these accounts, and what the customer holds of theirs afterwards.
  add column reward_step text,
  add column reward_pending_change bigint,
  add column reward_confirmed_change bigint,
  add column reward_change bigint,
  add column payout_hold_change bigint,
  -- What left for a bank account; below zero what came back from it.
  add column payout_bank bigint,
  add column reward_confirmed_after bigint,
  add column reward_after bigint,
  add column payout_hold_after bigint;

-- What movements of rewards have to prove. It stands in a function, whose text a sale that earns no reward never reads.
create function ledger.reward_adds_up(t ledger.transactions) returns boolean
language plpgsql immutable set search_path = ledger, public, pg_temp as $$
begin
  if t.reward_pending_change = 0 or t.reward_confirmed_change = 0 or t.reward_change = 0 or t.payout_hold_change = 0
    or t.payout_bank = 0 or t.reward_after < 0 or t.payout_hold_after < 0 or (t.kind = 'reward') <> (t.reward_step is not null)
  then return false; end if;
  -- A sale books what it earns and touches nobody's account.
  if t.kind = 'payment' then
    return t.customer_id is not null and t.reward_pending_change > 0
      and num_nonnulls(t.reward_confirmed_change, t.reward_change, t.payout_hold_change, t.payout_bank) = 0;
  end if;
  if t.kind not in ('reward', 'payout') or t.store_id is null or t.spent_total <> 0 or t.received_bonus <> 0
    or t.tender_balance_paid <> 0 or t.tender_balance_bonus <> 0 or t.received_point_regular <> 0
    or t.received_point_limited <> 0 or t.tender_point_regular <> 0 or t.tender_point_limited <> 0 then
    return false;
  end if;
  -- A payout draws on what was claimed for it and on nothing else: into the hold, back from it, or out of the house.
  if t.kind = 'payout' then
    return t.customer_id is not null and t.received_paid = 0
      and num_nonnulls(t.reward_pending_change, t.reward_confirmed_change) = 0
      and num_nonnulls(t.reward_change, t.payout_hold_change, t.payout_bank) > 0
      and coalesce(t.reward_change, 0) + coalesce(t.payout_hold_change, 0) + coalesce(t.payout_bank, 0) = 0;
  end if;
  if num_nonnulls(t.payout_hold_change, t.payout_bank) > 0 then return false; end if;
  return coalesce(case t.reward_step
    when 'accrue' then t.customer_id is null and t.reward_pending_change > 0
      and num_nonnulls(t.reward_confirmed_change, t.reward_change) = 0
    when 'confirm' then t.customer_id is not null and t.received_paid = 0 and t.reward_pending_change < 0
      and t.reward_confirmed_change = -t.reward_pending_change and t.reward_change is null
    -- What is pending goes back at the shop; what was confirmed is taken from whoever had it.
    when 'reverse' then t.received_paid = 0 and case when t.customer_id is null
      then t.reward_pending_change < 0 and num_nonnulls(t.reward_confirmed_change, t.reward_change) = 0
      else t.reward_pending_change is null and coalesce(t.reward_confirmed_change, 0) <= 0
        and coalesce(t.reward_change, 0) <= 0 and num_nonnulls(t.reward_confirmed_change, t.reward_change) > 0 end
    -- Into balance or into what can be paid out, whole.
    when 'claim' then t.customer_id is not null and t.reward_pending_change is null and t.reward_confirmed_change < 0
      and case when t.received_paid > 0 then t.reward_change is null and t.received_paid = -t.reward_confirmed_change
        else t.reward_change = -t.reward_confirmed_change end
  end, false);
end $$;

alter table ledger.transactions add constraint transactions_rewards check (
  (kind <> 'reward' and kind <> 'payout' and num_nonnulls(reward_step, reward_pending_change, reward_confirmed_change,
    reward_change, payout_hold_change, payout_bank, reward_confirmed_after, reward_after, payout_hold_after) = 0)
  or ledger.reward_adds_up(transactions));

-- One reward: of the movement that earned it, a sale or the collection of what a sale had deferred. `amount` never changes;
-- what was taken back of it, what was claimed, and what a return took back of the claim, only grow.
create table ledger.rewards (
  transaction_id uuid primary key,
  sale_id uuid not null,
  customer_id uuid not null,
  affiliator_id uuid not null references ledger.wallets (user_id),
  store_id uuid not null,
  -- Why this reward: the yen that earned it and the rate that held. Of a sale that comes to less than the minimum, after
  -- its returns, nothing is left.
  base bigint not null check (base > 0),
  rate_bp integer not null check (rate_bp between 1 and 10000),
  base_min bigint not null check (base_min >= 0),
  amount bigint not null check (amount > 0),
  earned_at timestamptz not null,
  -- Confirmed is what no refund can take back any more, and refunds count their days from the day of the sale.
  sold_on date not null,
  reversed bigint not null default 0 check (reversed between 0 and amount),
  confirmation_id uuid unique,
  confirmed_at timestamptz,
  claimed bigint not null default 0 check (claimed between 0 and amount),
  returned bigint not null default 0 check (returned between 0 and least(claimed, reversed)),
  -- What of it is nobody's yet, and what of it whoever invited may claim: below zero where more came back than was left.
  pending bigint generated always as (case when confirmation_id is null then amount - reversed else 0 end) stored,
  unclaimed bigint generated always as (
    case when confirmation_id is null then 0 else amount - reversed - claimed + returned end) stored,
  xid xid8 not null default pg_current_xact_id(),
  check (customer_id <> affiliator_id),
  check ((confirmed_at is null) = (confirmation_id is null)),
  check (claimed = 0 or confirmation_id is not null)
);
create index rewards_of_sale on ledger.rewards (sale_id);
create index rewards_of_affiliator on ledger.rewards (affiliator_id, earned_at desc, transaction_id desc);
create index rewards_of_affiliate on ledger.rewards (customer_id, earned_at desc);
create index rewards_pending on ledger.rewards (sold_on, transaction_id) where pending > 0;
create index rewards_unclaimed on ledger.rewards (affiliator_id, customer_id) where unclaimed <> 0;

-- What happened to a reward after it was earned, movement by movement.
create table ledger.reward_moves (
  transaction_id uuid not null,
  reward_id uuid not null references ledger.rewards (transaction_id),
  reversed bigint not null default 0 check (reversed >= 0),
  returned bigint not null default 0 check (returned between 0 and reversed),
  claimed bigint not null default 0 check (claimed >= 0),
  xid xid8 not null default pg_current_xact_id(),
  check ((reversed > 0) <> (claimed > 0)),
  primary key (transaction_id, reward_id)
);
create index reward_moves_of_reward on ledger.reward_moves (reward_id);

-- What head office makes of an invitation behind which one person seems to stand: looked into, nothing of it is confirmed;
-- struck, it earns nothing any more, and what it earned goes back.
create table ledger.reward_reviews (
  customer_id uuid primary key references ledger.wallets (user_id),
  affiliator_id uuid not null,
  state text not null check (state in ('review', 'cleared', 'struck')),
  reason text not null check (length(trim(reason)) between 1 and 200),
  changed_at timestamptz not null,
  changed_by uuid references employees (user_id)
);
create index reward_reviews_open on ledger.reward_reviews (changed_at) where state = 'review';
