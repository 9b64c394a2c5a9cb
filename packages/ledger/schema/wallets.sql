-- A customer's balances and counters in one row. A store has no such row: its totals are sums, so that two payments
-- at one store never wait for each other.
create table ledger.wallets (
  user_id uuid primary key references users (id),
  balance_paid bigint not null default 0,
  balance_bonus bigint not null default 0,
  point_regular bigint not null default 0,
  point_limited bigint not null default 0,
  -- Regular points live on while the wallet is used: twelve months after the last earning or spending.
  point_regular_expires_on date,
  -- Yen spent by balance on a business day, against the ceiling of a day.
  balance_spent_on date,
  balance_spent bigint not null default 0,
  balance_spent_ceiling bigint not null default 200000,
  level_index smallint not null default 0,
  level_year smallint not null,
  level_accumulation bigint not null default 0,
  -- The rank with which a member began the year of `level_year`: it holds until that year's end, also after a refund.
  level_carried smallint not null default 0,
  -- Points that the customer owes. They are no balance: nothing can be bought with them, and they only ever shrink by
  -- points.
  point_debt bigint not null default 0,
  -- What is owed over all stores, and how much it may be. A limit may be lowered below the debt: nothing new is
  -- deferred then, and nothing that was deferred is due any earlier.
  receivable bigint not null default 0,
  deferred_limit bigint not null default 0,
  -- Who invited this member, beside the row that every payment reads anyway: a sale to a member who was not invited
  -- costs nothing more.
  inviter_id uuid,
  -- May fall below zero, by a reversal alone: that is what is carried forward. The door watches over it.
  reward_confirmed bigint not null default 0,
  reward bigint not null default 0,
  payout_hold bigint not null default 0,
  -- How much cash the member has brought on the last day on which they brought some, and on the day before it, since
  -- shops begin their days at hours of their own. It is the most that it can be: what is voided or taken back stays
  -- counted. A member far from the line of the law is let through without a look at the movements of the day.
  cash_on date not null default '-infinity',
  cash_in bigint not null default 0 check (cash_in >= 0),
  cash_in_before bigint not null default 0 check (cash_in_before >= 0),
  -- What the last year came to and the rank that the member had brought into it: what goes back in January of a
  -- purchase of December is judged by them once more. Null for a member without a year before.
  level_last_sum bigint check (level_last_sum >= 0),
  level_last_rank smallint,
  -- Something went back of that year, and no night has judged it yet.
  level_last_refunded boolean not null default false,
  -- The one that runs, where a payment looks anyway.
  level_given smallint,
  level_given_until date,
  check (balance_spent between 0 and balance_spent_ceiling),
  constraint wallets_not_negative check (least(balance_paid, balance_bonus, point_regular, point_limited, point_debt,
    receivable, reward, payout_hold, level_accumulation, deferred_limit, balance_spent_ceiling) >= 0)
) with (fillfactor = 80);
-- Keep ledger.wallets as books
grant select on ledger.wallets to shirogane_app;

-- After the functions

create constraint trigger wallet_matches_debts after update of receivable on ledger.wallets deferrable initially
  deferred
for each row when (old.receivable is distinct from new.receivable) execute function ledger.debts_match();
create constraint trigger wallet_matches_lots after update of point_limited on ledger.wallets deferrable initially
  deferred
for each row when (old.point_limited is distinct from new.point_limited) execute function ledger.lots_match();
create constraint trigger wallet_matches_rewards after update of reward_confirmed on ledger.wallets deferrable
  initially deferred
for each row when (old.reward_confirmed is distinct from new.reward_confirmed) execute function ledger.rewards_match();
create trigger wallets_begin_empty before insert on ledger.wallets for each row execute function ledger.wallet_moved();
create trigger wallets_begin_without_a_limit before insert on ledger.wallets
for each row execute function ledger.limit_granted();
-- The line as a figure: each batch of payments prepares this condition anew, and the expression in its place takes
-- time.
create trigger wallets_cash_is_known after update of cash_in, cash_in_before on ledger.wallets
for each row when (new.cash_in > 2000000 or new.cash_in_before > 2000000) execute function ledger.cash_is_known();
create trigger wallets_hold_given_levels before update of level_given, level_given_until on ledger.wallets
for each row when (pg_trigger_depth() = 0) execute function ledger.refuse_change();
create trigger wallets_keep_their_owner before update of user_id on ledger.wallets
for each row execute function ledger.refuse_change();
create trigger wallets_limit_is_granted before update of deferred_limit on ledger.wallets
for each row when (old.deferred_limit is distinct from new.deferred_limit) execute function ledger.limit_granted();
create trigger wallets_move_by_transfers before update of balance_paid, balance_bonus, point_regular, point_limited,
  point_debt, receivable, reward_confirmed, reward, payout_hold, cash_on, cash_in, cash_in_before on ledger.wallets
for each row when (pg_trigger_depth() = 0) execute function ledger.wallet_moved();
create trigger wallets_owe_within_limits before update of receivable on ledger.wallets
for each row when (new.receivable > old.receivable) execute function ledger.debt_grows();
create trigger wallets_remain before truncate on ledger.wallets
for each statement execute function ledger.refuse_change();
create trigger wallets_stay before delete on ledger.wallets for each row execute function ledger.refuse_change();
