-- One row while somebody acts in a living session of their own and nobody has suspended them; none otherwise. Whoever acts by
-- hand is looked at by this at the very moment of the act. It has no settings of its own, so that it becomes a part of the
-- statement that asks (payments, which are many at once, have the same conditions in their own statement).
create or replace function ledger.signed_in(p_user uuid, p_session uuid) returns setof uuid
language sql stable as $$
  select u.id from public.users u
  join public.sessions s on s.id = p_session and s.user_id = u.id and s.revoked_at is null
    and s.absolute_expires_at > ledger.now()
  where u.id = p_user and u.suspended_at is null;
$$;
