-- Where a session ends, its device is forgotten in the same commit: what is already on its way to it goes nowhere.

set lock_timeout = '3s';

create or replace function end_what_hangs_on_a_session() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform ledger.void_pay_codes(new.id);
  delete from push_subscriptions where session_id = new.id;
  perform pg_notify('session_revoked', new.id::text);
  return null;
end $$;
