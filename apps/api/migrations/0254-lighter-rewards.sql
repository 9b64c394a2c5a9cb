-- A sale that earns its inviter a reward writes one row more, and it is to cost no more than that.

set lock_timeout = '3s';

alter table ledger.rewards
  -- That whoever invited has a wallet is asked by the trigger that lets rewards in, for all of a batch at once; wallets never
  -- go. The key took hold of the inviter's wallet for each of their friends' payments.
  drop constraint rewards_affiliator_id_fkey,
  -- Confirmed is a reward once in its life: until then its place in this index stood among all the others without a value.
  drop constraint rewards_confirmation_id_key;
create unique index rewards_confirmation on ledger.rewards (confirmation_id) where confirmation_id is not null;

-- Rewards of one friend are asked for all at once, and never by their time: with it in the index, what an inviter earned on
-- one day could be looked for among everybody's rewards, by a plan that was made while there were few.
drop index ledger.rewards_of_affiliate;
create index rewards_of_affiliate on ledger.rewards (customer_id);
