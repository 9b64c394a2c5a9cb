-- What staff do to money and to people is on record by the database itself, whichever part of the house writes it. Plain
-- sales are not: the ledger is their record, and each names its seller.

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

create or replace trigger act_on_record after insert on ledger.transactions for each row
  when (new.kind <> 'payment' and new.employee_id is not null)
  execute function ledger.act_is_on_record('money.*', 'employee_id', 'completed_at', 'id', 'customer_id', 'number', 'spent_total',
    'tender_cash', 'tender_card', 'received_paid', 'received_bonus', 'received_point_regular', 'received_point_limited',
    'approved_by');
create or replace trigger act_on_record after insert on ledger.corrections for each row
  execute function ledger.act_is_on_record('sale.corrected', 'corrected_by', 'corrected_at', 'transaction_id', '',
    'cash_before=cash_after', 'card_before=card_after', 'employee_before=employee_after', 'note_before=note_after',
    'approved_by');
create or replace trigger act_on_record after insert on ledger.day_floats for each row
  execute function ledger.act_is_on_record('day.float_counted', 'employee_id', 'counted_at', 'business_date', '', 'carried=counted',
    'revision');
create or replace trigger act_on_record after insert on ledger.day_closes for each row
  execute function ledger.act_is_on_record('day.closed', 'employee_id', 'closed_at', 'business_date', '', 'expected=counted',
    'over_short', 'deposit', 'carry', 'z_number', 'revision', 'approved_by');
create or replace trigger act_on_record after insert on ledger.deferred_limits for each row
  execute function ledger.act_is_on_record('later.limit_set', 'granted_by', 'granted_at', 'customer_id', 'customer_id',
    'before=amount', 'approved_by');
create or replace trigger act_on_record after insert on ledger.given_levels for each row
  execute function ledger.act_is_on_record('member.rank_given', 'given_by', 'given_at', 'user_id', 'user_id', 'rank', 'until',
    'approved_by');
create or replace trigger end_on_record after update on ledger.given_levels for each row when (new.ended_by is not null)
  execute function ledger.act_is_on_record('member.rank_ended', 'ended_by', 'ended_at', 'user_id', 'user_id', 'rank', 'until',
    'end_reason');
create or replace trigger act_on_record after insert on ledger.deferred_agreements for each row when (new.override_by is not null)
  execute function ledger.act_is_on_record('later.overdue_let_pass', 'override_by', 'agreed_at', 'sale_id', 'customer_id',
    'override_reason', 'confirmed_by');
create or replace trigger act_on_record after insert on drawer_openings for each row
  execute function ledger.act_is_on_record('drawer.opened', 'employee_id', 'opened_at', 'id', '', 'register_id', 'note');
create or replace trigger act_on_record after insert on verifications for each row when (new.employee_id is not null)
  execute function ledger.act_is_on_record('member.verified', 'employee_id', 'verified_at', 'user_id', 'user_id', 'document');
create or replace trigger act_on_record after insert on contact_acts for each row
  execute function ledger.act_is_on_record('contact.*', 'employee_id', 'at', 'contact_id', '', 'note');

-- Staff who sign in.
create or replace function ledger.sign_in_is_on_record() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  insert into audit_log (id, at, actor_id, action, object, request_id)
  select ledger.new_id(), new.created_at, e.user_id, 'staff.signed_in', 'staff:' || e.user_id, ''
  from employees e where e.user_id = new.user_id;
  return null;
end $$;
create or replace trigger sign_in_on_record after insert on sessions for each row execute function ledger.sign_in_is_on_record();
