-- What a member's last year came to and the rank that they had brought into it: what goes back in January of a purchase of
-- December is judged by them once more. Null for years that began before they were kept, and for whoever had none.

set lock_timeout = '3s';

alter table ledger.wallets
  add column level_last_sum bigint check (level_last_sum >= 0),
  add column level_last_rank smallint,
  -- Something went back of that year, and no night has judged it yet.
  add column level_last_refunded boolean not null default false;
