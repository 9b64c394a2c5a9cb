-- What running campaigns add to payments: all payments of a batch in one query. The caller holds the wallets and, of
-- campaigns with a budget, the rows. Answers one row for each payment that gets something.
--
-- Campaigns that are stackable add up; of the others each stands alone; the customer gets what is more. A member's cap
-- and what is left of the budget cut each campaign, the cap of a transaction cuts the sum. Where an earlier payment of
-- the batch takes from the same budget so that this one would get less, it is put off: the next batch knows what is left.
create or replace function ledger.campaign_points(
  p_now timestamptz, p_max_bp int, p_ords int[], p_customers uuid[], p_stores uuid[], p_levels smallint[],
  p_bases bigint[], p_rates int[], p_earned bigint[]
) returns table (ord int, put_off boolean, regular bigint, limited bigint, parts jsonb)
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  with offered as (
    select a.ord, a.base, a.earned, c.id, c.kind, c.name, c.stackable, c.starts_at, c.points_days,
      case c.kind when 'rate_add' then c.rate_bp
        when 'multiplier' then a.rate_bp * (c.factor_bp - 10000) / 10000 end as rate_bp,
      case c.kind when 'rate_add' then a.base * c.rate_bp / 10000
        when 'multiplier' then a.base * a.rate_bp * (c.factor_bp - 10000) / 100000000
        else c.points end as uncut,
      c.member_max - used.points as member_left,
      c.budget - c.budget_used as budget_left
    from unnest(p_ords, p_customers, p_stores, p_levels, p_bases, p_rates, p_earned)
      a (ord, customer_id, store_id, level_index, base, rate_bp, earned)
    join campaigns c on c.starts_at <= p_now and c.ends_at > p_now and c.paused_at is null and c.kind <> 'lottery'
      and a.base >= c.payment_min
      and (c.store_ids is null or a.store_id = any (c.store_ids))
      and (c.level_indexes is null or a.level_index = any (c.level_indexes))
      and (not c.needs_entry or exists (
        select from campaign_entries e where e.campaign_id = c.id and e.user_id = a.customer_id))
    left join lateral (
      select coalesce(sum(q.points), 0)::bigint as points from ledger.point_reasons q
      where q.campaign_id = c.id and q.customer_id = a.customer_id
    ) used on c.member_max is not null
  ), wished as (
    select o.*, least(o.uncut, o.member_left, o.budget_left) as wish from offered o
    where least(o.uncut, o.member_left, o.budget_left) > 0
  ), weighed as (
    select w.*, coalesce(sum(w.wish) filter (where w.stackable) over (partition by w.ord), 0) as together,
      coalesce(max(w.wish) filter (where not w.stackable) over (partition by w.ord), 0) as alone,
      row_number() over (partition by w.ord, w.stackable order by w.wish desc, w.id) as place
    from wished w
  ), chosen as (
    select w.*, coalesce(sum(w.wish) over (partition by w.ord order by w.starts_at, w.id
      rows between unbounded preceding and 1 preceding), 0) as before_it
    from weighed w
    where case when w.stackable then w.together >= w.alone else w.alone > w.together and w.place = 1 end
  ), cut as (
    select c.*, least(c.wish, greatest(0, c.base * p_max_bp / 10000 - c.earned - c.before_it))::bigint as given
    from chosen c
  ), counted as (
    select c.*, coalesce(sum(c.given) over (partition by c.id order by c.ord
        rows between unbounded preceding and 1 preceding), 0) as taken_before,
      row_number() over (partition by c.ord order by c.starts_at, c.id) as part
    from cut c where c.given > 0
  )
  select c.ord, coalesce(bool_or(c.taken_before > 0 and c.taken_before + c.given > c.budget_left), false),
    coalesce(sum(c.given) filter (where c.points_days is null), 0)::bigint,
    coalesce(sum(c.given) filter (where c.points_days is not null), 0)::bigint,
    jsonb_agg(jsonb_build_object('part', c.part, 'campaign_id', c.id, 'rule', c.kind, 'label', c.name, 'base', c.base,
      'rate_bp', c.rate_bp, 'uncut_points', c.uncut, 'points', c.given,
      'cut_by', case when c.given < c.wish then 'transaction'
        when c.wish < c.uncut then case when c.member_left = c.wish then 'member' else 'budget' end end,
      'account', case when c.points_days is null then 'point_regular' else 'point_limited' end,
      'expires_at', case when c.points_days is not null then
        (((p_now at time zone 'Asia/Tokyo')::date + c.points_days + 1)::timestamp at time zone 'Asia/Tokyo')
          - interval '1 second' end) order by c.part)
  from counted c group by c.ord;
$$;

-- Why points came stays as it was written, beside the movement that it explains.
create or replace function ledger.reasons_posted() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_wrong uuid;
begin
  select p.transaction_id into v_wrong
  from (
    select transaction_id, customer_id, sum(greatest(points, 0)) as given, sum(greatest(-points, 0)) as taken
    from posted group by 1, 2
  ) p
  left join ledger.transactions t on t.id = p.transaction_id
  where t.id is null or t.xid <> pg_current_xact_id() or t.customer_id is distinct from p.customer_id
    or p.given > t.received_point_regular + t.received_point_limited
    or (p.taken > 0 and t.kind not in ('refund', 'void'))
  limit 1;
  if v_wrong is not null then
    raise exception 'reasons of % do not fit their movement', v_wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- What members were promised holds while a campaign runs: it may be paused, prolonged and given more, and nothing else.
create or replace function ledger.campaign_changed() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_open text[] := array['name', 'description', 'ends_at', 'member_max', 'budget', 'budget_used', 'paused_at'];
begin
  if old.starts_at > ledger.now() then return new; end if;
  if (to_jsonb(new) - v_open) <> (to_jsonb(old) - v_open)
    or (new.ends_at < old.ends_at and new.ends_at < ledger.now())
    or (old.ends_at <= ledger.now() and new.ends_at <> old.ends_at)
    or coalesce(new.member_max < old.member_max, old.member_max is null and new.member_max is not null)
    or (old.budget is null) <> (new.budget is null) then
    raise exception 'campaign % has begun', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
