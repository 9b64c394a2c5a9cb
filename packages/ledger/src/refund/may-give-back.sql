-- Whose approval is enough for so much of a sale. A refund of one's own sale, one of an earlier day, or one with
-- which more has gone back of a sale than the store leaves to its registers needs a manager; of one's own sale a
-- manager needs another one. A void is approved by the person who gave their password: register staff for small sales
-- of their own, a manager for the rest, and never for a large one of their own. What was sold in the same hand is
-- one's own.
create or replace function ledger.may_give_back(
  p_sale uuid, p_total bigint, p_actor_type text, p_actor uuid, p_approver_type text, p_approver uuid, p_void boolean
) returns boolean
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select case
    when p_void then
      case
        when not public.holds(coalesce(p_approver_type, p_actor_type), 'refund.large') then
          small and coalesce(p_approver, p_actor) = seller
        else small or (ledger.independent(coalesce(p_approver, p_actor), seller)
          and ledger.independent(coalesce(p_approver, p_actor), named))
      end
    else (p_approver_type is not null and public.holds(p_approver_type, 'refund.large'))
      or (ledger.independent(p_actor, seller) and ledger.independent(p_actor, named)
        and (public.holds(p_actor_type, 'refund.large') or (small and same_day)))
  end
  from (
    -- The clerk who posted the sale, and the one whom a correction named for it: neither gives their own sale back
    -- alone.
    select s.refunded_total + p_total
        <= coalesce(st.register_refund_max, ledger.whole_setting('refund.register_max')) as small,
      s.business_date = ledger.shop_date(s.store_id) as same_day, s.employee_id as seller,
      coalesce(s.corrected_employee_id, s.employee_id) as named
    from ledger.transactions s join stores st on st.id = s.store_id where s.id = p_sale
  ) x;
$$;
grant execute on function ledger.may_give_back to shirogane_app;
