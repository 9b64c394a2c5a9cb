-- Goods that come back with a refund: on sale again, damaged, or put aside until somebody has looked at them.

set lock_timeout = '3s';

alter table ledger.transaction_lines add column restock text check (restock in ('resale', 'damaged', 'hold'));
