-- What sales are decided by, of a whole batch in one look that locks nothing: `decideSales` of `packages/domain` decides,
-- and `post_sales` posts what is still as it was read here. Rules stand in neither.

drop function if exists ledger.read_sales(ledger.asked_sale[]);

-- `terms` holds for all of them and stands in the first row. Versions are those of the rows.
create function ledger.read_sales(p_asked ledger.asked_sale[]) returns table (
  ord int, terms jsonb, is_entitled boolean, is_here boolean, business_date date, pay_code_id uuid, code_version text,
  code_state text, is_claimed_here boolean, is_claim_live boolean, is_over boolean, is_of_others boolean,
  is_open_here boolean, checkout_version text, customer_id uuid, wallet_version text, username text,
  last_name text, first_name text, avatar text, verified boolean, kyc_status text, is_suspended boolean,
  is_own boolean, has_ended boolean, balance_paid bigint, balance_bonus bigint, point_regular bigint,
  point_limited bigint, point_debt bigint, lots jsonb, receivable bigint, level_index smallint, level_year smallint,
  level_accumulation bigint, level_given smallint, balance_spent_on date, balance_spent bigint, invitation jsonb,
  cash_day jsonb, deferral jsonb, goods jsonb, parked jsonb, approvals jsonb, standing jsonb
)
language plpgsql security definer
set search_path = ledger, public, pg_temp
-- The tables are large and the batch is small, no matter what the planner guesses: always by index, always the same
-- plan.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set join_collapse_limit = 1
as $$
declare
  v_now timestamptz := ledger.now();
  v_today date := (v_now at time zone 'Asia/Tokyo')::date;
  v_terms jsonb;
  v_campaigns jsonb;
  v_cash_line bigint;
  -- Of the sale that is looked at: what was asked, and what of its customer leads to more.
  v_actor uuid; v_store uuid; v_register uuid; v_transaction uuid; v_points bigint; v_cash bigint; v_later bigint;
  v_parked uuid; v_approvals uuid[]; v_skus uuid[];
  v_inviter uuid; v_regular_until date; v_cash_near bigint;
begin
  select jsonb_build_object('today', v_today,
      'pay_once_max', coalesce(s.named -> 'limits' ->> 'pay_once_max', public.setting_default('limits.pay_once_max'))::bigint,
      'pay_day_max', coalesce(s.named -> 'limits' ->> 'pay_day_max', public.setting_default('limits.pay_day_max'))::bigint,
      'campaign_max_bp', coalesce(s.named ->> 'campaign.max_bp', public.setting_default('campaign.max_bp'))::int,
      'levels', (
        select jsonb_agg(jsonb_build_object('level_index', v.level_index, 'quota', v.quota, 'rate_bp', v.rate_bp))
        from levels v),
      'campaigns', coalesce(c.running, '[]')),
    c.running, least(ledger.cash_law_line(), coalesce(case when jsonb_typeof(s.named -> 'cash.identity_over') = 'number'
      then s.named ->> 'cash.identity_over' end, public.setting_default('cash.identity_over'))::numeric::bigint)
  into v_terms, v_campaigns, v_cash_line
  from (
    select jsonb_object_agg(q.key, q.value) as named from settings q
    where q.key in ('limits', 'campaign.max_bp', 'cash.identity_over')) s
  cross join (
    select jsonb_agg(jsonb_build_object('id', c.id, 'kind', c.kind, 'name', c.name, 'starts_at', c.starts_at,
      'stackable', c.stackable, 'needs_entry', c.needs_entry, 'payment_min', c.payment_min, 'store_ids', c.store_ids,
      'level_indexes', c.level_indexes, 'member_max', c.member_max, 'budget', c.budget, 'budget_used', c.budget_used,
      'points_days', c.points_days, 'rate_bp', c.rate_bp, 'factor_bp', c.factor_bp, 'points', c.points)) as running
    from campaigns c
    where c.ends_at > v_now and c.starts_at <= v_now and c.paused_at is null and c.kind <> 'lottery') c;

  terms := v_terms;
  for ord, v_actor, v_store, v_register, v_transaction, v_points, v_cash, v_later, v_parked, v_approvals, v_skus,
    is_entitled, is_here, business_date, pay_code_id, code_version, code_state, is_claimed_here, is_claim_live, is_over,
    is_of_others, is_open_here, checkout_version, customer_id, wallet_version, username, last_name, first_name, avatar,
    verified, kyc_status, is_suspended, is_own, balance_paid,
    balance_bonus, point_regular, point_limited, point_debt, receivable, level_index, level_year, level_accumulation,
    level_given, balance_spent_on, balance_spent, v_inviter, v_regular_until, v_cash_near in
    select x.ord, x.actor_id, x.store_id, x.register_id, x.transaction_id, x.points, x.cash, x.later, x.parked_id,
      x.approvals, x.skus,
      coalesce(s.id is not null and a.id is not null and e.active and public.holds(e.type, 'sell'), false), g.id is not null,
      d.business_date, c.id, c.xmin::text, c.state, c.claimed_by = x.register_id, c.claimed_until > v_now,
      c.expires_at <= v_now,
      -- A sale in one step may be what was opened for the same code, and nothing opened for another.
      coalesce(x.checkout_id is null and k.status = 'open' and k.pay_code_id is distinct from coalesce(ta.id, tb.id), false),
      coalesce(k.status = 'open' and k.register_id = x.register_id, false), k.xmin::text,
      l.user_id, l.xmin::text, u.username, u.last_name, u.first_name, u.avatar, u.verified, u.kyc_status,
      u.suspended_at is not null, exists (select from ledger.staff_behind(x.actor_id, l.user_id)),
      l.balance_paid, l.balance_bonus, l.point_regular, l.point_limited, l.point_debt, l.receivable, l.level_index,
      l.level_year, l.level_accumulation, case when l.level_given_until >= v_today then l.level_given end,
      l.balance_spent_on, l.balance_spent, l.inviter_id, l.point_regular_expires_on,
      case when l.user_id is null or l.cash_on < d.business_date then 0
        when l.cash_on <= d.business_date + 1 then greatest(l.cash_in, l.cash_in_before) else v_cash_line end
    from unnest(p_asked) x
    left join sessions s on s.id = x.session_id and s.user_id = x.actor_id and s.revoked_at is null
      and s.absolute_expires_at > v_now
    left join users a on a.id = x.actor_id and a.suspended_at is null
    left join employees e on e.user_id = x.actor_id and e.store_id = x.store_id
    left join registers g on g.id = x.register_id and g.store_id = x.store_id
    left join stores st on st.id = x.store_id
    left join lateral (
      select greatest(ledger.business_date(v_now, st.day_start), st.closed_until + 1) as business_date) d on true
    left join ledger.pay_codes ta on ta.token_hash = x.token_hash
    left join ledger.pay_codes tb on tb.code_hash = x.code_hash
    left join ledger.checkouts k on k.id = coalesce(x.checkout_id, x.transaction_id)
    left join ledger.pay_codes c on c.id = coalesce(ta.id, tb.id,
      case when x.checkout_id is not null and k.store_id = x.store_id then k.pay_code_id end)
    left join ledger.wallets l on l.user_id = c.user_id
    left join users u on u.id = c.user_id
  loop
    -- What is rare is asked for by itself, so that a plain sale pays nothing for it.
    has_ended := coalesce(point_regular > 0 and v_regular_until < v_today, false);
    if not has_ended and point_limited > 0 then
      has_ended := exists (
        select from ledger.point_lots q where q.user_id = customer_id and q.remaining > 0 and q.expires_at <= v_now);
    end if;
    if not has_ended and balance_bonus > 0 then
      has_ended := exists (
        select from ledger.bonus_lots b where b.user_id = customer_id and b.remaining > 0 and b.expires_at <= v_now);
    end if;
    lots := null;
    if v_points > 0 and point_limited > 0 then
      select jsonb_agg(jsonb_build_object('id', q.id, 'remaining', q.remaining, 'expires_at', q.expires_at)
        order by q.expires_at, q.id) into lots
      from ledger.point_lots q where q.user_id = customer_id and q.remaining > 0;
    end if;
    invitation := null;
    if v_inviter is not null then
      select jsonb_build_object('inviter_id', v_inviter, 'earned_today', y.earned, 'rate_bp', t.rate_bp, 'base_min', t.base_min,
        'day_max', t.day_max, 'at_sale', i.facts) into invitation
      from ledger.reward_terms() t
      cross join lateral ledger.invitation_at(customer_id, v_inviter, v_actor, v_store, v_now, t.days) i
      cross join lateral ledger.earned_on(v_inviter, v_now) y;
    end if;
    cash_day := null;
    if v_cash > 0 and v_cash + v_cash_near > v_cash_line then
      cash_day := ledger.cash_day(customer_id, v_transaction, business_date, v_now, v_actor);
    end if;
    deferral := null;
    if v_later > 0 and customer_id is not null then deferral := ledger.deferral_facts(customer_id); end if;
    goods := null;
    if v_skus is not null then
      goods := ledger.free_stock(coalesce(v_parked, v_transaction), v_store, v_skus);
    end if;
    parked := null;
    if v_parked is not null then
      select jsonb_build_object('status', p.status, 'is_here', coalesce(p.register_id = v_register, false),
        'version', p.version) into parked
      from parked_sales p where p.id = v_parked and p.store_id = v_store;
    end if;
    approvals := null;
    if v_approvals is not null then
      select jsonb_agg(jsonb_build_object('id', o.id, 'kind', o.kind, 'store_id', o.store_id, 'amount', o.amount,
        'subject', o.subject, 'requested_by', o.requested_by, 'decided_by', o.decided_by,
        'is_good', o.status = 'approved' and o.used_at is null and o.expires_at > v_now
          and ledger.independent(o.decided_by, v_actor))) into approvals
      from approvals o where o.id = any (v_approvals);
    end if;
    standing := null;
    if v_campaigns is not null and customer_id is not null then
      select jsonb_build_object(
        'entered', coalesce((select jsonb_agg(n.campaign_id) from campaign_entries n
          where n.user_id = customer_id and n.campaign_id in (
            select (q ->> 'id')::uuid from jsonb_array_elements(v_campaigns) q where (q ->> 'needs_entry')::boolean)), '[]'),
        'given', coalesce((select jsonb_object_agg(q ->> 'id', (
            select coalesce(sum(r.points), 0) from ledger.point_reasons r
            where r.campaign_id = (q ->> 'id')::uuid and r.customer_id = read_sales.customer_id))
          from jsonb_array_elements(v_campaigns) q where q ->> 'member_max' is not null), '{}')) into standing;
    end if;
    return next;
    terms := null;
  end loop;
end $$;
grant execute on function ledger.read_sales to shirogane_app;

-- What has ended leaves a member before a sale of theirs is decided. Where nothing has, nothing happens.
create or replace function ledger.expire_before_sale(p_user uuid, p_store uuid) returns void
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  perform ledger.book_date(p_store);
  perform ledger.expire_points(p_user, ledger.new_id(), p_store);
end $$;
grant execute on function ledger.expire_before_sale to shirogane_app;
