-- What staff wrote of members, what members asked, and the notices that they read.

-- A stop is ended once; it goes with the person.
create or replace function member_stop_stays() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' and exists (select from users u where u.id = old.user_id and u.erased_at is not null) then
    return old;
  end if;
  if tg_op = 'DELETE' or old.allowed_at is not null
    or (new.id, new.user_id, new.stopped_at, new.stopped_by, new.reason)
      is distinct from (old.id, old.user_id, old.stopped_at, old.stopped_by, old.reason) then
    raise exception 'A stop is only ever ended, once.' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- A question goes three years after it was answered, or with the person who asked; what staff did about it goes with
-- it.
create or replace function contact_stays() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.handled_at < ledger.now() - interval '3 years'
    or exists (select from users u where u.id = old.user_id and u.erased_at is not null) then
    return old;
  end if;
  raise exception 'A question is kept for three years after its answer.' using errcode = 'restrict_violation';
end $$;

-- That a notice has a reader is asked once for all that are written together. A foreign key asks for each of them by
-- itself, and takes hold of the reader's row each time, in every payment of theirs.
create or replace function notices_have_readers() returns trigger
language plpgsql security definer set search_path = public, pg_temp
-- A plan that was made while there were few users would read them from end to end for ever after.
set enable_seqscan = off
as $$
begin
  if exists (select from told n where (select 1 from users u where u.id = n.user_id) is null) then
    raise foreign_key_violation using message = 'A notice is written to somebody who is there.';
  end if;
  return null;
end $$;
