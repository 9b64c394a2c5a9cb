-- A statement has the tax number that held when its payout was made, whatever is registered later: every change is kept.

set lock_timeout = '3s';

alter table payout_tax_numbers drop constraint payout_tax_numbers_pkey;
-- Null where somebody is registered no more.
alter table payout_tax_numbers alter column registration_no drop not null;
alter table payout_tax_numbers add primary key (user_id, changed_at);
create trigger payout_tax_numbers_stay before update or delete on payout_tax_numbers
  for each row execute function row_stays();
create trigger payout_tax_numbers_stay_whole before truncate on payout_tax_numbers
  for each statement execute function row_stays();
