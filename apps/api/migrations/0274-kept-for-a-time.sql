-- What has to be kept goes when its time is over, and never before: the tables say so themselves, whoever asks. Until now
-- these rows never went at all.

set lock_timeout = '3s';

-- Arguments: how long, and the column that the time counts from. A row without that moment stays.
create function row_stays_for() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (to_jsonb(old) ->> tg_argv[1])::timestamptz < ledger.now() - tg_argv[0]::interval then return old; end if;
  raise exception 'A row of % is never changed or removed within %.', tg_table_name, tg_argv[0]
    using errcode = 'restrict_violation';
end $$;

-- Arguments: how long after the person has left, and the column that leads to them.
create function row_stays_after_leaving() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  v_user uuid := (to_jsonb(old) ->> tg_argv[1])::uuid;
begin
  if tg_argv[1] = 'request_id' then
    select r.user_id into v_user from kyc_requests r where r.id = v_user;
  end if;
  if exists (select from users u where u.id = v_user and u.closed_at < ledger.now() - tg_argv[0]::interval) then
    return old;
  end if;
  raise exception 'A row of % is never changed or removed before % after its person has left.', tg_table_name, tg_argv[0]
    using errcode = 'restrict_violation';
end $$;

-- What staff wrote of a person goes when the person is taken out of the account.
create function note_stays_with_person() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from users u where u.id = (to_jsonb(old) ->> tg_argv[0])::uuid and u.erased_at is not null) then
    return old;
  end if;
  raise exception 'A row of % stays as long as its person.', tg_table_name using errcode = 'restrict_violation';
end $$;

drop trigger audit_log_stays on audit_log;
create trigger audit_log_stays before update on audit_log for each row execute function row_stays();
create trigger audit_log_stays_for before delete on audit_log
  for each row execute function row_stays_for('3 years', 'at');

drop trigger cash_checks_stay on cash_checks;
create trigger cash_checks_stay before update on cash_checks for each row execute function row_stays();
create trigger cash_checks_stay_for before delete on cash_checks
  for each row execute function row_stays_for('1 day', 'keep_until');

drop trigger kyc_decisions_stay on kyc_decisions;
create trigger kyc_decisions_stay before update on kyc_decisions for each row execute function row_stays();
create trigger kyc_decisions_stay_for before delete on kyc_decisions
  for each row execute function row_stays_after_leaving('7 years', 'request_id');
drop trigger kyc_images_stay on kyc_images;
create trigger kyc_images_stay before update on kyc_images for each row execute function row_stays();
create trigger kyc_images_stay_for before delete on kyc_images
  for each row execute function row_stays_after_leaving('7 years', 'request_id');
create trigger kyc_requests_stay_for before delete on kyc_requests
  for each row execute function row_stays_after_leaving('7 years', 'user_id');

create trigger consents_stay before update on consents for each row execute function row_stays();
create trigger consents_stay_for before delete on consents
  for each row execute function row_stays_after_leaving('1 year', 'user_id');

create trigger member_notes_stay before delete on member_notes
  for each row execute function note_stays_with_person('user_id');
create trigger deferred_notes_stay before delete on deferred_notes
  for each row execute function note_stays_with_person('customer_id');
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

-- A question goes three years after it was answered, or with the person who asked; what staff did about it goes with it.
create function contact_stays() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.handled_at < ledger.now() - interval '3 years'
    or exists (select from users u where u.id = old.user_id and u.erased_at is not null) then
    return old;
  end if;
  raise exception 'A question is kept for three years after its answer.' using errcode = 'restrict_violation';
end $$;
create trigger contact_stays before delete on contacts for each row execute function contact_stays();
alter table contact_acts drop constraint contact_acts_contact_id_fkey,
  add foreign key (contact_id) references contacts (id) on delete cascade;
