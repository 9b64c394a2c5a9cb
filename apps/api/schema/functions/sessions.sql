-- What ends with a session.

-- With a session end its pay codes and the notices on its device, and its sockets are told.
create or replace function end_what_hangs_on_a_session() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform ledger.void_pay_codes(new.id);
  delete from push_subscriptions where session_id = new.id;
  perform pg_notify('session_revoked', new.id::text);
  return null;
end $$;

-- What was opened from a session ends with it.
create or replace function end_sessions_opened_from_it() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sessions set revoked_at = new.revoked_at, revoked_reason = 'parent'
  where parent_id = new.id and revoked_at is null;
  return null;
end $$;
