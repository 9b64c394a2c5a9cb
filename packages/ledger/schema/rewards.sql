-- Rewards for inviting. A sale to an invited member books its reward at the shop, in the commit of the sale; it may yet go
-- back with the articles. Once no refund can take it away it is confirmed: from then on it is owed to the member who invited.
-- Claimed, it becomes paid balance or waits to be paid out; while a payout is under way it is held.
--
-- One reward: of the movement that earned it, a sale or the collection of what a sale had deferred. `amount` never
-- changes; what was taken back of it, what was claimed, and what a return took back of the claim, only grow.
create table ledger.rewards (
  transaction_id uuid primary key,
  sale_id uuid not null,
  customer_id uuid not null,
  -- No foreign key: it would take hold of the inviter's wallet for each of their friends' payments. `rewards_earned`
  -- asks for all of a batch at once.
  affiliator_id uuid not null,
  store_id uuid not null,
  -- Why this reward: the yen that earned it and the rate that held. Of a sale that comes to less than the minimum,
  -- after its returns, nothing is left.
  base bigint not null check (base > 0),
  rate_bp integer not null check (rate_bp between 1 and 10000),
  base_min bigint not null check (base_min >= 0),
  amount bigint not null check (amount > 0),
  earned_at timestamptz not null,
  -- Confirmed is what no refund can take back any more, and refunds count their days from the day of the sale.
  sold_on date not null,
  reversed bigint not null default 0,
  confirmation_id uuid,
  confirmed_at timestamptz,
  claimed bigint not null default 0,
  returned bigint not null default 0,
  -- What of it is still open to a return, and what the member who invited may claim: below zero where more came back
  -- than was left.
  pending bigint generated always as (case when confirmation_id is null then amount - reversed else 0 end) stored,
  unclaimed bigint generated always as (
    case when confirmation_id is null then 0 else amount - reversed - claimed + returned end) stored,
  xid xid8 not null default pg_current_xact_id(),
  -- What the day had no room for, and the room that a whole day had; null where there was no limit.
  cut bigint not null default 0 check (cut >= 0),
  day_max bigint,
  check (reversed between 0 and amount),
  check (claimed between 0 and amount),
  check (returned between 0 and least(claimed, reversed)),
  check (customer_id <> affiliator_id),
  check ((confirmed_at is null) = (confirmation_id is null)),
  check (claimed = 0 or confirmation_id is not null),
  check (day_max >= amount),
  constraint rewards_cut_by_a_limit check (cut = 0 or day_max is not null)
);
create index rewards_of_sale on ledger.rewards (sale_id);
create index rewards_of_affiliator on ledger.rewards (affiliator_id, earned_at desc, transaction_id desc);
create index rewards_pending on ledger.rewards (sold_on, transaction_id) where pending > 0;
create index rewards_unclaimed on ledger.rewards (affiliator_id, customer_id) where unclaimed <> 0;
-- Confirmed is a reward once in its life; until then it stands in no place of this index.
create unique index rewards_confirmation on ledger.rewards (confirmation_id) where confirmation_id is not null;
-- Asked for all at once, and without the time: with it in the index, what an inviter earned on one day could be
-- looked for among the rewards of all, by a plan that was made while there were few.
create index rewards_of_affiliate on ledger.rewards (customer_id);
-- Keep ledger.rewards as books
grant select on ledger.rewards to shirogane_app;

-- What happened to a reward after it was earned, movement by movement.
create table ledger.reward_moves (
  transaction_id uuid,
  reward_id uuid references ledger.rewards (transaction_id),
  reversed bigint not null default 0 check (reversed >= 0),
  returned bigint not null default 0,
  claimed bigint not null default 0 check (claimed >= 0),
  xid xid8 not null default pg_current_xact_id(),
  primary key (transaction_id, reward_id),
  check (returned between 0 and reversed),
  check ((reversed > 0) <> (claimed > 0))
);
create index reward_moves_of_reward on ledger.reward_moves (reward_id);
-- Keep ledger.reward_moves as books
grant select on ledger.reward_moves to shirogane_app;

-- After the functions

-- A reward keeps what it is and why; only what becomes of it moves on.
create trigger rewards_are_fixed before update of transaction_id, sale_id, customer_id, affiliator_id, store_id,
  base, rate_bp, base_min, amount, cut, day_max, earned_at, sold_on on ledger.rewards
for each row execute function ledger.refuse_change();
create trigger rewards_earned after insert on ledger.rewards referencing new table as earned
for each statement execute function ledger.rewards_earned();
create constraint trigger rewards_match_wallet after update on ledger.rewards deferrable initially deferred
for each row when (old.unclaimed is distinct from new.unclaimed) execute function ledger.rewards_match();
create trigger rewards_move_by_movements before update of reversed, claimed, returned, confirmation_id, confirmed_at
  on ledger.rewards
for each row execute function ledger.reward_changed();
create trigger rewards_remain before truncate on ledger.rewards
for each statement execute function ledger.refuse_change();
create trigger rewards_stay before delete on ledger.rewards for each row execute function ledger.refuse_change();

create trigger reward_moves_are_final before delete or update on ledger.reward_moves
for each row execute function ledger.refuse_change();
create trigger reward_moves_remain before truncate on ledger.reward_moves
for each statement execute function ledger.refuse_change();
create trigger rewards_moved after insert on ledger.reward_moves referencing new table as moved
for each statement execute function ledger.rewards_moved();
