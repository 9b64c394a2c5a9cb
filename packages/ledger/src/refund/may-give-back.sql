-- By whose word a sale goes back: what `mayGiveBack` of packages/domain decides by. The clerk who posted the sale and the
-- one whom a correction named for it are its sellers.
create or replace function ledger.give_back_people(p_sale uuid, p_actor uuid, p_approver uuid) returns jsonb
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select jsonb_build_object(
    'refunded_total', s.refunded_total,
    'register_max', coalesce(st.register_refund_max, ledger.whole_setting('refund.register_max')),
    'is_of_today', s.business_date = ledger.shop_date(s.store_id)) || (
      select jsonb_object_agg(q.role, case when e.user_id is not null then jsonb_build_object(
        'is_manager', public.holds(e.type, 'refund.large'),
        'is_seller', e.user_id is not distinct from s.employee_id,
        'is_independent', ledger.independent(e.user_id, s.employee_id)
          and ledger.independent(e.user_id, coalesce(s.corrected_employee_id, s.employee_id))) end)
      from (values ('actor', p_actor), ('approver', p_approver)) q (role, id) left join employees e on e.user_id = q.id)
  from ledger.transactions s join stores st on st.id = s.store_id where s.id = p_sale;
$$;
grant execute on function ledger.give_back_people to shirogane_app;
