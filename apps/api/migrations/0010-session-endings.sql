-- Ending a session ends what hangs on it, in the same commit, whoever ends it and from wherever.

set lock_timeout = '3s';

-- Programs keep their own secret and get no cookie; the two forms of a session never mix.
alter table sessions add column client text not null default 'browser' check (client in ('browser', 'api'));
create index sessions_ended on sessions (revoked_at) where revoked_at is not null;

create function end_what_hangs_on_a_session() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform ledger.void_pay_codes(new.id);
  perform pg_notify('session_revoked', new.id::text);
  return null;
end $$;
create trigger session_ended after update of revoked_at on sessions
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function end_what_hangs_on_a_session();

-- A suspension, a lost right or a new shop takes effect on sockets and remembered sessions at once.
create function tell_of_a_changed_person() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_notify('session_revoked', s.id::text)
  from sessions s where s.user_id = coalesce(to_jsonb(new) ->> 'user_id', to_jsonb(new) ->> 'id')::uuid and s.revoked_at is null;
  return null;
end $$;
create trigger user_changed after update of suspended_at, verified, type on users
  for each row when (old.suspended_at is distinct from new.suspended_at or old.verified <> new.verified
    or old.type <> new.type)
  execute function tell_of_a_changed_person();
create trigger employee_changed after update of active, type, store_id on employees
  for each row when (old.active <> new.active or old.type <> new.type or old.store_id is distinct from new.store_id)
  execute function tell_of_a_changed_person();

-- A password that was hashed with less than today's strength is hashed anew when its owner signs in. Whoever works as
-- the application may change nothing else of a person.
do $$ begin
  if not exists (select from pg_roles where rolname = 'shirogane_app') then
    create role shirogane_app nologin;
  end if;
end $$;
grant update (password_hash) on users to shirogane_app;
