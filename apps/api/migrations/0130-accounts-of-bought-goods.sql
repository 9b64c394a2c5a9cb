-- Goods that the shop buys from people, what it still owes for them, and the bank that pays it. A value that is new to a
-- type can be used from the next commit on, which is the next migration.

set lock_timeout = '3s';

alter type ledger.account add value if not exists 'buyback_goods' before 'point_regular';
alter type ledger.account add value if not exists 'buyback_payable' before 'point_regular';
alter type ledger.account add value if not exists 'bank' before 'point_regular';
