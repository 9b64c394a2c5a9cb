-- One row while a person acts in a living session of their own and is not suspended; none otherwise. An act by hand
-- asks this at its very moment. It has no settings of its own, so that it becomes a part of the statement that asks
-- (payments, which are many at once, have the same conditions in their own statement).
create or replace function ledger.signed_in(p_user uuid, p_session uuid) returns setof uuid
language sql stable as $$
  select u.id from public.users u
  join public.sessions s on s.id = p_session and s.user_id = u.id and s.revoked_at is null
    and s.absolute_expires_at > ledger.now()
  where u.id = p_user and u.suspended_at is null;
$$;
