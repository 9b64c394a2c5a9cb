-- A session that was opened from another one ends with it, by a trigger of its own that no other ending can displace.

set lock_timeout = '3s';

create function end_sessions_opened_from_it() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sessions set revoked_at = new.revoked_at, revoked_reason = 'parent'
  where parent_id = new.id and revoked_at is null;
  return null;
end $$;
create trigger session_ended_with_its_children after update of revoked_at on sessions
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function end_sessions_opened_from_it();
