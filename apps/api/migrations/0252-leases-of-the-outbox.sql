-- Whoever takes a row of the outbox in hand, to tell of it, writes that on the row. In the time at which it is due that was an
-- entry in every index, for each payment; by itself it stands in no index, and the row is changed on its own page, which
-- keeps room for that.

set lock_timeout = '3s';

alter table ledger.outbox
  -- While somebody has it in hand, this is when it is due instead.
  add column leased_until timestamptz,
  set (fillfactor = 40);
