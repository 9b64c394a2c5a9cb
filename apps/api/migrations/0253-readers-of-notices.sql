-- That a notice has a reader is asked once for all that are written together. The key asked for each of them by itself, and
-- took hold of the reader's row each time, in every payment of theirs.

set lock_timeout = '3s';

-- Whoever was once a user stays one: an account that is closed loses what it says of a person, never its row.
create trigger users_stay before delete or update of id on users for each row execute function row_stays();

create function notices_have_readers() returns trigger
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
create trigger notices_have_readers after insert on notifications referencing new table as told
  for each statement execute function notices_have_readers();
create trigger notice_keeps_its_reader before update of user_id on notifications
  for each row execute function row_stays();

alter table notifications drop constraint notifications_user_id_fkey;
