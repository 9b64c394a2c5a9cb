-- What whoever invites earns, from the sale that brings it to the transfer that pays it out. A value that is new to a type
-- can be used from the next commit on, which is the next migration.

set lock_timeout = '3s';

alter type ledger.account add value if not exists 'reward_expense' before 'point_regular';
alter type ledger.account add value if not exists 'reward_pending' before 'point_regular';
alter type ledger.account add value if not exists 'reward_confirmed' before 'point_regular';
alter type ledger.account add value if not exists 'reward' before 'point_regular';
alter type ledger.account add value if not exists 'payout_hold' before 'point_regular';
