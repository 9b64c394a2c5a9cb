-- What staff do to money and to people is put on record by the database itself, no matter which part of the application
-- writes it. Plain sales are not: the ledger is their record, and each names its seller.

-- Arguments: the act's name, and the columns of its actor, its moment, its own id and the person that it is about.
-- What follows are columns that say what was done; `before=after` names a pair.
create or replace function ledger.act_is_on_record() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v jsonb := to_jsonb(new);
  v_before jsonb := '{}';
  v_after jsonb := '{}';
  v_column text;
begin
  if v ->> tg_argv[1] is null then return null; end if;
  for i in 5 .. tg_nargs - 1 loop
    v_column := tg_argv[i];
    if v_column like '%=%' then
      if v -> split_part(v_column, '=', 1) is distinct from v -> split_part(v_column, '=', 2) then
        v_before := v_before || jsonb_build_object(split_part(v_column, '=', 2), v -> split_part(v_column, '=', 1));
        v_after := v_after || jsonb_build_object(split_part(v_column, '=', 2), v -> split_part(v_column, '=', 2));
      end if;
    elsif coalesce(v -> v_column, 'null') not in ('null', '0', '""') then
      v_after := v_after || jsonb_build_object(v_column, v -> v_column);
    end if;
  end loop;
  insert into audit_log (id, at, actor_id, action, store_id, subject_id, object, request_id, before, after, note)
  values (ledger.new_id(), coalesce((v ->> tg_argv[2])::timestamptz, ledger.now()), (v ->> tg_argv[1])::uuid,
    replace(tg_argv[0], '*', coalesce(v ->> 'kind', v ->> 'act', '')), (v ->> 'store_id')::uuid,
    (select u.id from users u where u.id = (v ->> nullif(tg_argv[4], ''))::uuid),
    split_part(tg_argv[0], '.', 1) || ':' || (v ->> tg_argv[3]), '', nullif(v_before, '{}'), nullif(v_after, '{}'),
    coalesce(v ->> 'reason', ''));
  return null;
end $$;

-- Staff who sign in.
create or replace function ledger.sign_in_is_on_record() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  insert into audit_log (id, at, actor_id, action, object, request_id)
  select ledger.new_id(), new.created_at, e.user_id, 'staff.signed_in', 'staff:' || e.user_id, ''
  from employees e where e.user_id = new.user_id;
  return null;
end $$;
